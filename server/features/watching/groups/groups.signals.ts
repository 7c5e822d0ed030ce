/** Tells browsers how far the links are that were pasted in one of them, and that the list of groups is not the same any more. */
import { forward, type DeclaredSignals, type OutgoingSignal, type SignalDeclaration } from '../../../kit/signals.ts'
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
    'addition.changed': ({ userId, additionId }) => ({ userIds: [userId], change: { additionId } }),
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

  async read({ db }: AppContext, changes: Change[]): Promise<OutgoingSignal[]> {
    const owned = await showAdditions(
      db,
      changes.map(({ additionId }) => additionId),
    )
    for (const { addition } of owned) {
      if (addition.finished) this.#unfinished.delete(addition.id)
      else this.#unfinished.add(addition.id)
    }
    return owned.map(({ userId, addition }) => ({ userId, name: 'monitored-group', payload: addition }))
  }

  restMs(sent: OutgoingSignal[]): number {
    const links = sent.reduce((sum, { payload }) => sum + ('total' in payload ? payload.total : 0), 0)
    return Math.max(BETWEEN_MS, links)
  }
}

const listChanged = (userId: number) => ({ userId, name: 'groups.changed' as const, payload: {} })

export const groupsSignals: DeclaredSignals = [
  () => new AdditionProgress(),
  forward(
    'groups.changed',
    ({ userId, exceptSocket }) => [{ ...listChanged(userId), exceptSocket }],
    (userId) => [listChanged(userId)],
  ),
]
