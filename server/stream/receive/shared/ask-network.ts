/** Asking a network over HTTP: a bound on time and size, and every failure as a NetworkError. */
import { NetworkError } from './network-error.ts'

/** Whatever speaks HTTP as `fetch` does: the plain one for networks we chose, `fetchPublic` for addresses people gave us. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>

export interface AskOptions {
  init?: RequestInit
  signal?: AbortSignal | undefined
  fetch?: Fetch
  /** Milliseconds. */
  timeout?: number
  mostBytes?: number
}

export interface NetworkAnswer {
  status: number
  headers: Headers
  /** As it came; `text` reads it as UTF-8. */
  bytes: Uint8Array
  text: string
  /** Where it came from in the end. */
  url: string
}

const TIMEOUT = 15_000
const MOST_BYTES = 8 * 1024 * 1024

/** @throws NetworkError for what did not come at all; statuses are for the adapter to judge (see `errorOfStatus`) */
export async function askNetwork(
  url: URL,
  { init = {}, signal, fetch: ask = fetch, timeout = TIMEOUT, mostBytes = MOST_BYTES }: AskOptions = {},
): Promise<NetworkAnswer> {
  const ends = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])])
  try {
    const response = await ask(url, { ...init, signal: ends })
    const bytes = await readBytes(response, mostBytes)
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      get text() {
        return new TextDecoder().decode(bytes)
      },
      url: response.url,
    }
  } catch (error) {
    if (error instanceof NetworkError) throw error
    throw new NetworkError(
      'temporary',
      `${url.host}: ${ends.aborted ? 'no answer in time' : (((error as Error).cause as Error | undefined)?.message ?? (error as Error).message)}`,
      { cause: error },
    )
  }
}

async function readBytes(response: Response, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.byteLength
    if (size > most) throw new NetworkError('bad-request', `${new URL(response.url).host}: more than ${most} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** What a status means where the network says no more; null for 2xx and 304. */
export function errorOfStatus({ status, headers, url }: NetworkAnswer): NetworkError | null {
  if ((status >= 200 && status < 300) || status === 304) return null
  const message = `${new URL(url).host} answered ${status}`
  if (status === 429 || status === 503) {
    const retryAfter = readRetryAfter(headers)
    if (status === 429 || retryAfter !== undefined)
      return new NetworkError('rate-limited', message, retryAfter === undefined ? {} : { retryAfter })
  }
  if (status >= 500 || status === 408 || status === 425) return new NetworkError('temporary', message)
  if (status === 404 || status === 410) return new NetworkError('not-found', message)
  if (status === 401) return new NetworkError('auth-dead', message)
  if (status === 403) return new NetworkError('access-denied', message)
  return new NetworkError('bad-request', message)
}

/**
 * Seconds, or a date: that one by the clock of anyone who answered, for ours may go wrong.
 * @returns milliseconds
 */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  const wait = Date.parse(value) - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
