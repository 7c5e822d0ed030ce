/** The way in over HTTP. The socket gate comes through here too, so both share identity, rights, validation and errors. */
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { AppError } from '../kit/app-error.ts'
import type { AppContext } from '../kit/context.ts'
import { answerError } from './answer-error.ts'
import { callingSocket, callOf } from './call-context.ts'
import { addCallRoutes, type AllAnswers } from './call-routes.ts'
import { hasDevelopmentMailbox, openDevelopmentMailbox } from './development-mailbox.ts'
import { openIdentityResolver } from './identity.ts'
import { addMonitoring } from './monitoring.ts'
import { allowAppOrigins, isAllowedOrigin } from './origin.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { asksForPage, serveWebFiles } from './web-files.ts'

const MAX_BODY = 1_048_576

export async function openHttpGate(context: AppContext, answers: AllAnswers): Promise<FastifyInstance> {
  const { config, log } = context
  const app = fastify({
    // One proxy: what it wrote last is true; whatever stands before it in X-Forwarded-For, the sender may have made up.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: MAX_BODY,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void answerError(context, error, request, reply),
  })
  await app.register(cookie)
  await addSecurityHeaders(app, config)
  allowAppOrigins(app, config)
  refuseForeignChanges(app, context)
  app.setErrorHandler((error, request, reply) => answerError(context, error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    asksForPage(request)
      ? reply.sendFile('index.html', { maxAge: 0 })
      : answerError(context, new AppError('NOT_FOUND'), request, reply),
  )
  await addCallRoutes(app, context, answers, openIdentityResolver(context))
  addMonitoring(app, context)
  if (hasDevelopmentMailbox(config)) openDevelopmentMailbox(app, context.db)
  await serveWebFiles(app)
  app.addHook('onClose', () => log.debug('the HTTP gate is closed'))
  return app
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
