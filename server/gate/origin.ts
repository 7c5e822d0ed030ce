/** Cookies are same-site, and what changes something must come from our own page or app: two fences against forged requests. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'

/** `publicOrigin` is '' where the address is whatever the request was sent to. */
type Origins = Pick<Config, 'publicOrigin' | 'appOrigins'>

/** Our own page, an app of ours, or a program. */
export function isAllowedOrigin(headers: IncomingHttpHeaders, config: Origins): boolean {
  return isOwnOrigin(headers, config.publicOrigin) || isAppOrigin(headers, config)
}

/** The page of an app shell, which brings its pages along: its origin is not the address of the service. */
export function isAppOrigin({ origin }: IncomingHttpHeaders, { appOrigins }: Pick<Config, 'appOrigins'>): boolean {
  return origin !== undefined && appOrigins.includes(origin)
}

function isOwnOrigin(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const { origin } = headers
  // Browsers send it with every request of another page that could change something; programs need not. Of a link that was
  // followed they tell only how near the page was: a neighbouring domain is not ours either.
  if (origin === undefined)
    return ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined)
  if (!URL.canParse(origin)) return false
  return publicOrigin === '' ? new URL(origin).host === headers.host : origin === publicOrigin
}

const PREFLIGHT_SECONDS = '600'

/** An app's pages may read what they ask for; those of every other site are reported nothing (CORS). */
export function allowAppOrigins(app: FastifyInstance, config: Pick<Config, 'appOrigins'>): void {
  if (config.appOrigins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    // Whatever keeps answers must not hand one of them to another origin.
    reply.header('vary', 'Origin')
    if (!/^\/(api|auth)\//.test(request.url) || !isAppOrigin(request.headers, config)) return
    reply
      .header('access-control-allow-origin', request.headers.origin)
      .header('access-control-allow-credentials', 'true')
      .header('access-control-expose-headers', 'content-disposition, retry-after')
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    return reply
      .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', PREFLIGHT_SECONDS)
      .code(204)
      .send()
  })
}
