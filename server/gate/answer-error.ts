/** What was thrown, as an answer: a refusal with its sentence, or a defect with a short id that stands in the log too. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../../contract/call.ts'
import { DEFECT_PREFIX, errors, type ErrorCode } from '../../contract/errors.ts'
import { AppError } from '../kit/app-error.ts'
import type { AppContext } from '../kit/context.ts'
import { isAway } from '../kit/sql.ts'
import { failureDocument, wantsDocument } from './failure-document.ts'
import { callingSocket, callOf } from './call-context.ts'
import type { LogDefect } from './defect-log.ts'
import { BrokenContract } from './result.ts'

export function answerError(
  { log, logDefect }: Pick<AppContext, 'log'> & { logDefect: LogDefect },
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refused = error instanceof AppError ? error : (refusalOfFramework(error) ?? refusalWhileAway(log, error))
  // Of a file that came to nothing.
  reply.removeHeader('content-length').removeHeader('content-disposition').type('application/json; charset=utf-8')
  // A socket is informed in words; only a browser that came by itself is sent on.
  const redirects = callOf(request)?.redirect && !callingSocket.getStore()
  if (refused) {
    if (redirects) return reply.redirect(refusedAt(refused.code), 303)
    const retryAfter = refused.details?.retryAfter
    if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter)
    if (refused.code === 'SERVICE_UNAVAILABLE' && wantsDocument(request)) return sendFailure(reply, 503, null)
    return reply.code(errors[refused.code].http).send(refusal(refused.code, refused.details))
  }
  const code = DEFECT_PREFIX + randomBytes(4).toString('hex')
  const { method } = request
  const route = request.routeOptions.url ?? ''
  logDefect(`${method} ${route}`, error, { code, method, route }, 'defect')
  if (redirects) return reply.redirect(refusedAt(code), 303)
  if (wantsDocument(request)) return sendFailure(reply, 500, code)
  return reply.code(500).send({
    status: 'error',
    type: 'defect',
    code,
    message: errors.SERVER_ERROR.message,
    // Never in production, where results are not checked.
    ...(error instanceof BrokenContract && { details: { broken: error.message } }),
  } satisfies Answer)
}

const sendFailure = (reply: FastifyReply, status: number, code: string | null): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(failureDocument(code))

export function refusal(code: ErrorCode, details?: AppError['details']): Answer {
  return { status: 'error', type: 'refusal', code, message: errors[code].message, ...(details && { details }) }
}

/** Where a browser that was sent to us is informed that it was refused: the web reads the code and says its sentence. */
const refusedAt = (code: string): string => `/?refused=${code}`

/** After so many seconds it is worth asking again. */
const RETRY_AFTER = 5

/** Without its database the service answers nothing, for a while; that is no defect to report. */
function refusalWhileAway(log: AppContext['log'], error: unknown): AppError | null {
  if (!isAway(error)) return null
  log.warn({ err: error }, 'calls are refused while the database is away')
  return new AppError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER })
}

/** What Fastify itself refuses before a call is reached. */
function refusalOfFramework(error: unknown): AppError | null {
  const { statusCode, code, message } = error as { statusCode?: number; code?: string; message?: string }
  // The client went away within its body: no one reads the answer, and nothing is broken.
  if (code === 'ECONNRESET' && message === 'aborted') return new AppError('VALIDATION_FAILED')
  const known: Record<number, ErrorCode> = {
    400: 'VALIDATION_FAILED',
    // Of files: a path that leads out of their folder.
    403: 'NOT_FOUND',
    404: 'NOT_FOUND',
    413: 'PAYLOAD_TOO_LARGE',
    414: 'NOT_FOUND',
    415: 'VALIDATION_FAILED',
  }
  const refused = statusCode === undefined || !code?.startsWith('FST_') ? undefined : known[statusCode]
  return refused ? new AppError(refused) : null
}
