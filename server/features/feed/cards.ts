/** Picked ids -> messages as one reader sees them. */
import { sql } from 'kysely'
import type { FeedMessage } from '../../../contract/feed.ts'
import { prepared, type DbOrTx } from '../../kit/sql.ts'
import { itemColumns, itemsIn, type FilledItem } from './fill.ts'
import { markColumns, markJoins, marksOf, type MarkRow } from './fill-marks.ts'
import { countCopies } from './pick.ts'
import type { Scope } from './scope.ts'
import { showItem } from './show.ts'

/** In the order of the ids; what went away since it was picked is left out. */
export async function readCards(db: DbOrTx, scope: Scope, seqIds: number[]): Promise<FeedMessage[]> {
  if (seqIds.length === 0) return []
  const { reader } = scope
  const { rows } = await sql<FilledItem & MarkRow>`${prepared}
    select ${itemColumns}, ${markColumns(reader)} from ${itemsIn(seqIds)} ${markJoins(reader)} order by asked.place`.execute(db)
  const copies = await countCopies(db, scope, rows.filter(({ repeated }) => repeated))
  return rows.map((row) => showItem(row, marksOf(row), copies.get(row.seqId) ?? 0))
}
