/** Where a request comes from: what rate limits, sockets and sign-ins are counted and remembered by. */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/**
 * Behind one proxy: what it wrote last is true; whatever stands before it in X-Forwarded-For, the sender may have made up. Some
 * proxies write the port too. What is no address is no key of its own: it comes from the proxy.
 *
 * @param remote the other end of the connection
 */
export function clientAddress(headers: IncomingHttpHeaders, remote: string, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(headers['x-forwarded-for'] ?? '') : ''
  const last = (forwarded.split(',').at(-1) ?? '').trim()
  const bare =
    /^"?\[([\da-f:.]+)\](?::\d{1,5})?"?$/i.exec(last)?.[1] ??
    /^"?(\d+\.\d+\.\d+\.\d+)(?::\d{1,5})?"?$/.exec(last)?.[1] ??
    last
  return isIP(bare) === 0 ? remote : bare
}
