/** Every declared call as a route. Each is let in, read, answered and sent back in one order, whichever way it came. */
import formBody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { address, type Answer, type Call, type HookCall, type ResultOf } from '../../contract/call.ts'
import { contract, type Contract } from '../../contract/contract.ts'
import { listCalls } from '../../contract/request.ts'
import { toWire, wireNames } from '../../contract/wire-names.ts'
import { actorOf } from '../../rules/identity.ts'
import { maskUseOf } from '../../rules/mask.ts'
import { decidePermission } from '../../rules/permission.ts'
import { noteMaskedCall } from '../features/office/masks/masks.public.ts'
import { knownDeviceAt } from '../features/people/accounts/accounts.public.ts'
import { addressRange } from '../kit/address-range.ts'
import { AppError } from '../kit/app-error.ts'
import type { AppContext, CallContext, FileAnswer, Handler, Handlers } from '../kit/context.ts'
import { isAway } from '../kit/sql.ts'
import { callSeconds } from './metrics.ts'
import { readCallContext, type AskedContext } from './call-context.ts'
import { rateLimitSubject, type ResolveIdentity } from './identity.ts'
import { drawing } from './first-answers.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { RefusalLog } from './refusal-log.ts'
import { checkResult } from './result.ts'
import { sendFile } from './send-file.ts'
import { openUploads, type Form, type Uploads } from './uploads.ts'
import { inputReader } from './validate.ts'

export type AllAnswers = { [Feature in keyof Contract]: Handlers<Feature> }
interface Limits {
  limiter: RateLimiter
  refusals: RefusalLog
}
type ListedCall = ReturnType<typeof listCalls>[number]

const MAX_FORM = 65_536

export async function addCallRoutes(
  app: FastifyInstance,
  context: AppContext,
  answers: AllAnswers,
  resolveIdentity: ResolveIdentity,
  parts: Limits,
): Promise<void> {
  const uploads = openUploads()
  const add = (to: FastifyInstance, listed: ListedCall): void => {
    const { name, feature, callName, call } = listed
    const handler = (answers[feature] as Record<string, Handler<Call>>)[callName]
    if (!handler) throw new Error(`Call ${name} has no answer`)
    const answer = answerer(context, listed, handler, resolveIdentity, { ...parts, uploads })
    to.route({
      method: call.method,
      url: address(call.path),
      ...(call.maxBody && { bodyLimit: call.maxBody }),
      config: { call },
      handler: async (request, reply) => measured(name, () => answer(request, reply)),
    })
  }
  const calls = listCalls()
  for (const each of calls.filter(({ call }) => !call.crossSite && !call.files)) add(app, each)
  // It only says that there are files: they are read when the call was let in.
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    for (const each of calls.filter(({ call }) => call.files)) add(scope, each)
  })
  // Only networks send forms; a form of any other site must not pass for a call of our own page.
  await app.register(async (scope) => {
    await scope.register(formBody, { bodyLimit: MAX_FORM })
    for (const each of calls.filter(({ call }) => call.crossSite && !call.hook)) add(scope, each)
  })
  // Whatever a service calls what it sends, it is taken as bytes: signatures are over them.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_FORM }, (_request, body, done) =>
      done(null, body),
    )
    for (const each of calls.filter(({ call }) => call.hook)) add(scope, each)
  })
}

/** Rate limit, rights, way, input: who may not ask learns nothing about what they asked for. */
function answerer(
  context: AppContext,
  { name, feature, callName, call }: ListedCall,
  handler: Handler<Call>,
  resolveIdentity: ResolveIdentity,
  { limiter, refusals, uploads }: Limits & { uploads: Uploads },
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const names = wireNames[feature]
  const readInput = inputReader(call, names)
  const maskUse = maskUseOf(feature, callName)
  return async (request, reply) => {
    const asked = await readCallContext(context, resolveIdentity, request, reply)
    const who = countedAs(asked)
    const ctx: CallContext = {
      ...asked,
      teamNeed: call.teamNeed,
      files: [],
      async countAs(otherFeature, callName) {
        if (drawing.getStore()) return
        const other = contract[otherFeature][callName] as Call
        await limiter.check(`${otherFeature}.${callName}`, limitedFor(asked, other), who)
      },
    }
    const result: unknown = await handled().catch((error: unknown) => {
      const userId = actorOf(ctx.identity)?.id ?? null
      refusals.note(error, name, { who, userId, ip: ctx.ip, userAgent: ctx.userAgent })
      throw error
    })
    async function handled(): Promise<unknown> {
      if (!drawing.getStore()) await limiter.check(name, limitedFor(asked, call), who)
      const refused = decidePermission(call, ctx.identity, maskUse)
      if (refused) {
        await noteMaskedCall(ctx, name, 'refused')
        throw new AppError(refused)
      }
      checkWay(call, ctx)
      return call.files && request.isMultipart() ? uploads(request, call.files, answered) : answered()
    }
    async function answered(form?: Form): Promise<unknown> {
      const input = readInput({
        params: request.params as Record<string, unknown>,
        // Of a notice they are read by anyone who checks its signature.
        query: call.hook ? {} : (request.query as Record<string, unknown>),
        body: call.hook ? undefined : (form?.fields ?? request.body),
        isForm: form !== undefined,
      })
      if (maskUse) await noteMaskedCall(ctx, name, maskUse, request.params as Record<string, unknown>)
      return handler(form ? { ...ctx, files: form.files } : ctx, input)
    }
    if (!context.config.production && !call.file) checkResult(name, call, result)
    return sendResult(context, call, reply, call.file ? result : toWire(result, names))
  }
}

const countedAs = (ctx: AskedContext): string | number =>
  rateLimitSubject(ctx.identity) ?? knownDeviceAt(ctx) ?? addressRange(ctx.ip)

function limitedFor({ person }: Pick<CallContext, 'person'>, call: Call): Call {
  return person === null && call.guestRateLimit ? { ...call, rateLimit: call.guestRateLimit } : call
}

function checkWay(call: Call, { socket }: CallContext): void {
  if (call.only === 'socket' && !socket) throw new AppError('SOCKET_ONLY')
  if (call.only === 'http' && socket) throw new AppError('HTTP_ONLY')
}

function sendResult(context: AppContext, call: Call, reply: FastifyReply, result: unknown): unknown {
  if (call.hook) {
    // In the words of anyone who asked, and not in ours.
    const { status, type, body } = result as ResultOf<HookCall>
    return reply.code(status).type(type).send(body)
  }
  if (call.file) return sendFile(context, reply, result as FileAnswer)
  if (call.redirect) return reply.redirect((result as { location: string }).location, 303)
  return { status: 'ok', result } satisfies Answer
}

/** How long it took and what came of it, for /metrics. */
async function measured<Result>(call: string, work: () => Promise<Result>): Promise<Result> {
  const end = callSeconds.startTimer({ call })
  let status = 'ok'
  try {
    return await work()
  } catch (error) {
    status = error instanceof AppError ? error.code : isAway(error) ? 'SERVICE_UNAVAILABLE' : 'defect'
    throw error
  } finally {
    end({ status })
  }
}
