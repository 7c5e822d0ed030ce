/** What a handler gets for one call: made of the request, and answered to by the reply. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../../contract/call.ts'
import { personAsking } from '../../rules/identity.ts'
import { DAY, SECOND } from '../kit/clock.ts'
import type { AppContext, CallContext, LiveSocket } from '../kit/context.ts'
import { clientAddress } from './client-address.ts'
import { cookieOptions, sessionCookieName } from './cookies.ts'
import type { ResolveIdentity } from './identity.ts'
import { isAppOrigin } from './origin.ts'

/** Which socket a call came over; outside of it, plain HTTP. */
export const callingSocket = new AsyncLocalStorage<LiveSocket>()

/** The call that a request came to, if it came to one. */
export const callOf = (request: FastifyRequest): Call | undefined =>
  (request.routeOptions.config as { call?: Call } | undefined)?.call

/** All that is known before the call is let in. */
export type AskedContext = Omit<CallContext, 'countAs' | 'teamNeed' | 'files'>

export async function readCallContext(
  context: AppContext,
  resolveIdentity: ResolveIdentity,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AskedContext> {
  const { config } = context
  const { headers, cookies } = request
  const identity = await resolveIdentity({ headers, cookies })
  const options = cookieOptions(config, isAppOrigin(headers, config))
  const setCookie: CallContext['setCookie'] = (name, value, seconds) => {
    if (value === null) reply.clearCookie(name, options)
    else reply.setCookie(name, value, seconds === undefined ? options : { ...options, maxAge: seconds })
  }
  return {
    ...context,
    identity,
    person: personAsking(identity),
    ip: clientAddress(headers, request.ip, config.trustProxy),
    userAgent: headers['user-agent'] ?? '',
    isNavigation: isNavigation(request),
    socket: callingSocket.getStore() ?? null,
    raw: callOf(request)?.hook ? rawOf(request) : null,
    cookies,
    setCookie,
    setSessionToken(token) {
      setCookie(sessionCookieName(config), token, (config.sessionDays * DAY) / SECOND)
      // Pages that «back» would show, and whatever was kept of answers. Cookies and storage stay: who brought the visitor, what
      // was seen already, light or dark belong to the browser and not to the session.
      if (token === null) reply.header('clear-site-data', '"cache"')
    },
  }
}

function isNavigation({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const [mode, destination] = [headers['sec-fetch-mode'], headers['sec-fetch-dest']]
  // What is fetched ahead no one has asked for yet, and who asks whether there is something does not go there.
  const isAhead = /prefetch|prerender/i.test(`${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`)
  if (isAhead || method === 'HEAD') return false
  return (mode ?? 'navigate') === 'navigate' && (destination ?? 'document') === 'document'
}

function rawOf({ url, body, headers }: FastifyRequest): NonNullable<CallContext['raw']> {
  const mark = url.indexOf('?')
  return {
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    query: mark === -1 ? '' : url.slice(mark + 1),
    headers,
  }
}
