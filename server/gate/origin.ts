/** Cookies are same-site, and what changes something must come from our own page: two fences against forged requests. */
import type { IncomingHttpHeaders } from 'node:http'

/** @param publicOrigin '' where the address is whatever the request was sent to */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const { origin } = headers
  // Browsers send it with every request of another page that could change something; programs need not. Of a link that was
  // followed they tell only how near the page was: a neighbouring domain is not ours either.
  if (origin === undefined)
    return ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined)
  if (!URL.canParse(origin)) return false
  return publicOrigin === '' ? new URL(origin).host === headers.host : origin === publicOrigin
}
