/** What other parts may ask of groups. */
import type { Clock } from '../../kit/clock.ts'
import type { Tx } from '../../kit/sql.ts'

/** The one list of groups that a person has; an empty one is made of nothing. */
export async function ensureGroupset(tx: Tx, clock: Clock, userId: number): Promise<number> {
  await tx
    .insertInto('monitoredGroupsets')
    .values({ userId, createdAt: clock.now() })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
  // Read apart: a row that was there is not returned by what did nothing.
  return (await tx.selectFrom('monitoredGroupsets').select('id').where('userId', '=', userId).executeTakeFirstOrThrow()).id
}
