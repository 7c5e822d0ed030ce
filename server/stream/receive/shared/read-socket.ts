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
  const {
    headers,
    time,
    pingEvery = 20_000,
    openWithin = 15_000,
    most = 200,
    within = 1_000,
    onOpen,
    onHeard,
  } = options
  if (signal.aborted) return
  const settings: ClientOptions = { perMessageDeflate: false, maxPayload: MOST_BYTES }
  const socket = new WebSocket(url, headers ? { ...settings, headers } : settings)
  const open = new AbortController()
  const over = new AbortController()
  const frames: string[] = []
  let trouble: NetworkError | null = null
  let heard = false
  let wake = (): void => {}

  const end = (reason: NetworkError): void => {
    trouble ??= reason
    over.abort()
    socket.terminate()
  }
  const hear = (): void => {
    heard = true
    onHeard?.()
  }
  const stop = (): void => end(new NetworkError('temporary', `${url.host}: ended`))
  signal.addEventListener('abort', stop)
  over.signal.addEventListener('abort', () => wake())
  socket.on('open', () => {
    open.abort()
    hear()
    onOpen?.()
  })
  socket.on('ping', hear)
  socket.on('pong', hear)
  socket.on('message', (data, isBinary) => {
    hear()
    if (!isBinary) frames.push(data.toString())
    if (frames.length >= most) wake()
    if (frames.length >= MOST_WAITING) socket.pause()
  })
  socket.on('unexpected-response', (_request, response) =>
    end(refusalOf(url, response.statusCode ?? 0, response.headers['retry-after'])),
  )
  socket.on('error', (error) => end(new NetworkError('temporary', `${url.host}: ${error.message}`, { cause: error })))
  socket.on('close', (code) => end(new NetworkError('temporary', `${url.host} closed the socket (${code})`)))

  async function watch(): Promise<void> {
    await time.sleep(openWithin, AbortSignal.any([open.signal, over.signal]))
    if (!open.signal.aborted) return end(new NetworkError('temporary', `${url.host}: the socket did not open in time`))
    for (let silent = 0; !over.signal.aborted;) {
      await time.sleep(pingEvery, over.signal)
      if (over.signal.aborted) return
      // While it is held back nothing can be heard of it.
      silent = heard || socket.isPaused ? 0 : silent + 1
      heard = false
      if (silent >= 2) return end(new NetworkError('temporary', `${url.host} fell silent`))
      if (socket.readyState === WebSocket.OPEN) socket.ping()
    }
  }
  const watching = watch()

  try {
    while (!signal.aborted) {
      if (frames.length < most && !over.signal.aborted) {
        const full = new AbortController()
        wake = () => full.abort()
        await time.sleep(within, full.signal)
      }
      if (signal.aborted) return
      // What came before it broke is worth as much as anything.
      if (frames.length === 0 && trouble) throw trouble
      const piece = frames.splice(0, most)
      if (socket.isPaused && frames.length < MOST_WAITING / 2) socket.resume()
      yield piece
    }
  } finally {
    signal.removeEventListener('abort', stop)
    end(new NetworkError('temporary', `${url.host}: left`))
    await watching
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
