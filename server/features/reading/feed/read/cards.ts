/** Picked ids -> messages as one reader sees them. */
import { sql } from 'kysely'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { prepared, type DbOrTx } from '../../../../kit/sql.ts'
import { itemColumns, itemsIn, type FilledItem } from './fill.ts'
import { markColumns, markJoins, marksOf, type MarkRow } from './fill-marks.ts'
import { copiesOf, countCopies, isUsual } from './pick.ts'
import type { Scope } from './scope.ts'
import { showItem } from './show.ts'

/** In the order of the ids; what went away since it was picked is left out. */
export async function readCards(db: DbOrTx, scope: Scope, seqIds: number[]): Promise<FeedMessage[]> {
  if (seqIds.length === 0) return []
  const { reader } = scope
  // Copies are a matter of the filter: with a usual one they are counted by the way, as one plan of all of it can be kept.
  const atOnce = isUsual(scope)
  const { rows } = await sql<FilledItem & MarkRow & { copies: number | null }>`${prepared}
    select ${itemColumns}, ${markColumns(reader)}, ${atOnce ? copiesOf(scope) : sql`null::integer`} as copies
    from ${itemsIn(seqIds)} ${markJoins(reader)} order by asked.place`.execute(db)
  const counted = atOnce ? null : await countCopies(db, scope, rows)
  return rows.map((row) => showItem(row, marksOf(row), counted?.get(row.seqId) ?? row.copies ?? 0))
}
