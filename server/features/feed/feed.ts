/** The feed: pick ids, fill them, show them. */
import { TOTAL_CAP } from '../../../contract/feed.ts'
import { personOf, type Answers } from '../../kit/asking.ts'
import { Refusal } from '../../kit/refusal.ts'
import { accessFilter, questionOf } from '../filters/filters.public.ts'
import { listVisibleProducts } from '../subscriptions/subscriptions.public.ts'
import { fillItems } from './fill.ts'
import type { FeedListeners } from './listeners.ts'
import { countItems, getNewestSeqId, pickPage, type Scope } from './pick.ts'
import { showItem } from './show.ts'

export function answerFeed(listeners: FeedListeners): Answers<'feed'> {
  return {
    async queryFeed(asking, input) {
      const { db, clock, language } = asking
      const person = personOf(asking)
      const now = clock.now()
      const filter = await accessFilter(db, person.id, input.filterId)
      const scope: Scope = {
        products: await listVisibleProducts(db, person.id, now),
        question: questionOf(language, filter),
        now,
      }
      const limit = input.limit ?? filter.limit
      const upTo = input.upTo ?? (await getNewestSeqId(db))
      const pages = input.pageOffset ?? (input.seqId === undefined ? 0 : 1)
      const page =
        input.seqId === undefined
          ? { upTo, limit, edge: null, offset: pages * limit }
          : {
              upTo,
              limit,
              edge: { seqId: input.seqId, direction: input.direction ?? ('forward' as const) },
              offset: Math.max(0, pages - 1) * limit,
            }
      const [ids, total] = await Promise.all([
        pickPage(db, scope, page),
        countItems(db, scope, { after: 0, upTo }, TOTAL_CAP),
      ])
      const rows = await fillItems(db, ids)
      return {
        queryId: input.queryId ?? null,
        messages: rows.map(showItem),
        total: Math.min(total, TOTAL_CAP),
        totalCapped: total > TOTAL_CAP,
        upTo,
      }
    },

    async setFeedListener(asking, input) {
      if (!asking.socket) throw new Refusal('SOCKET_ONLY')
      return { updates: await listeners.listen(asking.socket, personOf(asking).id, input.filters) }
    },
  }
}
