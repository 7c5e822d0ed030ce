/** Every declared call as a Fastify route. The socket gate comes through here too, so both share session, rights, validation and errors. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import formBody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import serveStatic from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { address, type Answer, type Call, type HookCall, type ResultOf } from '../../contract/call.ts'
import { DEFECT_PREFIX, errors, type ErrorCode } from '../../contract/errors.ts'
import type { Contract } from '../../contract/contract.ts'
import { listCalls } from '../../contract/request.ts'
import { mayAsk } from '../../rules/roles.ts'
import { findPersonByToken, knownDeviceAt } from '../features/accounts/accounts.public.ts'
import { gatewayOrigins } from '../features/payments/payments.public.ts'
import type { Answers, Answerer, Asking, FileAnswer, LiveSocket } from '../kit/asking.ts'
import { addressRange } from '../kit/address-range.ts'
import { callSeconds, metrics } from '../kit/metrics.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Config } from '../config.ts'
import { hasDevelopmentMailbox, openDevelopmentMailbox } from './development-mailbox.ts'
import { isOwnOrigin } from './origin.ts'
import { openThrottle } from './throttle.ts'
import { inputReader } from './validate.ts'

export type AllAnswers = { [Feature in keyof Contract]: Answers<Feature> }

export type GateContext = Pick<Asking, 'db' | 'clock' | 'log' | 'language'> & { config: Config }

/** Which socket a call came over; outside of it, plain HTTP. */
export const callingSocket = new AsyncLocalStorage<LiveSocket>()

const DAY_SECONDS = 86_400
const MAX_BODY = 1_048_576
const MAX_FORM = 65_536

export const cookieName = (config: Pick<Config, 'production'>): string =>
  config.production ? '__Host-echolot' : 'echolot'

export async function openHttpGate(context: GateContext, answers: AllAnswers): Promise<FastifyInstance> {
  const { config, log } = context
  const throttle = openThrottle(context.db, context.clock)
  // The captcha of Yandex is a script of theirs, which opens a frame.
  const captchaFrom = config.yandexCaptcha ? [config.yandexCaptcha.url] : []
  const payments = gatewayOrigins(config)
  // It is a script too, and tells its site what it saw.
  const counterFrom = config.metrikaId === '' ? [] : ['https://mc.yandex.ru']
  const app = fastify({
    // One proxy: what it wrote last is true; whatever stands before it in X-Forwarded-For, the sender may have made up.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: MAX_BODY,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void answerError(context, error, request, reply),
  })
  await app.register(cookie)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...captchaFrom, ...counterFrom, ...payments.scripts],
        // Mantine sets sizes and colours as style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Avatars come from the networks, wherever they keep them.
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'ws:', 'wss:', ...captchaFrom, ...counterFrom, ...payments.scripts],
        frameSrc: ["'self'", ...captchaFrom, ...payments.frames],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'", ...payments.forms],
        frameAncestors: ["'none'"],
      },
    },
    hsts: config.production ? { maxAge: 365 * DAY_SECONDS } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })

  app.addHook('onRequest', async (request) => {
    const call = callOf(request)
    const changes = call?.changes || (request.method !== 'GET' && request.method !== 'HEAD')
    if (!changes || call?.crossSite || callingSocket.getStore()) return
    if (!isOwnOrigin(request.headers, config.publicOrigin)) throw new Refusal('WRONG_ORIGIN')
  })
  app.setErrorHandler((error, request, reply) => answerError(context, error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !/^\/(api|auth)\//.test(request.url) && !/\.\w+($|\?)/.test(request.url)
    if (page && existsSync(webFolder)) return reply.sendFile('index.html', { maxAge: 0 })
    return answerError(context, new Refusal('NOT_FOUND'), request, reply)
  })

  const addCall = (
    to: FastifyInstance,
    { name, feature, callName, call }: ReturnType<typeof listCalls>[number],
  ): void => {
    const answer = (answers[feature] as Record<string, Answerer<Call>>)[callName]
    if (!answer) throw new Error(`Call ${name} has no answer`)
    const readInput = inputReader(call)
    to.route({
      method: call.method,
      url: address(call.path),
      config: { call },
      async handler(request, reply) {
        const end = callSeconds.startTimer({ call: name })
        let status = 'ok'
        try {
          const asking = await askingOf(context, request, reply)
          await throttle.check(
            name,
            call,
            asking.person?.id ?? knownDeviceAt(asking, config) ?? addressRange(asking.ip),
          )
          if (!mayAsk(call.who, asking.person?.roles ?? null))
            throw new Refusal(asking.person ? 'FORBIDDEN' : 'UNAUTHORIZED')
          if (call.only === 'socket' && !asking.socket) throw new Refusal('SOCKET_ONLY')
          if (call.only === 'http' && asking.socket) throw new Refusal('HTTP_ONLY')
          const input = readInput({
            params: request.params as Record<string, unknown>,
            // Of a notice they are read by whoever checks its signature.
            query: call.hook ? {} : (request.query as Record<string, unknown>),
            body: call.hook ? undefined : request.body,
          })
          const result = await answer(asking, input)
          if (call.hook) return sendHookAnswer(reply, result as ResultOf<HookCall>)
          if (call.file) return sendFile(context, reply, result as FileAnswer)
          if (call.redirect) return reply.redirect((result as { location: string }).location, 303)
          return { status: 'ok', result } satisfies Answer
        } catch (error) {
          status = error instanceof Refusal ? error.code : 'defect'
          throw error
        } finally {
          end({ status })
        }
      },
    })
  }
  const hooks = listCalls().filter(({ call }) => call.hook)
  const fromElsewhere = listCalls().filter(({ call }) => call.crossSite && !call.hook)
  const own = listCalls().filter(({ call }) => !call.crossSite)
  for (const each of own) addCall(app, each)
  // Only networks send forms; a form of any other site must not pass for a call of our own page.
  await app.register(async (scope) => {
    await scope.register(formBody, { bodyLimit: MAX_FORM })
    for (const each of fromElsewhere) addCall(scope, each)
  })
  // Whatever a service calls what it sends, it is taken as bytes: signatures are over them.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_FORM }, (_request, body, done) =>
      done(null, body),
    )
    for (const each of hooks) addCall(scope, each)
  })

  app.get('/healthz', async () => {
    await sql`select 1`.execute(context.db)
    return { status: 'ok' }
  })
  app.get('/metrics', async (request, reply) => {
    const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)
    const allowed =
      config.metricsToken === ''
        ? local && !config.production
        : request.headers.authorization === `Bearer ${config.metricsToken}`
    if (!allowed) throw new Refusal('NOT_FOUND')
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
  if (hasDevelopmentMailbox(config)) openDevelopmentMailbox(app, context.db)
  if (existsSync(webFolder)) {
    await app.register(serveStatic, {
      root: webFolder,
      // The build writes .br and .gz beside each file.
      preCompressed: true,
      // Names of built files carry a hash of their contents.
      setHeaders: (response, path) =>
        response.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
  }
  app.addHook('onClose', () => log.debug('the HTTP gate is closed'))
  return app
}

const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** The call that a request came to, if it came to one. */
const callOf = (request: FastifyRequest): Call | undefined =>
  (request.routeOptions.config as { call?: Call } | undefined)?.call

async function askingOf(context: GateContext, request: FastifyRequest, reply: FastifyReply): Promise<Asking> {
  const { db, clock, log, language, config } = context
  const name = cookieName(config)
  const token = request.cookies[name]
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.production } as const
  return {
    db,
    clock,
    log,
    language,
    person: token ? await findPersonByToken(db, clock, config.sessionDays, token) : null,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    socket: callingSocket.getStore() ?? null,
    raw: callOf(request)?.hook ? rawOf(request) : null,
    cookies: request.cookies,
    setCookie(cookieNamed, value, seconds) {
      if (value === null) reply.clearCookie(cookieNamed, options)
      else reply.setCookie(cookieNamed, value, seconds === undefined ? options : { ...options, maxAge: seconds })
    },
    setSessionToken(fresh) {
      if (fresh === null) reply.clearCookie(name, options)
      else reply.setCookie(name, fresh, { ...options, maxAge: config.sessionDays * DAY_SECONDS })
    },
  }
}

function rawOf({ url, body, headers }: FastifyRequest): NonNullable<Asking['raw']> {
  const mark = url.indexOf('?')
  return {
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    query: mark === -1 ? '' : url.slice(mark + 1),
    headers,
  }
}

/** In the words of whoever asked, and not in ours. */
function sendHookAnswer(reply: FastifyReply, { status, type, body }: ResultOf<HookCall>): FastifyReply {
  return reply.code(status).type(type).send(body)
}

/** RFC 6266: a name for everybody, and the real one for whoever reads RFC 5987. */
const attachment = (fileName: string): string =>
  `attachment; filename="file${/\.\w+$/.exec(fileName)?.[0] ?? ''}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`

function sendFile(
  context: GateContext,
  reply: FastifyReply,
  { fileName, type, length, contents }: FileAnswer,
): FastifyReply {
  const stream = Readable.from(contents, { objectMode: false })
  stream.on('error', (error) => {
    // What has left already cannot be taken back, but the browser sees that less came than was promised.
    if (reply.raw.headersSent) context.log.error({ err: error, fileName }, 'a file was broken off')
  })
  return reply
    .type(type)
    .header('content-length', length)
    .header('content-disposition', attachment(fileName))
    .header('cache-control', 'private, no-store')
    .send(stream)
}

function answerError(context: GateContext, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof Refusal ? error : refusalOfFramework(error)
  // Of a file that came to nothing.
  reply.removeHeader('content-length').removeHeader('content-disposition').type('application/json; charset=utf-8')
  // A socket is told in words; only a browser that came by itself is sent on.
  const redirects = callOf(request)?.redirect && !callingSocket.getStore()
  if (refusal) {
    if (redirects) return reply.redirect(refusedAt(refusal.code), 303)
    const { http, message } = errors[refusal.code]
    const retryAfter = refusal.details?.retryAfter
    if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter)
    return reply.code(http).send({
      status: 'error',
      type: 'refusal',
      code: refusal.code,
      message,
      details: refusal.details,
    } satisfies Answer)
  }
  const code = DEFECT_PREFIX + randomBytes(4).toString('hex')
  context.log.error({ err: error, code, method: request.method, route: request.routeOptions.url }, 'defect')
  if (redirects) return reply.redirect(refusedAt(code), 303)
  return reply
    .code(500)
    .send({ status: 'error', type: 'defect', code, message: errors.SERVER_ERROR.message } satisfies Answer)
}

/** Where a browser that was sent to us is told that it was refused: the web reads the code and says its sentence. */
const refusedAt = (code: string): string => `/?refused=${code}`

/** What Fastify itself refuses before a call is reached. */
function refusalOfFramework(error: unknown): Refusal | null {
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  const known: Record<number, ErrorCode> = {
    400: 'VALIDATION_FAILED',
    404: 'NOT_FOUND',
    413: 'PAYLOAD_TOO_LARGE',
    414: 'NOT_FOUND',
    415: 'VALIDATION_FAILED',
  }
  const refused = statusCode === undefined || !code?.startsWith('FST_') ? undefined : known[statusCode]
  return refused ? new Refusal(refused) : null
}
