/** Calls over a socket: each goes through the route it would take over HTTP. */
import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import type { Socket } from 'socket.io'
import { Type } from 'typebox'
import type { Answer, Call } from '../../contract/call.ts'
import { signalToWire } from '../../contract/wire-names.ts'
import { errors } from '../../contract/errors.ts'
import { listCalls, requestOf } from '../../contract/request.ts'
import type { AppContext, LiveSocket } from '../kit/context.ts'
import { refusal } from './answer-error.ts'
import { callingSocket } from './call-context.ts'

const isEnvelope = new Ajv().compile<{ name: string; input: Record<string, unknown> }>(
  Type.Object({ name: Type.String({ maxLength: 100 }), input: Type.Object({}, { additionalProperties: true }) }),
)
const calls = new Map(listCalls().map(({ name, call }) => [name, call]))

/** Deeper than any input of ours. Written down again for its route, it would not fit the stack. */
const DEEPEST = 32

/** A loop and not a recursion, for the same reason. */
function isDeep(input: object): boolean {
  let level: object[] = [input]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true
    level = level.flatMap((each) =>
      Object.values(each).filter((inner): inner is object => typeof inner === 'object' && inner !== null),
    )
  }
  return false
}

/** A browser opens one; more than these at once from one session is a runaway. */
const CALLS_AT_ONCE = 32

export function answerCallsOver(socket: Socket, app: FastifyInstance, { log }: Pick<AppContext, 'log'>): void {
  const live = liveSocket(socket)
  let running = 0
  socket.on('call', async (envelope: unknown, done: unknown) => {
    if (typeof done !== 'function') return
    const answer = done as (answer: Answer) => void
    if (!isEnvelope(envelope) || isDeep(envelope.input)) return answer(refusal('VALIDATION_FAILED'))
    const call = calls.get(envelope.name)
    if (!call) return answer(refusal('NOT_FOUND'))
    if (running >= CALLS_AT_ONCE) return answer(refusal('RATE_LIMIT_EXCEEDED'))
    running += 1
    try {
      answer(await callingSocket.run(live, () => askRoute(app, socket, call, envelope.input)))
    } catch (error) {
      log.error({ err: error, call: envelope.name }, 'a call over the socket got no answer')
      answer({ status: 'error', type: 'defect', code: 'SERVER_ERROR', message: errors.SERVER_ERROR.message })
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
  { handshake: { headers, address } }: Socket,
  call: Call,
  input: Record<string, unknown>,
): Promise<Answer> {
  const { method, url, body } = requestOf(call, input)
  const response = await app.inject({
    method,
    url,
    remoteAddress: address,
    headers: {
      host: headers.host ?? '',
      cookie: headers.cookie ?? '',
      'user-agent': headers['user-agent'] ?? '',
      ...(headers['x-forwarded-for'] ? { 'x-forwarded-for': String(headers['x-forwarded-for']) } : {}),
    },
    ...(body ? { payload: body } : {}),
  })
  return response.json<Answer>()
}
