/** Up to which seqId items had been stored at each hour: who counts what came since a moment need not walk over all that was there before. */
import { sql } from 'kysely'
import { DAY, HOUR } from '../../../../kit/clock.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { getNewestSeqId } from '../../../reading/feed/feed.public.ts'

const KEPT_FOR = 21 * DAY

/** Until the year 2084 hours have six digits, and stand in the order of their names. */
const nameOf = (moment: number): string => `hour ${Math.floor(moment / HOUR)}`

export async function markHour({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  await db
    .insertInto('noticeCursors')
    .values({ name: nameOf(now), upTo: await getNewestSeqId(db) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .deleteFrom('noticeCursors')
    .where('name', 'like', 'hour %')
    .where('name', '<', nameOf(now - KEPT_FOR))
    .execute()
}

/** All that was published since this moment lies above it; 0 where it is not known. */
export async function markBefore(db: DbOrTx, moment: Date): Promise<number> {
  // Within its hour a mark is made at any minute, and clocks of networks are not ours.
  const latest = nameOf(moment.getTime() - 2 * HOUR)
  const { rows } = await sql<{ upTo: number | null }>`
    select max(up_to) as up_to from notice_cursors where name like 'hour %' and name <= ${latest}`.execute(db)
  return rows[0]?.upTo ?? 0
}
