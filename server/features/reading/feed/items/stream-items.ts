/** A whole feed, piece by piece, so that a million messages never lie in memory together. */
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { readCards } from '../read/cards.ts'
import { getNewestSeqId, pickPage } from '../read/pick.ts'
import type { FeedScope } from '../read/scope.ts'

/**
 * Everything the scope lets through, newest first; what comes after the beginning is left out.
 * @param newest no item above this seqId; without it, what is there now
 * @param chunk messages at once; the last piece may hold fewer
 */
export async function* streamItems(
  db: DbOrTx,
  scope: FeedScope,
  newest?: number,
  chunk = 1_000,
): AsyncGenerator<FeedMessage[]> {
  let upTo = newest ?? (await getNewestSeqId(db))
  for (;;) {
    const seqIds = await pickPage(db, scope, { upTo, edge: null, offset: 0, limit: chunk })
    const last = seqIds.at(-1)
    if (last === undefined) return
    const messages = await readCards(db, scope, seqIds)
    if (messages.length > 0) yield messages
    if (seqIds.length < chunk) return
    upTo = last - 1
  }
}
