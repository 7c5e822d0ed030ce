/** Hearing a WebSocket out: what it says in bounded pieces, until it breaks, is closed or falls silent. */
import { WebSocket, type ClientOptions } from 'ws'
import type { Time } from './adapter.ts'
import { NetworkError } from './network-error.ts'

export interface SocketOptions {
  headers?: Record<string, string>
  time: Time
  /** Milliseconds between two looks at whether anything was heard, each with a ping; silent for two of them, it is given up. */
  pingEvery?: number
  /** Milliseconds within which it has to open. */
  openWithin?: number
  /** A piece is handed out when it has this many frames, or after this many milliseconds, empty if nothing came. */
  most?: number
  within?: number
  onOpen?(): void
  /** Anything at all came, a pong included. */
  onHeard?(): void
}

/** This many frames wait for anyone who reads; then the network has to. */
const MOST_WAITING = 5_000
const MOST_BYTES = 4 * 1024 * 1024

/**
 * Ends when the signal aborts.
 * @throws NetworkError `auth-dead` and `access-denied` where it was refused so, else `temporary` or `rate-limited`
 */
export async function* readSocket(url: URL, options: SocketOptions, signal: AbortSignal): AsyncGenerator<string[]> {
  if (signal.aborted) return
  const socket = new HeardSocket(url, options)
  const stop = (): void => socket.end('ended')
  signal.addEventListener('abort', stop)
  const watching = socket.watch()
  try {
    while (!signal.aborted) {
      await socket.waitForPiece()
      if (signal.aborted) return
      yield socket.takePiece()
    }
  } finally {
    signal.removeEventListener('abort', stop)
    socket.end('left')
    await watching
  }
}

class HeardSocket {
  readonly #url: URL
  readonly #socket: WebSocket
  readonly #time: Time
  readonly #options: SocketOptions
  readonly #most: number
  readonly #open = new AbortController()
  readonly #over = new AbortController()
  readonly #frames: string[] = []
  #error: NetworkError | null = null
  #heard = false
  #wake = (): void => {}

  constructor(url: URL, options: SocketOptions) {
    const { headers, time, most = 200, onOpen } = options
    const settings: ClientOptions = { perMessageDeflate: false, maxPayload: MOST_BYTES }
    const socket = new WebSocket(url, headers ? { ...settings, headers } : settings)
    this.#url = url
    this.#socket = socket
    this.#time = time
    this.#options = options
    this.#most = most
    this.#over.signal.addEventListener('abort', () => this.#wake())
    socket.on('open', () => {
      this.#open.abort()
      this.#hear()
      onOpen?.()
    })
    socket.on('ping', () => this.#hear())
    socket.on('pong', () => this.#hear())
    socket.on('message', (data, isBinary) => {
      this.#hear()
      if (!isBinary) this.#frames.push(data.toString())
      if (this.#frames.length >= most) this.#wake()
      if (this.#frames.length >= MOST_WAITING) socket.pause()
    })
    socket.on('unexpected-response', (_request, response) =>
      this.#endWith(refusalOf(url, response.statusCode ?? 0, response.headers['retry-after'])),
    )
    socket.on('error', (error) =>
      this.#endWith(new NetworkError('temporary', `${url.host}: ${error.message}`, { cause: error })),
    )
    socket.on('close', (code) =>
      this.#endWith(new NetworkError('temporary', `${url.host} closed the socket (${code})`)),
    )
  }

  end(why: string): void {
    this.#endWith(new NetworkError('temporary', `${this.#url.host}: ${why}`))
  }

  /** Gives it up when it does not open or falls silent; ends with it. */
  async watch(): Promise<void> {
    const { pingEvery = 20_000, openWithin = 15_000 } = this.#options
    const over = this.#over.signal
    await this.#time.sleep(openWithin, AbortSignal.any([this.#open.signal, over]))
    if (!this.#open.signal.aborted) return this.end('the socket did not open in time')
    for (let silent = 0; !over.aborted;) {
      await this.#time.sleep(pingEvery, over)
      if (over.aborted) return
      // While it is held back nothing can be heard of it.
      silent = this.#heard || this.#socket.isPaused ? 0 : silent + 1
      this.#heard = false
      if (silent >= 2) return this.#endWith(new NetworkError('temporary', `${this.#url.host} fell silent`))
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping()
    }
  }

  /** Until a piece is full or due. */
  async waitForPiece(): Promise<void> {
    if (this.#frames.length >= this.#most || this.#over.signal.aborted) return
    const { within = 1_000 } = this.#options
    const full = new AbortController()
    this.#wake = () => full.abort()
    await this.#time.sleep(within, full.signal)
  }

  /** @throws NetworkError why it is over, after all that came before: that is worth as much as anything */
  takePiece(): string[] {
    if (this.#frames.length === 0 && this.#error) throw this.#error
    const piece = this.#frames.splice(0, this.#most)
    if (this.#socket.isPaused && this.#frames.length < MOST_WAITING / 2) this.#socket.resume()
    return piece
  }

  #endWith(reason: NetworkError): void {
    this.#error ??= reason
    this.#over.abort()
    this.#socket.terminate()
  }

  #hear(): void {
    this.#heard = true
    this.#options.onHeard?.()
  }
}

function refusalOf(url: URL, status: number, retryAfter: string | undefined): NetworkError {
  const message = `${url.host} refused the socket with ${status}`
  if (status === 401) return new NetworkError('auth-dead', message)
  if (status === 403) return new NetworkError('access-denied', message)
  if (status === 429) {
    const seconds = Number(retryAfter)
    return new NetworkError(
      'rate-limited',
      message,
      retryAfter && Number.isFinite(seconds) ? { retryAfter: seconds * 1000 } : {},
    )
  }
  return new NetworkError('temporary', message)
}
