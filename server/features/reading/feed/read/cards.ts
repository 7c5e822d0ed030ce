/** Picked ids -> messages as one reader sees them. */
import { sql } from 'kysely'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { Language } from '../../../../../engine/language/language.ts'
import { prepared, type DbOrTx } from '../../../../kit/sql.ts'
import { itemColumns, itemsIn, type FilledItem } from './fill.ts'
import { filterSpansIn } from './filter-spans.ts'
import { markColumns, markJoins, marksOf, type MarkRow } from './fill-marks.ts'
import { copiesOf, countCopies, isUsual } from './pick.ts'
import type { FeedScope } from './scope.ts'
import { showItem } from './show.ts'

/**
 * In the order of the ids; what went away since it was picked is left out.
 * @param language marks the words of the filter; without it, as in files, nothing of them is marked
 */
export async function readCards(
  db: DbOrTx,
  scope: FeedScope,
  seqIds: number[],
  language: Language | null = null,
): Promise<FeedMessage[]> {
  if (seqIds.length === 0) return []
  const { reader } = scope
  // Copies are a matter of the filter: with a usual one they are counted by the way, as one plan of all of it can be kept.
  const atOnce = isUsual(scope)
  const { rows } = await sql<FilledItem & MarkRow & { copies: number | null }>`${prepared}
    select ${itemColumns}, ${markColumns(reader)}, ${atOnce ? copiesOf(scope) : sql`null::integer`} as copies
    from ${itemsIn(seqIds)} ${markJoins} order by asked.place`.execute(db)
  const counted = atOnce ? null : await countCopies(db, scope, rows)
  const filterSpans = language ? filterSpansIn(language, scope.question) : () => []
  return rows.map((row) =>
    showItem(row, marksOf(row), counted?.get(row.seqId) ?? row.copies ?? 0, filterSpans(row.text)),
  )
}
