/** Announces to browsers how far the links are that were pasted in one of them, and that the list of groups is not the same any more. */
import type { DeclaredSignals, OutgoingSignal, SignalDeclaration } from '../../../kit/signals.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { listTeammates } from '../../access/team/team.public.ts'
import { findListOfTeam } from './access-list.ts'
import type { AppContext } from '../../../kit/context.ts'
import { showAdditions } from './addition.ts'

/**
 * Links are looked up by the dozen in a second, and every signal carries the whole paste: it is sent no more often than this, and
 * a long one less often, a millisecond later for each of its links.
 */
const BETWEEN_MS = 300

interface Change {
  additionId: number
}

class AdditionProgress implements SignalDeclaration<Change> {
  /** Sent, and not finished then: of a finished one a browser that has not seen it is informed nothing. */
  readonly #unfinished = new Set<number>()
  readonly name = 'monitored-group'
  readonly on: SignalDeclaration<Change>['on'] = {
    // Who is in a team with the owner of the list is found when it is read.
    'addition.changed': ({ additionId }) => ({ userIds: null, change: { additionId } }),
  }

  keyOf({ additionId }: Change): number {
    return additionId
  }

  async missed({ db }: AppContext, userIds: number[]): Promise<Change[]> {
    const begun = await db
      .selectFrom('groupAdditions as a')
      .innerJoin('monitoredGroupsets as s', 's.id', 'a.groupsetId')
      .select('a.id')
      .where('a.finishedAt', 'is', null)
      .where('s.userId', 'in', userIds)
      .execute()
    return [...this.#unfinished, ...begun.map(({ id }) => id)].map((additionId) => ({ additionId }))
  }

  async read({ db, clock }: AppContext, changes: Change[], connected: number[]): Promise<OutgoingSignal[]> {
    const owned = await showAdditions(
      db,
      changes.map(({ additionId }) => additionId),
    )
    for (const { addition } of owned) {
      if (addition.finished) this.#unfinished.delete(addition.id)
      else this.#unfinished.add(addition.id)
    }
    const signals: OutgoingSignal[] = []
    for (const { userId, addition } of owned)
      for (const reader of await listReaders(db, userId, connected, clock.now()))
        signals.push({ userId: reader, name: 'monitored-group', payload: addition })
    return signals
  }

  restMs(sent: OutgoingSignal[]): number {
    const links = sent.reduce((sum, { payload }) => sum + ('total' in payload ? payload.total : 0), 0)
    return Math.max(BETWEEN_MS, links)
  }
}

/** Of those who are connected: whose list it is, and who sees it through their team. */
async function listReaders(db: DbOrTx, ownerId: number, connected: number[], now: Date): Promise<number[]> {
  const mates = (await listTeammates(db, ownerId, now)).filter((userId) => connected.includes(userId))
  const readers: number[] = []
  for (const userId of mates)
    if (userId === ownerId || (await findListOfTeam(db, userId, now)) === ownerId) readers.push(userId)
  return readers
}

interface ListChange {
  userId: number
  exceptSocket: string | null
  /** Everybody is notified for themselves: no one is looked for who sees the list as well. */
  alone?: true
}

const listChanged: SignalDeclaration<ListChange> = {
  name: 'groups.changed',
  on: { 'groups.changed': (change) => ({ userIds: null, change }) },
  missed: (_ctx, userIds) => userIds.map((userId) => ({ userId, exceptSocket: null, alone: true as const })),
  async read({ db, clock }, changes, connected) {
    const signals: OutgoingSignal[] = []
    for (const { userId, exceptSocket, alone } of changes)
      for (const reader of alone ? [userId] : await listReaders(db, userId, connected, clock.now()))
        signals.push({ userId: reader, name: 'groups.changed', payload: {}, exceptSocket })
    return signals
  },
}

export const groupsSignals: DeclaredSignals = [() => new AdditionProgress(), listChanged]
