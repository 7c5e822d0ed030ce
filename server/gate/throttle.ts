/** The pace of calls, counted in the database so that several processes share it. */
import { sql } from 'kysely'
import type { Pace } from '../../contract/call.ts'
import { every, type Job } from '../kit/jobs.ts'
import { HOUR, SECOND, type Clock } from '../kit/clock.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Db } from '../kit/sql.ts'

/** Counts this call; refuses it when there were too many in the period it falls into. */
export async function checkPace(db: Db, clock: Clock, key: string, pace: Pace): Promise<void> {
  const now = clock.now().getTime()
  const length = pace.seconds * SECOND
  const periodStart = new Date(now - (now % length))
  const { count } = await db
    .insertInto('callCounts')
    .values({ key, periodStart, count: 1 })
    .onConflict((conflict) => conflict.columns(['key', 'periodStart']).doUpdateSet({ count: sql`call_counts.count + 1` }))
    .returning('count')
    .executeTakeFirstOrThrow()
  if (count > pace.count) {
    throw new Refusal('RATE_LIMIT_EXCEEDED', { retryAfter: Math.ceil((periodStart.getTime() + length - now) / SECOND) })
  }
}

export const throttleJobs: Job[] = [
  every('*/20 * * * *', 'forget-call-counts', async ({ db, clock }) => {
    await db.deleteFrom('callCounts').where('periodStart', '<', new Date(clock.now().getTime() - HOUR)).execute()
  }),
]
