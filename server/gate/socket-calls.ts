/** Calls over a socket: each goes through the route it would take over HTTP. */
import type { FastifyInstance } from 'fastify'
import type { Socket } from 'socket.io'
import type { Answer, Call } from '../../contract/call.ts'
import { signalToWire } from '../../contract/wire-names.ts'
import { errors, type ErrorCode } from '../../contract/errors.ts'
import { requestOf } from '../../contract/request.ts'
import { AppError } from '../kit/app-error.ts'
import type { LiveSocket } from '../kit/context.ts'
import { refusal } from './answer-error.ts'
import { callingSocket } from './call-context.ts'
import type { GateParts } from './http.ts'
import { readEnvelope } from './socket-envelope.ts'

/** A browser opens one; more than these at once from one session is a runaway. */
const CALLS_AT_ONCE = 32
/** Refused here one after the other, without an answer of a call between them: no page of ours does that. */
const REFUSALS_IN_A_ROW = 100

/** @param from who is asking, as rate limits count them; `address` where from */
export function answerCallsOver(
  socket: Socket,
  app: FastifyInstance,
  { limiter, logDefect, refusals }: GateParts,
  from: { who: string | number; userId: number | null; address: string },
): void {
  const live = liveSocket(socket)
  let running = 0
  let refused = 0

  async function refuse(code: ErrorCode, answer: (answer: Answer) => void): Promise<void> {
    refused += 1
    if (refused > REFUSALS_IN_A_ROW) return void socket.disconnect(true)
    const spent = await limiter.checkRefused(from.who).catch((error: unknown) => error)
    const userAgent = socket.handshake.headers['user-agent'] ?? ''
    refusals.note(spent, 'socket', { who: from.who, userId: from.userId, ip: from.address, userAgent })
    if (spent === undefined) answer(refusal(code))
    else if (spent instanceof AppError) answer(refusal(spent.code, spent.details))
    else answerDefect(spent, answer)
  }

  function answerDefect(error: unknown, answer: (answer: Answer) => void, about: Record<string, unknown> = {}): void {
    logDefect('socket', error, about, 'a call over the socket got no answer')
    answer({ status: 'error', type: 'defect', code: 'SERVER_ERROR', message: errors.SERVER_ERROR.message })
  }

  socket.on('call', async (envelope: unknown, done: unknown) => {
    if (typeof done !== 'function') return
    const answer = done as (answer: Answer) => void
    const asked = readEnvelope(envelope)
    if (typeof asked === 'string') return refuse(asked, answer)
    if (running >= CALLS_AT_ONCE) return refuse('RATE_LIMIT_EXCEEDED', answer)
    refused = 0
    running += 1
    try {
      answer(await callingSocket.run(live, () => askRoute(app, socket, from.address, asked)))
    } catch (error) {
      answerDefect(error, answer, { path: asked.call.path })
    } finally {
      running -= 1
    }
  })
}

function liveSocket(socket: Socket): LiveSocket {
  return {
    id: socket.id,
    sendSignal: (name, payload) => void socket.emit(name, signalToWire(name, payload)),
    // A call may still be running when its socket is gone: what it would keep is not kept at all.
    onClose: (work) => (socket.connected ? void socket.once('disconnect', work) : work()),
  }
}

async function askRoute(
  app: FastifyInstance,
  { handshake: { headers } }: Socket,
  remoteAddress: string,
  { call, input }: { call: Call; input: Record<string, unknown> },
): Promise<Answer> {
  const { method, url, body } = requestOf(call, input)
  const response = await app.inject({
    method,
    url,
    remoteAddress,
    headers: {
      host: headers.host ?? '',
      cookie: headers.cookie ?? '',
      'user-agent': headers['user-agent'] ?? '',
    },
    ...(body ? { payload: body } : {}),
  })
  return response.json<Answer>()
}
