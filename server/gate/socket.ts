/** Socket.IO: calls go through the HTTP gate's routes, signals come back. */
import type { FastifyInstance } from 'fastify'
import { Server, type Socket } from 'socket.io'
import { longBody } from '../../contract/call.ts'
import { signalToWire } from '../../contract/wire-names.ts'
import { actorOf, personAsking } from '../../rules/identity.ts'
import type { Config } from '../config/config.ts'
import { listMasksOfSessions } from '../features/office/masks/masks.public.ts'
import { listEndedSessions } from '../features/people/accounts/accounts.public.ts'
import { addressRange } from '../kit/address-range.ts'
import type { AppContext } from '../kit/context.ts'
import { boundedParser } from './bounded-parser.ts'
import { clientAddress } from './client-address.ts'
import { sessionCookieName } from './cookies.ts'
import type { GateParts } from './http.ts'
import { openSockets } from './metrics.ts'
import type { ConnectedPeople } from '../kit/signals.ts'
import { openIdentityResolver, type ResolveIdentity } from './identity.ts'
import { isAllowedOrigin } from './origin.ts'
import { answerCallsOver } from './socket-calls.ts'
import { openSocketLimits, type SocketLimits } from './socket-limits.ts'

/** All sockets of one person, whichever sessions they come from. */
const roomOf = (userId: number): string => `person ${userId}`

/** Whose socket it is; of a guest neither is known. */
interface Holder {
  sessionId?: number
  userId?: number
  /** Whose socket it is really: of a mask, of the one who wears it. */
  actorId?: number
  maskId?: number
  /** The session may change between itself and a mask at any time. */
  mayMask: boolean
  /** It came with the cookie of a session that is over: who opened it takes themselves for signed in. */
  isOver: boolean
}

export interface SocketGate extends ConnectedPeople {
  close(): Promise<void>
}

export function openSocketGate(app: FastifyInstance, context: AppContext, gate: GateParts): SocketGate {
  const resolveIdentity = openIdentityResolver(context)
  const { config } = context
  const limits = openSocketLimits(config)
  const io = openServer(app, config, limits)
  const sessions = new Map<number, Set<Socket>>()

  io.engine.on('connection', limits.take)
  io.use((socket, next) => {
    readHolder(app, socket, resolveIdentity, config).then(
      (holder) => {
        Object.assign(socket.data, holder)
        if (limits.takeFor(holder.actorId, socket)) return next()
        next(new Error('RATE_LIMIT_EXCEEDED'))
      },
      () => next(new Error('SERVER_ERROR')),
    )
  })
  io.on('connection', (socket) => {
    openSockets.inc()
    const holder = socket.data as Holder
    const { sessionId, userId } = holder
    if (sessionId !== undefined) sessions.set(sessionId, (sessions.get(sessionId) ?? new Set()).add(socket))
    if (userId !== undefined) void socket.join(roomOf(userId))
    answerCallsOver(socket, app, gate, fromOf(socket, config))
    void checkHolder(context, socket, holder)
    socket.on('disconnect', () => {
      openSockets.dec()
      if (sessionId === undefined) return
      const open = sessions.get(sessionId)
      open?.delete(socket)
      if (open?.size === 0) sessions.delete(sessionId)
    })
  })
  const stop = endWithSessions(context, sessions)
  return {
    listPeople() {
      return [...new Set([...io.sockets.sockets.values()].flatMap(({ data }) => (data as Holder).userId ?? []))]
    },
    sendSignal: (userId, name, payload, exceptSocket = null) =>
      void io
        .to(roomOf(userId))
        .except(exceptSocket ?? [])
        .emit(name, signalToWire(name, payload)),
    async close() {
      for (const off of stop) off()
      await io.close()
    },
  }
}

const openServer = (app: FastifyInstance, config: Config, limits: SocketLimits): Server =>
  new Server(app.server, {
    serveClient: false,
    parser: boundedParser,
    // The longest call there is, and its envelope.
    maxHttpBufferSize: longBody + 4_096,
    // Until then it must have said what it wants.
    connectTimeout: 10_000,
    pingInterval: 20_000,
    pingTimeout: 15_000,
    allowRequest: (request, decide) =>
      decide(null, isAllowedOrigin(request.headers, config) && limits.hasRoom(request)),
    // Of a socket that is polled an app's page must be allowed to read the answers.
    ...(config.appOrigins.length > 0 && { cors: { origin: config.appOrigins, credentials: true } }),
  })

function fromOf(
  { handshake: { headers, address }, data }: Socket,
  config: Config,
): { who: string | number; userId: number | null; address: string } {
  const from = clientAddress(headers, address, config.trustProxy)
  const { actorId, maskId } = data as Holder
  const who = maskId === undefined ? actorId : `actor ${actorId}`
  return { who: who ?? addressRange(from), userId: actorId ?? null, address: from }
}

async function readHolder(
  app: FastifyInstance,
  { handshake: { headers } }: Socket,
  resolveIdentity: ResolveIdentity,
  config: Config,
): Promise<Holder> {
  const cookies = app.parseCookie(headers.cookie ?? '')
  const identity = await resolveIdentity({ headers, cookies })
  const person = personAsking(identity)
  return {
    ...('sessionId' in identity && { sessionId: identity.sessionId }),
    ...(person && { userId: person.id, actorId: actorOf(identity)?.id ?? person.id }),
    ...(identity.kind === 'acting-as' && { maskId: identity.maskId }),
    mayMask: actorOf(identity)?.roles.includes('support') ?? false,
    isOver: identity.kind === 'guest' && Boolean(cookies[sessionCookieName(config)]),
  }
}

function hangUp(socket: Socket): void {
  socket.emit('session.ended', {})
  socket.disconnect(true)
}

/**
 * Its session ended, or a mask was put on or came off, while the socket was being opened: no one was notified of a socket that was
 * not there yet, and it would go on hearing what is no longer theirs.
 */
async function checkHolder(
  { db, clock, log }: AppContext,
  socket: Socket,
  { sessionId, maskId, mayMask, isOver }: Holder,
): Promise<void> {
  if (isOver) return hangUp(socket)
  if (sessionId === undefined) return
  try {
    const ended = await listEndedSessions(db, clock, [sessionId])
    const worn = mayMask ? (await listMasksOfSessions(db, { clock }, [sessionId])).get(sessionId) : maskId
    if (ended.length > 0 || worn !== maskId) hangUp(socket)
  } catch (error) {
    log.error({ err: error }, 'it is not known whose socket this is')
    hangUp(socket)
  }
}

/** Sockets end with their sessions, wherever those are ended; and with a mask that is put on or comes off. */
function endWithSessions({ bus, db, clock, log }: AppContext, sessions: Map<number, Set<Socket>>): (() => void)[] {
  function closeSockets(sessionIds: number[]): void {
    for (const sessionId of sessionIds) {
      for (const socket of sessions.get(sessionId) ?? []) hangUp(socket)
    }
  }
  async function closeEnded(): Promise<void> {
    const open = [...sessions.keys()]
    closeSockets(await listEndedSessions(db, clock, open))
    const worn = await listMasksOfSessions(db, { clock }, open)
    for (const [sessionId, sockets] of sessions)
      for (const socket of sockets) if ((socket.data as Holder).maskId !== worn.get(sessionId)) hangUp(socket)
  }
  return [
    bus.on('session.ended', ({ sessionIds }) => closeSockets(sessionIds)),
    bus.on('mask.changed', ({ sessionIds }) => closeSockets(sessionIds)),
    bus.on('bus.reconnected', () => {
      closeEnded().catch((error: unknown) => log.error({ err: error }, 'sockets of ended sessions could not be closed'))
    }),
  ]
}
