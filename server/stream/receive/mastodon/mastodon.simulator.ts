/** A Mastodon instance as its sheet tells, on this machine: REST with its limit, and streaming for those with a token. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { openLocalServer, type LocalServer } from '../shared/local-server.simulator.ts'
import { callInstance, type Lists, type MastodonAnswer } from './mastodon-calls.simulator.ts'
import { MastodonWorld, type InstanceOptions } from './mastodon-world.simulator.ts'

/** `well`: nothing; `empty`: a list without anything in it; with headers of its own, where null leaves one out. */
export type MastodonFault =
  | 429
  | 500
  | 'hang'
  | 'break'
  | 'mumble'
  | 'well'
  | 'empty'
  | { status: 429 | 503; headers: Record<string, string | null> }

const WINDOW = 300_000
const MOST_PER_WINDOW = 300

export async function startMastodonSimulator(options: InstanceOptions): Promise<MastodonSimulator> {
  const local = await openLocalServer((request, response) => simulator.answer(request, response))
  const simulator = new MastodonSimulator(local, options)
  return simulator
}

export class MastodonSimulator extends MastodonWorld implements Lists {
  readonly url: string
  /** The next calls, one each. */
  faults: MastodonFault[] = []
  /** It takes sockets and says nothing, not even a pong; those stay dead that missed something then. */
  frozen = false
  emptied = false
  linkless = false
  mostPerPage = 40
  /** Strangers are refused everything but the instance itself. */
  closed = false
  /** No instance: every call is answered with a page. */
  isSite = false
  /** Where WebFinger leads. */
  webFinger: string | null = null
  /** The token that is taken; null: none is. */
  token: string | null = null
  /** Where it says that it streams. */
  streaming: string
  connections = 0
  /** By path, numbers left out. */
  readonly calls = new Map<string, number>()

  readonly #local: LocalServer
  readonly #gate = new WebSocketServer({ noServer: true, autoPong: false })
  readonly #open = new Set<WebSocket>()
  /** Sockets that missed something are dead for good, and only their silence tells. */
  readonly #dead = new WeakSet<WebSocket>()
  #windowStart = 0
  #callsInWindow = 0
  #mostInWindow = 0

  constructor(local: LocalServer, options: InstanceOptions) {
    super(options)
    this.url = local.url
    this.streaming = `ws://${local.host}`
    this.#local = local
    local.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) =>
      this.#upgrade(request, stream, head),
    )
  }

  /** Any frame, as it is. */
  sendFrame(frame: string): void {
    for (const socket of this.#open) if (!this.#dead.has(socket)) socket.send(frame)
  }

  cut(): void {
    for (const socket of this.#open) socket.terminate()
  }

  sockets(): number {
    return this.#open.size
  }

  mostWithinWindow(): number {
    return this.#mostInWindow
  }

  end(): Promise<void> {
    for (const socket of this.#gate.clients) socket.terminate()
    return this.#local.close()
  }

  protected override broadcast(event: string, payload: string): void {
    if (this.frozen) for (const socket of this.#open) this.#dead.add(socket)
    else this.sendFrame(JSON.stringify({ stream: ['public'], event, payload }))
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://localhost')
    const headers = this.#countCall(url.pathname)
    const reply = ({ status, body, headers: more }: MastodonAnswer): void =>
      void response.writeHead(status, { ...headers, ...more }).end(JSON.stringify(body))
    const fault = this.faults.shift() ?? (this.#callsInWindow > MOST_PER_WINDOW ? 429 : null)
    if (fault === 'hang') return
    if (fault === 'break') return void request.socket.destroy()
    if (fault === 429) return reply({ status: 429, body: { error: 'Too many requests' } })
    if (typeof fault === 'object' && fault !== null)
      return refuseWith(response, fault.status, { ...headers, ...fault.headers })
    if (fault === 500)
      return reply({ status: 500, body: { error: 'We are sorry, but something went wrong on our end.' } })
    const found = url.pathname === '/.well-known/webfinger' ? this.#answerWebFinger(url) : null
    if (found) return reply(found)
    if (this.isSite || fault === 'mumble')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Сайт</title>')
    if (url.pathname === '/api/v2/instance') return reply(this.#describe())
    reply(this.#refusal(request) ?? callInstance(this, url, fault === 'empty'))
  }

  /** @returns the headers of the answer */
  #countCall(pathname: string): Record<string, string> {
    const name = pathname.replace(/\/\d+/g, '/:id')
    this.calls.set(name, (this.calls.get(name) ?? 0) + 1)
    if (this.clock() >= this.#windowStart + WINDOW) [this.#windowStart, this.#callsInWindow] = [this.clock(), 0]
    this.#callsInWindow += 1
    this.#mostInWindow = Math.max(this.#mostInWindow, this.#callsInWindow)
    return {
      'content-type': 'application/json; charset=utf-8',
      date: new Date(this.clock()).toUTCString(),
      'x-ratelimit-limit': String(MOST_PER_WINDOW),
      'x-ratelimit-remaining': String(Math.max(0, MOST_PER_WINDOW - this.#callsInWindow)),
      'x-ratelimit-reset': new Date(this.#windowStart + WINDOW).toISOString(),
    }
  }

  #answerWebFinger({ searchParams }: URL): MastodonAnswer | null {
    if (this.webFinger === null) return null
    const links = [{ rel: 'self', type: 'application/activity+json', href: this.webFinger }]
    return { status: 200, body: { subject: searchParams.get('resource'), links } }
  }

  #describe(): MastodonAnswer {
    const { domain, streaming } = this
    return {
      status: 200,
      body: { domain, title: domain, version: '4.4.2', configuration: { urls: { streaming } } },
    }
  }

  /** Of who has a wrong token, or none where one is needed. */
  #refusal(request: IncomingMessage): MastodonAnswer | null {
    if (this.#hasToken(request)) return null
    if (request.headers.authorization !== undefined)
      return { status: 401, body: { error: 'The access token is invalid' } }
    return this.closed ? { status: 401, body: { error: 'This method requires an authenticated user' } } : null
  }

  #hasToken({ headers }: IncomingMessage): boolean {
    return this.token !== null && headers.authorization === `Bearer ${this.token}`
  }

  #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (pathname !== '/api/v1/streaming') return void stream.end('HTTP/1.1 404 Not Found\r\n\r\n')
    if (!this.#hasToken(request)) return void stream.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
    this.#gate.handleUpgrade(request, stream, head, (socket) => {
      this.connections += 1
      socket.on('ping', () => this.frozen || this.#dead.has(socket) || socket.pong())
      socket.on('error', () => {})
      socket.on('close', () => this.#open.delete(socket))
      if (searchParams.get('stream') === 'public') this.#open.add(socket)
      else socket.send(JSON.stringify({ error: 'Unknown stream type', status: 400 }))
    })
  }
}

function refuseWith(response: ServerResponse, status: number, headers: Record<string, string | null>): void {
  const given = Object.entries(headers).filter((header): header is [string, string] => header[1] !== null)
  response.sendDate = false
  response.writeHead(status, Object.fromEntries(given)).end('{}')
}
