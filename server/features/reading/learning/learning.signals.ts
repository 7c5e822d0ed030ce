/** Announces to a person's browsers what the feed has learnt from their marks. */
import { isPassing } from '../../../kit/sql.ts'
import type { DeclaredSignals, OutgoingSignal, SignalDeclaration } from '../../../kit/signals.ts'
import { readLearned } from './read-learned.ts'

/** `changed`: the feed of this person shows other messages than before. */
interface Change {
  userId: number
  changed: boolean
}

const learned: SignalDeclaration<Change> = {
  name: 'feed.learned',
  on: { 'learned.changed': (change) => ({ userIds: [change.userId], change }) },
  keyOf: ({ userId }) => userId,
  merge: ({ userId, changed }, later) => ({ userId, changed: changed || later.changed }),
  async missed({ db }, userIds) {
    const rows = await db.selectFrom('personalLayers').select('userId').where('userId', 'in', userIds).execute()
    return rows.map(({ userId }) => ({ userId, changed: true }))
  },
  async read(ctx, changes) {
    const signals: OutgoingSignal[] = []
    for (const { userId, changed } of changes) {
      try {
        signals.push({ userId, name: 'feed.learned', payload: { ...(await readLearned(ctx, userId)), changed } })
      } catch (error) {
        if (isPassing(error)) throw error
        // What fails for one person is kept from no one else.
        ctx.log.error({ err: error, userId }, 'what was learnt could not be read')
      }
    }
    return signals
  },
}

export const learningSignals: DeclaredSignals = [learned]
