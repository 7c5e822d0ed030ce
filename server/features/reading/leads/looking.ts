/** Who of the team looks at a message now: what a browser reports of itself, and what is announced to it of the others. */
import { AppError } from '../../../kit/app-error.ts'
import { type AppContext, type Handlers, type LiveSocket } from '../../../kit/context.ts'
import type { OutgoingSignal, SignalDeclaration } from '../../../kit/signals.ts'
import { listTeammates, readNamesInTeam } from '../../access/team/team.public.ts'
import {
  accessMessage,
  KnownVisibility,
  listAccessible,
  listSeen,
  readAsker,
  type Reader,
} from '../feed/feed.public.ts'
import { presenceOf } from './presence.ts'

/** Alone there is no one to announce it to; a message one may not see is no message. */
export const setLooking: Handlers<'leads'>['setLooking'] = async (ctx, { messageId }) => {
  if (!ctx.socket) throw new AppError('SOCKET_ONLY')
  const now = ctx.clock.now()
  const reader = await readAsker(ctx)
  if (messageId !== null) await accessMessage(ctx.db, reader, messageId, now)
  const inTeam = messageId !== null && reader.team.length > 1
  const { ownerId, userId } = reader
  const presence = presenceOf(ctx)
  const isNew = presence.set(ctx.socket, inTeam ? { ownerId, userId, messageId } : null)
  // What others look at was announced before this browser was there.
  if (isNew && reader.team.length > 1) await sendAll(ctx, ctx.socket, reader, presence.listLooking(ownerId))
  return {}
}

/** To the socket that asked and to no other of its person, so not by the runner of signals: all else is declared below. */
async function sendAll(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  socket: LiveSocket,
  reader: Reader,
  looking: Map<number, Set<number>>,
): Promise<void> {
  const { ownerId } = reader
  const [seen, names] = await Promise.all([
    listAccessible(db, reader, [...looking.keys()], clock.now()),
    readNamesInTeam(db, ownerId, reader.team),
  ])
  for (const [messageId, people] of looking) {
    const users = usersOf(reader.team, reader.userId, people, names)
    if (seen.has(messageId) && users.length > 0) socket.sendSignal('leads.looking', { messageId, users })
  }
}

/** Those of the team who look, but for the one who receives it. */
function usersOf(
  team: number[],
  receiverId: number,
  people: ReadonlySet<number> | undefined,
  names: Map<number, string>,
): { id: number; name: string }[] {
  return team.filter((id) => id !== receiverId && people?.has(id)).map((id) => ({ id, name: names.get(id) ?? '' }))
}

/** The bus says that something is different; what, the presence of this process knows. */
export class LookingSignals implements SignalDeclaration<'changed'> {
  readonly name = 'leads.looking'
  readonly gatherMs = 150
  readonly #visibilities = new KnownVisibility()

  readonly on: SignalDeclaration<'changed'>['on'] = {
    'leads.looking': () => ({ userIds: null, change: 'changed' }),
    'scope.changed': ({ userId }) => {
      this.#visibilities.forget(userId)
      return { userIds: null, change: 'changed' }
    },
    'bus.reconnected': () => {
      this.#visibilities.forget(null)
      return null
    },
  }

  keyOf(change: 'changed'): string {
    return change
  }

  /** The next beat of each process publishes it all again. */
  missed(): 'changed'[] {
    return ['changed']
  }

  restMs(): number {
    return this.gatherMs
  }

  async read(ctx: AppContext, _changes: 'changed'[], connected: number[]): Promise<OutgoingSignal[]> {
    this.#visibilities.forgetAllBut(connected)
    const presence = presenceOf(ctx)
    const changed = presence.takeChanged()
    try {
      const signals: OutgoingSignal[] = []
      for (const [ownerId, messageIds] of changed)
        signals.push(...(await this.#ofTeam(ctx, connected, ownerId, messageIds, presence.listLooking(ownerId))))
      return signals
    } catch (error) {
      presence.putBack(changed)
      throw error
    }
  }

  /** Everybody who is in the team now and sees the message hears of all others who look at it. */
  async #ofTeam(
    ctx: AppContext,
    connected: number[],
    ownerId: number,
    messageIds: number[],
    looking: Map<number, Set<number>>,
  ): Promise<OutgoingSignal[]> {
    const team = await listTeammates(ctx.db, ownerId, ctx.clock.now())
    const receivers = connected.filter((userId) => team.includes(userId))
    if (receivers.length === 0) return []
    const [names, seen] = await Promise.all([
      readNamesInTeam(ctx.db, ownerId, team),
      listSeen(ctx, this.#visibilities, receivers, messageIds),
    ])
    return receivers.flatMap((userId) =>
      messageIds
        .filter((messageId) => seen.get(userId)?.has(messageId))
        .map((messageId): OutgoingSignal => {
          const users = usersOf(team, userId, looking.get(messageId), names)
          return { userId, name: 'leads.looking', payload: { messageId, users } }
        }),
    )
  }
}
