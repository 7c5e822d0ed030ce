/**
 * A hub (WebSub) on this machine: takes requests, asks back when it is to, sends news with a signature. It can refuse, break,
 * lie about what it was asked for, or be gone.
 */
import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Fetch } from '../shared/ask-network.ts'
import { openLocalServer, type LocalServer } from '../shared/local-server.simulator.ts'

export interface HubSimulatorOptions {
  /** How it reaches those who subscribed. */
  reach: Fetch
  now: () => Date
}

interface Held {
  callback: string
  topic: string
  secret: string
  /** Milliseconds. */
  until: number
}

interface Asked {
  mode: string
  topic: string
  callback: string
  secret: string | null
  leaseSeconds: number | null
}

export async function startHubSimulator(options: HubSimulatorOptions): Promise<HubSimulator> {
  const local = await openLocalServer((request, response) => simulator.answer(request, response))
  const simulator = new HubSimulator(local, options)
  return simulator
}

export class HubSimulator {
  /** As feeds name it. */
  readonly address = 'https://hub.example/push'
  readonly asked: Asked[] = []
  readonly held = new Map<string, Held>()
  /** What it answers to requests; 202 takes them. */
  status = 202
  headers: Record<string, string> = {}
  isGone = false
  leaseSeconds: number | null = 864_000
  algorithm = 'sha256'

  readonly #local: LocalServer
  readonly #options: HubSimulatorOptions
  #waiting: Asked[] = []

  constructor(local: LocalServer, options: HubSimulatorOptions) {
    this.#local = local
    this.#options = options
  }

  /** Bound, to be handed on by itself. */
  readonly fetch: Fetch = (_url, init) => {
    if (this.isGone) return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    return fetch(this.#local.url, init)
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request))
    const asked: Asked = {
      mode: form.get('hub.mode') ?? '',
      topic: form.get('hub.topic') ?? '',
      callback: form.get('hub.callback') ?? '',
      secret: form.get('hub.secret'),
      leaseSeconds: form.has('hub.lease_seconds') ? Number(form.get('hub.lease_seconds')) : null,
    }
    this.asked.push(asked)
    if (this.status === 202) this.#waiting.push(asked)
    response.writeHead(this.status, this.headers).end()
  }

  /** Asks back about everything that it was asked for. @returns the answers' statuses */
  async askBack(): Promise<number[]> {
    const waiting = this.#waiting
    this.#waiting = []
    const statuses: number[] = []
    for (const asked of waiting) {
      const challenge = `challenge-${this.asked.length}`
      const answer = await this.verify(asked, challenge)
      statuses.push(answer.status)
      if (answer.status !== 200 || (await answer.text()) !== challenge) continue
      if (asked.mode === 'unsubscribe') this.held.delete(asked.callback)
      else
        this.held.set(asked.callback, {
          callback: asked.callback,
          topic: asked.topic,
          secret: asked.secret ?? '',
          until: this.#options.now().getTime() + (this.leaseSeconds ?? 86_400) * 1000,
        })
    }
    return statuses
  }

  /** Asks back about anything, also what it was never asked for. */
  verify({ callback, mode, topic }: Pick<Asked, 'callback' | 'mode' | 'topic'>, challenge: string): Promise<Response> {
    const url = new URL(callback)
    url.searchParams.set('hub.mode', mode)
    url.searchParams.set('hub.topic', topic)
    if (mode !== 'denied') url.searchParams.set('hub.challenge', challenge)
    if (mode === 'subscribe' && this.leaseSeconds !== null)
      url.searchParams.set('hub.lease_seconds', String(this.leaseSeconds))
    return this.#options.reach(url, { method: 'GET' })
  }

  /** Sends news to all who hold a subscription. @returns their answers' statuses */
  async publish(topic: string, body = '<feed/>'): Promise<number[]> {
    const statuses: number[] = []
    for (const held of this.held.values()) {
      if (held.topic !== topic || held.until <= this.#options.now().getTime()) continue
      const signature = createHmac(this.algorithm, held.secret).update(body).digest('hex')
      statuses.push(await this.deliver(held.callback, body, `${this.algorithm}=${signature}`))
    }
    return statuses
  }

  async deliver(callback: string, body: string, signature: string | null): Promise<number> {
    const headers: Record<string, string> = { 'content-type': 'application/atom+xml' }
    if (signature !== null) headers['x-hub-signature'] = signature
    return (await this.#options.reach(new URL(callback), { method: 'POST', headers, body })).status
  }

  close(): Promise<void> {
    return this.#local.close()
  }
}
