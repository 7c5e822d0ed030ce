/** A simulated host of Jetstream's old wire: sockets, what is replayed to them, and how the host misbehaves. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { openLocalServer, type LocalServer } from '../shared/local-server.simulator.ts'
import type { LoggedEvent } from './bluesky-world.simulator.ts'

/** How a Jetstream host behaves: `frozen` takes sockets, and lets open ones be, and says nothing; `refusing` takes none; `limiting` says to come again in three hundred years. */
export type HostState = 'well' | 'frozen' | 'refusing' | 'limiting'

/** What a host knows of the world, and how it speaks of it. */
export interface JetstreamSource {
  /** Everything is said twice, and what is replayed comes in pairs the wrong way round. */
  stutters: boolean
  /** Inclusive; a cursor from before what is kept begins there, one from the future with what comes. */
  since(cursor: number, skew: number): LoggedEvent[]
}

export async function openJetstreamHost(number: number, source: () => JetstreamSource): Promise<JetstreamHost> {
  const local = await openLocalServer((_request, response) => void response.writeHead(404).end())
  return new JetstreamHost(local, number, source)
}

export class JetstreamHost {
  state: HostState = 'well'
  sockets = 0
  connections = 0
  lastQuery = ''
  /** Milliseconds its clock is ahead. */
  skew: number

  readonly #local: LocalServer
  readonly #source: () => JetstreamSource
  readonly #gate = new WebSocketServer({ noServer: true, autoPong: false })
  readonly #open = new Set<WebSocket>()
  /** Sockets that missed something are dead for good, and only their silence tells. */
  readonly #dead = new WeakSet<WebSocket>()

  constructor(local: LocalServer, number: number, source: () => JetstreamSource) {
    this.skew = number * 7
    this.#local = local
    this.#source = source
    local.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) =>
      this.#upgrade(request, stream, head),
    )
  }

  get url(): string {
    return `ws://${this.#local.host}`
  }

  broadcast(event: LoggedEvent): void {
    for (const socket of this.#open) {
      if (this.state === 'frozen') this.#dead.add(socket)
      else this.#send(socket, event)
    }
  }

  /** Any frame, as it is. */
  sendFrame(frame: string): void {
    for (const socket of this.#open) socket.send(frame)
  }

  /** Ends all open sockets. */
  cut(): void {
    for (const socket of this.#open) socket.terminate()
  }

  close(): Promise<void> {
    return this.#local.close()
  }

  #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '', 'http://localhost')
    if (this.state === 'limiting')
      return void stream.end('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 9999999999\r\n\r\n')
    if (this.state === 'refusing' || url.pathname !== '/subscribe')
      return void stream.end('HTTP/1.1 503 Service Unavailable\r\n\r\n')
    this.#gate.handleUpgrade(request, stream, head, (socket) => this.#welcome(socket, url))
  }

  #welcome(socket: WebSocket, url: URL): void {
    this.connections += 1
    this.sockets += 1
    this.lastQuery = url.search
    this.#open.add(socket)
    socket.on('ping', () => this.state !== 'frozen' && !this.#dead.has(socket) && socket.pong())
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#open.delete(socket)
      this.sockets -= 1
    })
    const cursor = Number(url.searchParams.get('cursor') ?? Number.NaN)
    if (this.state === 'frozen') this.#dead.add(socket)
    if (Number.isFinite(cursor)) this.#replay(socket, cursor)
  }

  #replay(socket: WebSocket, cursor: number): void {
    const { stutters } = this.#source()
    const events = this.#source().since(cursor, this.skew)
    for (let place = 0; place < events.length; place += 2) {
      const pair = events.slice(place, place + 2)
      for (const event of stutters ? pair.toReversed() : pair) this.#send(socket, event)
    }
  }

  #send(socket: WebSocket, { timeUs, body }: LoggedEvent): void {
    if (this.#dead.has(socket)) return
    const frame = JSON.stringify({ ...body, time_us: timeUs + this.skew * 1000 })
    socket.send(frame)
    if (this.#source().stutters) socket.send(frame)
  }
}
