/** The way in over HTTP. The socket gate comes through here too, so both share identity, rights, validation and errors. */
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { commonBody } from '../../contract/call.ts'
import { AppError } from '../kit/app-error.ts'
import { MINUTE, SECOND } from '../kit/clock.ts'
import type { AppContext } from '../kit/context.ts'
import { answerError } from './answer-error.ts'
import { isTooMuch } from './bounded-json.ts'
import { addBlogFiles } from './blog-files.ts'
import { callingSocket, callOf } from './call-context.ts'
import { addCallRoutes, type AllAnswers } from './call-routes.ts'
import { compressAnswers } from './compress.ts'
import { openDefectLog, type LogDefect } from './defect-log.ts'
import { hasDevelopmentMailbox, openDevelopmentMailbox } from './development-mailbox.ts'
import { answerFirst } from './first-answers.ts'
import { sightDrawer } from './first-sight.ts'
import { openIdentityResolver } from './identity.ts'
import { addMonitoring } from './monitoring.ts'
import { allowAppOrigins, isAllowedOrigin } from './origin.ts'
import { addPictures } from './public-pages/add-pictures.ts'
import { openPublicPages } from './public-pages/public-pages.ts'
import { sendPage } from './public-pages/send-page.ts'
import { addSiteMap } from './public-pages/site-map.ts'
import { openRateLimiter, type RateLimiter } from './rate-limiter.ts'
import { openRefusalLog, type RefusalLog } from './refusal-log.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { DRAW_WITHIN } from './web-drawing.ts'
import { asksForPage, readWebFiles, serveWebFiles } from './web-files.ts'

/** What a connection may hold of the server. */
export interface ConnectionLimits {
  /** Of all together. */
  connections: number
  /** From its first byte to its last, a request may take so long; headers alone less. In milliseconds, as all of them. */
  request: number
  headers: number
  /** Nothing is read and nothing written: an answer that is not taken. Longer than any call is quiet. */
  idle: number
  /** How often requests that take too long are looked for. */
  sweep: number
}
export const connectionLimits: ConnectionLimits = {
  connections: 10_000,
  request: 30 * SECOND,
  headers: 15 * SECOND,
  idle: MINUTE,
  sweep: 5 * SECOND,
}

/** What the ways in share. */
export interface GateParts {
  limiter: RateLimiter
  logDefect: LogDefect
  refusals: RefusalLog
  /** Milliseconds after which no one waits for a page to be drawn. */
  drawWithin: number
}
export const openGateParts = (context: AppContext, drawWithin = DRAW_WITHIN): GateParts => ({
  limiter: openRateLimiter(context.db, context.clock),
  logDefect: openDefectLog(context),
  refusals: openRefusalLog(context),
  drawWithin,
})

export async function openHttpGate(
  context: AppContext,
  answers: AllAnswers,
  parts: GateParts,
  limits: ConnectionLimits = connectionLimits,
): Promise<FastifyInstance> {
  const { config, log } = context
  const reporting = { log, logDefect: parts.logDefect }
  const app = fastify({
    bodyLimit: commonBody,
    requestTimeout: limits.request,
    connectionTimeout: limits.idle,
    http: { headersTimeout: limits.headers, connectionsCheckingInterval: limits.sweep },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void answerError(reporting, error, request, reply),
  })
  app.server.maxConnections = limits.connections
  boundJson(app)
  await app.register(cookie)
  const web = readWebFiles()
  await addSecurityHeaders(app, config, web?.scripts ?? [])
  compressAnswers(app)
  allowAppOrigins(app, config)
  refuseForeignChanges(app, context)
  const pages = web && openPublicPages(app, context, web, parts)
  app.setErrorHandler((error, request, reply) => answerError(reporting, error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    web !== null && pages !== null && asksForPage(request)
      ? sendPage(web, pages, config, request, reply)
      : answerError(reporting, new AppError('NOT_FOUND'), request, reply),
  )
  await addCallRoutes(app, context, answers, openIdentityResolver(context), parts)
  answerFirst(app, context, sightDrawer(context, parts))
  addMonitoring(app, context)
  addBlogFiles(app, context)
  if (hasDevelopmentMailbox(config)) openDevelopmentMailbox(app, context.db)
  addSiteMap(app, context)
  if (web !== null && pages !== null) {
    // The folder of the files would answer for it otherwise.
    app.get('/', (request, reply) => sendPage(web, pages, config, request, reply))
    addPictures(app, context, pages, parts.logDefect)
    await serveWebFiles(app)
  }
  app.addHook('onClose', () => log.debug('the HTTP gate is closed'))
  return app
}

function boundJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooMuch(body)) done(new AppError('VALIDATION_FAILED'))
    else void parse(request, body, done)
  })
}

/** What changes something must come from our own page. A socket was asked when it was opened. */
function refuseForeignChanges(app: FastifyInstance, { config }: AppContext): void {
  app.addHook('onRequest', async (request) => {
    const call = callOf(request)
    const changes = call?.changes || (request.method !== 'GET' && request.method !== 'HEAD')
    if (!changes || call?.crossSite || callingSocket.getStore()) return
    if (!isAllowedOrigin(request.headers, config)) throw new AppError('ORIGIN_NOT_ALLOWED')
  })
}
