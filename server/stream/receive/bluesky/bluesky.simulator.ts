/**
 * Bluesky as its sheet tells, on this machine: the AppView's calls and Jetstream's old wire at several hosts, over one
 * small world that anyone who tests fills and breaks.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { openLocalServer, type LocalServer } from '../shared/local-server.simulator.ts'
import { appViewCalls } from './app-view.simulator.ts'
import { BlueskyWorld, type LoggedEvent } from './bluesky-world.simulator.ts'
import { openJetstreamHost, type JetstreamHost, type JetstreamSource } from './jetstream.simulator.ts'

/** What one call of the AppView is answered with instead. */
export type AppViewFault =
  | 429
  | 500
  | 'hang'
  | 'break'
  | 'mumble'
  | 'empty'
  | { status: 429; headers: Record<string, string> }
const WINDOW = 300_000
const MOST_PER_WINDOW = 3_000
const LOOKBACK_US = 36 * 3_600_000_000

export async function startBlueskySimulator({
  now,
  hosts: hostCount = 2,
}: {
  now: () => Date
  hosts?: number
}): Promise<BlueskySimulator> {
  const hosts = await Promise.all(Array.from({ length: hostCount }, (_, n) => openJetstreamHost(n, () => simulator)))
  const appView = await openLocalServer((request, response) => simulator.answer(request, response))
  const simulator = new BlueskySimulator(now, appView, hosts)
  return simulator
}

export class BlueskySimulator extends BlueskyWorld implements JetstreamSource {
  /** Of the AppView. */
  readonly url: string
  readonly hosts: JetstreamHost[]
  readonly jetstreams: string[]
  stutters = false
  /** The next calls of the AppView, one each. */
  faults: AppViewFault[] = []
  readonly calls = new Map<string, number>()

  readonly #appView: LocalServer
  /** Times of the AppView's calls within the window. */
  readonly #callTimes: number[] = []
  #mostInWindow = 0

  constructor(now: () => Date, appView: LocalServer, hosts: JetstreamHost[]) {
    super(now)
    this.url = appView.url
    this.hosts = hosts
    this.jetstreams = hosts.map(({ url }) => url)
    this.#appView = appView
  }

  /** Any frame, as it is. */
  sendFrame(frame: string): void {
    for (const host of this.hosts) host.sendFrame(frame)
  }

  /** Ends all open sockets. */
  cut(): void {
    for (const host of this.hosts) host.cut()
  }

  /** The most calls within five minutes; the network allows 3000. */
  mostWithinWindow(): number {
    return this.#mostInWindow
  }

  async end(): Promise<void> {
    this.cut()
    await Promise.all([this.#appView, ...this.hosts].map((each) => each.close()))
  }

  since(cursor: number, skew: number): LoggedEvent[] {
    const from = Math.max(cursor, this.lastTimeUs - LOOKBACK_US)
    return this.log.filter(({ timeUs }) => timeUs + skew * 1000 >= from)
  }

  protected override broadcast(event: LoggedEvent): void {
    for (const host of this.hosts) host.broadcast(event)
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://localhost')
    const method = url.pathname.replace('/xrpc/', '')
    const at = this.now().getTime()
    this.#countCall(method, at)
    const reply = (status: number, body: object, headers: Record<string, string> = {}): void =>
      void response
        .writeHead(status, {
          'content-type': 'application/json; charset=utf-8',
          date: new Date(at).toUTCString(),
          ...headers,
        })
        .end(JSON.stringify(body))
    const fault = this.faults.shift() ?? (this.#callTimes.length > MOST_PER_WINDOW ? 429 : null)
    if (fault === 'hang') return
    if (fault === 'break') return void request.socket.destroy()
    if (fault === 'mumble') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    if (fault === 500) return reply(500, { error: 'InternalServerError', message: 'Internal Server Error' })
    if (fault === 429) {
      return reply(
        429,
        { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
        { 'ratelimit-limit': '3000', 'ratelimit-remaining': '0', 'ratelimit-reset': String(Math.ceil(at / 1000) + 2) },
      )
    }
    if (typeof fault === 'object' && fault !== null)
      return reply(fault.status, { error: 'RateLimitExceeded' }, fault.headers)
    const call = appViewCalls[method]
    if (!call) return reply(501, { error: 'MethodNotImplemented', message: 'Method Not Implemented' })
    const { status, body } = call(this, url.searchParams, fault === 'empty')
    reply(status, body)
  }

  #countCall(method: string, at: number): void {
    this.calls.set(method, (this.calls.get(method) ?? 0) + 1)
    this.#callTimes.push(at)
    while ((this.#callTimes[0] as number) <= at - WINDOW) this.#callTimes.shift()
    this.#mostInWindow = Math.max(this.#mostInWindow, this.#callTimes.length)
  }
}
