/**
 * The Data API of YouTube as its sheet tells: six lists, page tokens, a bucket of searches and one of units for each key
 * and Pacific day, errors with their reasons. Who starts it makes the world in it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { openLocalServer, openSecondCounter, type LocalServer } from '../shared/local-server.simulator.ts'
import { nextPacificMidnight, SEARCHES, CALL_UNITS } from './api.ts'
import { refusal, youtubeLists, type Answer } from './youtube-lists.simulator.ts'
import { YoutubeWorld } from './youtube-world.simulator.ts'

/** What the next call meets instead of its answer. */
export type YoutubeFault = { status: number; reason?: string; retryAfter?: number } | 'silent' | 'broken' | 'no-json'

interface SimulatorOptions {
  now: () => Date
  keys?: string[]
  perDay?: { searches: number; units: number }
  perSecond?: number
}

const badKey: Answer = {
  status: 400,
  body: {
    error: {
      code: 400,
      message: 'API key not valid.',
      errors: [{ domain: 'global', reason: 'badRequest' }],
      status: 'INVALID_ARGUMENT',
      details: [{ reason: 'API_KEY_INVALID' }],
    },
  },
}

export async function startYoutubeSimulator(options: SimulatorOptions): Promise<YoutubeSimulator> {
  const local = await openLocalServer((request, response) => simulator.handle(request, response))
  const simulator = new YoutubeSimulator(local, options)
  return simulator
}

export class YoutubeSimulator extends YoutubeWorld {
  /** For `baseUrl`. */
  readonly url: string
  readonly calls: Record<string, number> = {}
  /** Calls that came though the bucket was empty, or too many in one second. */
  refused = 0
  faults: YoutubeFault[] = []

  readonly #local: LocalServer
  readonly #keys: string[]
  readonly #perDay: { searches: number; units: number }
  readonly #perSecond: number
  readonly #seconds = openSecondCounter()
  /** By key and bucket, on this Pacific day. */
  readonly #used = new Map<string, number>()
  /** When the Pacific day ends. */
  #dayEnd: Date

  constructor(
    local: LocalServer,
    { now, keys = ['key-a'], perDay = { searches: 100, units: 10_000 }, perSecond = 10 }: SimulatorOptions,
  ) {
    super(now)
    this.url = local.url
    this.#local = local
    this.#keys = keys
    this.#perDay = perDay
    this.#perSecond = perSecond
    this.#dayEnd = nextPacificMidnight(now())
  }

  close(): Promise<void> {
    return this.#local.close()
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://simulator.invalid')
    const fault = this.faults.shift()
    if (fault === 'silent') return
    if (fault === 'broken') return void response.destroy()
    const usual = this.#answer(url)
    if (fault === 'no-json') send(response, { status: 200, body: '<html>' })
    else if (fault)
      send(response, {
        ...(fault.reason ? refusal(fault.status, fault.reason) : { body: '' }),
        status: fault.status,
        ...(fault.retryAfter === undefined ? {} : { headers: { 'retry-after': String(fault.retryAfter) } }),
      })
    else send(response, usual)
  }

  #answer(url: URL): Answer {
    const resource = /^\/youtube\/v3\/(\w+)$/.exec(url.pathname)?.[1] ?? ''
    this.calls[resource] = (this.calls[resource] ?? 0) + 1
    const refused = this.#countCall(resource, url.searchParams.get('key') ?? '')
    if (refused) return refused
    const list = youtubeLists[resource]?.(this, url.searchParams)
    if (list === undefined) return { status: 404, body: 'Not Found' }
    if (list === null) return refusal(400, 'invalidPageToken')
    return 'status' in list && 'body' in list ? list : { status: 200, body: list }
  }

  #countCall(resource: string, key: string): Answer | null {
    const moment = this.now()
    if (moment >= this.#dayEnd) {
      this.#dayEnd = nextPacificMidnight(moment)
      this.#used.clear()
    }
    const inSecond = this.#seconds.count('all', moment)
    if (!this.#keys.includes(key)) return badKey
    const bucket = `${key} ${resource === 'search' ? SEARCHES : CALL_UNITS}`
    const count = (this.#used.get(bucket) ?? 0) + 1
    this.#used.set(bucket, count)
    const isUsedUp = count > (resource === 'search' ? this.#perDay.searches : this.#perDay.units)
    if (!isUsedUp && inSecond <= this.#perSecond * this.#keys.length) return null
    this.refused += 1
    return refusal(403, isUsedUp ? 'quotaExceeded' : 'rateLimitExceeded', 'youtube.quota')
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
