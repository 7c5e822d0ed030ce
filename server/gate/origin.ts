/** Cookies are same-site, and what changes something must come from our own page: two fences against forged requests. */
import type { IncomingHttpHeaders } from 'node:http'

/** @param publicOrigin '' where the address is whatever the request was sent to */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const { origin } = headers
  // Browsers send it with every cross-site request that could change something; programs need not.
  if (origin === undefined) return headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] !== 'cross-site'
  if (!URL.canParse(origin)) return false
  return publicOrigin === '' ? new URL(origin).host === headers.host : origin === publicOrigin
}
