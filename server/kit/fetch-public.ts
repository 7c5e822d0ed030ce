/**
 * Asking addresses that people gave us. A feed's address may lead into our own network, by its name, by a redirect or by a
 * name that changes its address after the check; so names are resolved here, once for each hop, and the connection goes to
 * the very addresses that were checked.
 */
import { Resolver } from 'node:dns/promises'
import { Agent as HttpAgent, request as askHttp, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as askHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isPublicAddress } from './public-address.ts'

export type FetchPublic = (url: URL, init: RequestInit) => Promise<Response>

/** What may not be asked, whenever one asks; everything else that is thrown is an error of the connection. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
}

export interface FetchPublicOptions {
  /** `host:port`, asked whatever their address and port: for tests and development. */
  allow?: string[]
  /** All addresses of a name; throws where there is none. */
  resolve?: (host: string) => Promise<string[]>
  /** Milliseconds for all of it, redirects included. */
  timeout?: number
  /** Of a body, unpacked. */
  mostBytes?: number
}

interface Hop {
  url: URL
  method: string
  headers: Headers
  body: Uint8Array | string | null
}

const TIMEOUT = 20_000
const MOST_BYTES = 8 * 1024 * 1024
const MOST_REDIRECTS = 5

/** Answers as `fetch` does, but with the whole body read: the bound on its size is held before anybody gets it. */
export function createFetchPublic({
  allow = [],
  resolve = resolveName,
  timeout = TIMEOUT,
  mostBytes = MOST_BYTES,
}: FetchPublicOptions = {}): FetchPublic {
  async function addressesOf(url: URL, signal: AbortSignal): Promise<string[]> {
    const host = bareHost(url)
    const allowed = allow.includes(`${url.hostname}:${portOf(url)}`)
    if (!allowed) checkAddress(url)
    const addresses = isIP(host) ? [host] : await until(signal, () => resolve(host))
    // A name with addresses of both kinds is asked only at the public ones.
    const open = allowed ? addresses : addresses.filter(isPublicAddress)
    if (open.length === 0) throw new FetchRefused(`${url.host} is no public address`)
    return open
  }

  return async (given, init) => {
    const signal = AbortSignal.any([AbortSignal.timeout(timeout), ...(init.signal ? [init.signal] : [])])
    const hop: Hop = {
      url: given,
      method: (init.method ?? 'GET').toUpperCase(),
      headers: new Headers(init.headers),
      body: bodyOf(init.body),
    }
    for (let redirects = 0; ; redirects++) {
      hop.url = cleaned(hop.url)
      const answer = await ask(hop, await addressesOf(hop.url, signal), signal)
      const next = nextAddress(answer, hop.url)
      if (!next || init.redirect === 'manual')
        return await responseOf(answer, hop.url, redirects > 0, mostBytes, signal)
      answer.destroy()
      if (init.redirect === 'error') throw new FetchRefused(`${hop.url.host} leads elsewhere`)
      if (redirects === MOST_REDIRECTS) throw new FetchRefused(`${given.host}: more than ${MOST_REDIRECTS} redirects`)
      follow(hop, next, answer.statusCode!)
    }
  }
}

/**
 * Beside the usual ports only those where sites stand that cannot have them. On others of a public machine there is mail,
 * a database or a chat; anyone who gives us such an address wants us to knock there for them.
 */
function checkAddress(url: URL): void {
  const port = portOf(url)
  if (port !== 80 && port !== 443 && !(port >= 8000 && port <= 8999))
    throw new FetchRefused(`${url.host}: not a port of the web`)
  // A name without a dot, and these zones, mean something only inside a network.
  const host = bareHost(url)
  if (
    !isIP(host) &&
    (!host.includes('.') || /\.(localhost|local|internal|intranet|lan|home\.arpa|onion)$/.test(host))
  ) {
    throw new FetchRefused(`${url.host} is no public name`)
  }
}

/** Without a name and password, which no one meant to give us, and without a trailing dot, which is the same name written otherwise. */
function cleaned(given: URL): URL {
  const url = new URL(given)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchRefused(`${url.protocol} is not asked`)
  url.username = ''
  url.password = ''
  url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '')
  return url
}

const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** Not the system's own lookup: that waits in the pool of threads the files need, as long as a slow name server likes. */
async function resolveName(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []))
  if (addresses.length === 0 && four.status === 'rejected') throw four.reason
  return addresses
}

function ask({ url, method, headers, body }: Hop, addresses: string[], signal: AbortSignal): Promise<IncomingMessage> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_host, { all }, done) =>
    all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)
  const secure = url.protocol === 'https:'
  // Of its own: a kept connection was checked for another asking, and the usual agent may go through a proxy.
  const agent = secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false })
  const sent: Record<string, string> = {
    accept: '*/*',
    ...Object.fromEntries(headers),
    'accept-encoding': 'gzip, deflate, br',
  }
  delete sent.host
  if (body !== null) sent['content-length'] = String(Buffer.byteLength(body))
  return new Promise((answered, failed) => {
    const request = (secure ? askHttps : askHttp)({
      host: bareHost(url),
      port: portOf(url),
      path: `${url.pathname}${url.search}`,
      method,
      agent,
      lookup,
      signal,
      headers: { ...sent, host: url.host },
    })
    request.once('response', (answer) => {
      // Heard where it is read; one that is thrown away may fail unheard.
      answer.on('error', () => {})
      answered(answer)
    })
    request.on('error', (error) => failed(signal.aborted ? signal.reason : error))
    request.end(body ?? undefined)
  })
}

function nextAddress({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !location) return null
  // A header is bytes; sites write other alphabets into it as UTF-8.
  const written = Buffer.from(location, 'latin1').toString('utf8')
  if (!URL.canParse(written, from.href)) throw new FetchRefused(`${from.host} leads to no address`)
  return new URL(written, from)
}

function follow(hop: Hop, next: URL, status: number): void {
  const becomesGet =
    status === 303 ? hop.method !== 'HEAD' : (status === 301 || status === 302) && hop.method === 'POST'
  if (becomesGet) {
    hop.method = 'GET'
    hop.body = null
    for (const name of ['content-type', 'content-length', 'content-encoding']) hop.headers.delete(name)
  }
  // Anyone who we were for one site is none of another's business.
  if (next.origin !== hop.url.origin)
    for (const name of ['authorization', 'cookie', 'proxy-authorization']) hop.headers.delete(name)
  hop.url = next
}

async function responseOf(
  answer: IncomingMessage,
  url: URL,
  redirected: boolean,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Response> {
  const status = answer.statusCode ?? 0
  if (status < 200 || status > 599) {
    answer.destroy()
    throw new Error(`${url.host} answered ${status}`)
  }
  const headers = new Headers()
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    const name = answer.rawHeaders[at]!
    // What came is handed out unpacked.
    if (!/^(content-encoding|content-length|transfer-encoding)$/i.test(name))
      headers.append(name, answer.rawHeaders[at + 1]!)
  }
  const bytes = await readBounded(answer, url, mostBytes, signal)
  const response = new Response([204, 205, 304].includes(status) ? null : bytes, {
    status,
    statusText: answer.statusMessage ?? '',
    headers,
  })
  Object.defineProperty(response, 'url', { value: url.href })
  Object.defineProperty(response, 'redirected', { value: redirected })
  return response
}

async function readBounded(
  answer: IncomingMessage,
  url: URL,
  most: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const unpacked = unpack(answer)
  // The signal destroys the answer; what unpacks it would wait for the rest for ever.
  const end = (): void => void unpacked.destroy(signal.reason)
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  answer.once('error', (error) => unpacked.destroy(error))
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of unpacked as AsyncIterable<Uint8Array>) {
      size += piece.byteLength
      if (size > most) throw new FetchRefused(`${url.host}: more than ${most} bytes`)
      pieces.push(piece)
    }
  } finally {
    signal.removeEventListener('abort', end)
    answer.destroy()
  }
  return Buffer.concat(pieces)
}

function unpack(answer: IncomingMessage): Readable {
  switch (answer.headers['content-encoding']?.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return answer.pipe(createGunzip())
    case 'deflate':
      return answer.pipe(createInflate())
    case 'br':
      return answer.pipe(createBrotliDecompress())
    default:
      return answer
  }
}

function bodyOf(body: RequestInit['body']): Hop['body'] {
  if (body === null || body === undefined) return null
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('a body is a text or bytes here')
}

/** A resolver knows no signal; no one waits for it any longer. */
async function until<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted()
  let end = (): void => {}
  const ended = new Promise<never>((_, failed) => {
    end = () => failed(signal.reason)
    signal.addEventListener('abort', end, { once: true })
  })
  try {
    return await Promise.race([work(), ended])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
