/** Socket.IO: calls go through the HTTP gate's routes, signals come back. */
import type { FastifyInstance } from 'fastify'
import { Server, type Socket } from 'socket.io'
import { Type } from 'typebox'
import { Ajv } from 'ajv'
import type { Answer } from '../../contract/call.ts'
import { errors } from '../../contract/errors.ts'
import { listCalls, requestOf } from '../../contract/request.ts'
import type { Signals, SignalName } from '../../contract/signals.ts'
import { findPersonByToken, listEndedSessions } from '../features/accounts/accounts.public.ts'
import type { LiveSocket } from '../kit/asking.ts'
import type { Bus } from '../kit/bus.ts'
import { openSockets } from '../kit/metrics.ts'
import { callingSocket, cookieName, type GateContext } from './http.ts'
import { isOwnOrigin } from './origin.ts'

const isEnvelope = new Ajv().compile<{ name: string; input: Record<string, unknown> }>(
  Type.Object({ name: Type.String({ maxLength: 100 }), input: Type.Object({}, { additionalProperties: true }) }),
)
const calls = new Map(listCalls().map(({ name, call }) => [name, call]))

const refusal = (code: 'VALIDATION_FAILED' | 'NOT_FOUND'): Answer => ({
  status: 'error',
  type: 'refusal',
  code,
  message: errors[code].message,
})

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

/** All sockets of one person, whichever sessions they come from; and all sockets with a person. */
const roomOf = (userId: number): string => `person ${userId}`
const signedIn = 'signed in'

export interface SocketGate {
  /** Who has a socket open in this process. */
  listPeople(): number[]
  /** To all sockets of one person, in this process; but not to the one that knows already. */
  say<Name extends SignalName>(userId: number, name: Name, payload: Signals[Name], exceptSocket?: string | null): void
  close(): Promise<void>
}

export function openSocketGate(app: FastifyInstance, context: GateContext, bus: Bus): SocketGate {
  const { config } = context
  const io = new Server(app.server, {
    serveClient: false,
    maxHttpBufferSize: 1_048_576,
    pingInterval: 20_000,
    pingTimeout: 15_000,
    allowRequest: (request, decide) => decide(null, isOwnOrigin(request.headers, config.publicOrigin)),
  })
  const sessions = new Map<number, Set<Socket>>()

  io.use((socket, next) => {
    const token = app.parseCookie(socket.handshake.headers.cookie ?? '')[cookieName(config)]
    const found = token
      ? findPersonByToken(context.db, context.clock, config.sessionDays, token)
      : Promise.resolve(null)
    found.then(
      (person) => {
        socket.data.sessionId = person?.sessionId
        socket.data.userId = person?.id
        next()
      },
      () => next(new Error('SERVER_ERROR')),
    )
  })

  io.on('connection', (socket) => {
    openSockets.inc()
    const sessionId = socket.data.sessionId as number | undefined
    if (sessionId !== undefined) sessions.set(sessionId, (sessions.get(sessionId) ?? new Set()).add(socket))
    if (socket.data.userId !== undefined) void socket.join([signedIn, roomOf(socket.data.userId as number)])
    const live: LiveSocket = {
      id: socket.id,
      say: (name, payload) => void socket.emit(name, payload),
      // A call may still be running when its socket is gone: what it would keep is not kept at all.
      onClose: (work) => (socket.connected ? void socket.once('disconnect', work) : work()),
    }
    let running = 0

    socket.on('call', async (envelope: unknown, done: unknown) => {
      if (typeof done !== 'function') return
      const answer = done as (answer: Answer) => void
      if (!isEnvelope(envelope) || isDeep(envelope.input)) return answer(refusal('VALIDATION_FAILED'))
      const call = calls.get(envelope.name)
      if (!call) return answer(refusal('NOT_FOUND'))
      if (running >= CALLS_AT_ONCE) {
        return answer({
          status: 'error',
          type: 'refusal',
          code: 'RATE_LIMIT_EXCEEDED',
          message: errors.RATE_LIMIT_EXCEEDED.message,
        })
      }
      running += 1
      try {
        const { method, url, body } = requestOf(call, envelope.input)
        const { headers, address } = socket.handshake
        const response = await callingSocket.run(live, () =>
          app.inject({
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
          }),
        )
        answer(response.json<Answer>())
      } catch (error) {
        context.log.error({ err: error, call: envelope.name }, 'a call over the socket got no answer')
        answer({ status: 'error', type: 'defect', code: 'SERVER_ERROR', message: errors.SERVER_ERROR.message })
      } finally {
        running -= 1
      }
    })

    socket.on('disconnect', () => {
      openSockets.dec()
      if (sessionId === undefined) return
      const open = sessions.get(sessionId)
      open?.delete(socket)
      if (open?.size === 0) sessions.delete(sessionId)
    })
  })

  function closeSockets(sessionIds: number[]): void {
    for (const sessionId of sessionIds) {
      for (const socket of sessions.get(sessionId) ?? []) {
        socket.emit('session.ended', {})
        socket.disconnect(true)
      }
    }
  }
  async function closeEnded(): Promise<void> {
    closeSockets(await listEndedSessions(context.db, context.clock, [...sessions.keys()]))
  }
  const stop = [
    bus.on('session.ended', ({ sessionIds }) => closeSockets(sessionIds)),
    bus.on('filters.changed', ({ userIds, exceptSocket }) => {
      if (userIds.length > 0)
        io.to(userIds.map(roomOf))
          .except(exceptSocket ?? [])
          .emit('filters.changed', {})
    }),
    bus.on('bus.reconnected', () => {
      io.to(signedIn).emit('filters.changed', {})
      closeEnded().catch((error: unknown) =>
        context.log.error({ err: error }, 'sockets of ended sessions could not be closed'),
      )
    }),
  ]
  return {
    listPeople() {
      return [
        ...new Set([...io.sockets.sockets.values()].flatMap(({ data }) => (data.userId as number | undefined) ?? [])),
      ]
    },
    say: (userId, name, payload, exceptSocket = null) =>
      void io
        .to(roomOf(userId))
        .except(exceptSocket ?? [])
        .emit(name, payload),
    async close() {
      for (const off of stop) off()
      await io.close()
    },
  }
}
