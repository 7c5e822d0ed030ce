/** What came for a filter since something: which cards, and what of them is shown where the feed is not open. */
import { sql } from 'kysely'
import type { Network } from '../../../../../contract/networks.ts'
import type { IntentLevel } from '../../../../../contract/reading/filters.ts'
import { mayReadVerdict } from '../../../../../rules/filters/verdict.ts'
import { mayShow, type VisibleProduct } from '../../../../../rules/trial.ts'
import { prepared, type DbOrTx } from '../../../../kit/sql.ts'
import { intentLevelWord } from '../items/intent-level.ts'
import { productKeyOf } from '../../../../../rules/product-key.ts'
import type { Sql } from './conditions.ts'
import { cardsWithin, isUsual, pickPage, type SeqRange } from './pick.ts'
import type { FeedScope } from './scope.ts'

export interface NewCard {
  seqId: number
  messageId: number
  clusterId: number
  text: string
}

/**
 * Cards of the feed among the items of the range, the hottest first, of one level the newest; no more than `cap`.
 * @param known a query for the clusters that are left out
 */
export async function pickNewCards(
  db: DbOrTx,
  scope: FeedScope,
  range: SeqRange,
  known: Sql,
  cap: number,
): Promise<NewCard[]> {
  const cards = await cardsWithin(db, scope, range)
  const { rows } = await sql<NewCard>`${isUsualAbove(scope) ? prepared : sql``}
    select i.seq_id, i.message_id, i.cluster_id, left(m.text, 500) as text
    from (${cards}) as card join feed_items i on i.seq_id = card.seq_id
      join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at
    where not exists (select from (${known}) as known where known.cluster_id = i.cluster_id)
    order by i.intent_level desc, i.seq_id desc limit ${cap}`.execute(db)
  return rows
}

/** Of a usual shape, from whichever level on. */
const isUsualAbove = (scope: FeedScope): boolean =>
  isUsual({ ...scope, question: { ...scope.question, intentLevel: 'cold' } })

/** The newest cards of messages that were received from this moment on, no more than `cap`, the newest first. */
export async function readRecentCards(
  db: DbOrTx,
  scope: FeedScope,
  from: Date,
  upTo: number,
  cap: number,
): Promise<(NewCard & { receivedAt: Date; level: IntentLevel })[]> {
  const ids = await pickPage(db, scope, { upTo, edge: null, offset: 0, limit: cap }, { receivedFrom: from })
  const { rows } = await sql<NewCard & { receivedAt: Date; level: IntentLevel }>`
    select i.seq_id, i.message_id, i.cluster_id, left(m.text, 500) as text, i.received_at, ${intentLevelWord(sql.raw('i'))} as level
    from unnest(${ids}::bigint[]) as asked (seq_id) join feed_items i on i.seq_id = asked.seq_id
      join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at
    order by i.seq_id desc`.execute(db)
  return rows
}

/** As much of a message as a notice shows of it where the feed is not open. */
export interface NoticeMessage {
  id: number
  text: string
  /** Of the words that let it in: start, end, start, end … in UTF-16 units of `text`. */
  spans: number[]
  network: Network
  /** Of the group it stands in, and of who wrote it; null: not known. */
  groupName: string | null
  authorName: string | null
  place: string | null
  level: IntentLevel
  publishedAt: Date
}

export interface AskedMessages {
  moderator: boolean
  products: readonly VisibleProduct[]
  messageIds: readonly number[]
}

/** For each reader in their place: those of these messages that they may see now, whatever their filters say, in this order. */
export async function readNoticeMessages(
  db: DbOrTx,
  asked: readonly AskedMessages[],
  now: Date,
): Promise<NoticeMessage[][]> {
  const messageIds = [...new Set(asked.flatMap((each) => each.messageIds))]
  if (messageIds.length === 0) return asked.map(() => [])
  const held = new Map(asked.flatMap(({ products }) => products.map((each) => [productKeyOf(each), each])))
  const products = [...held.values()]
  const { rows } = await sql<NoticeMessage & { productType: string; productId: number; verdict: string | null }>`
    select m.id, m.text, i.spans, i.network, g.name as group_name, a.name as author_name, l.name as place,
      ${intentLevelWord(sql.raw('i'))} as level, i.published_at, i.product_type, i.product_id, i.verdict
    from feed_items i join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at
      left join groups g on g.id = i.group_id left join authors a on a.id = i.author_id left join locations l on l.id = i.location_id
    where i.message_id = any(${messageIds}::bigint[]) and not i.gone and (i.product_type, i.product_id) in (
      select * from unnest(${products.map(({ productType }) => productType)}::text[], ${products.map(({ productId }) => productId)}::bigint[]))
    order by i.seq_id`.execute(db)
  const items = Map.groupBy(rows, ({ id }) => id)
  return asked.map((each) => {
    const trials = new Map(each.products.map((product) => [productKeyOf(product), product.trial]))
    return each.messageIds.flatMap((messageId) => {
      const seen = items.get(messageId)?.find((item) => {
        const trial = trials.get(productKeyOf(item))
        if (trial === undefined || !mayReadVerdict(item.verdict, each.moderator)) return false
        return mayShow({ trial }, item.publishedAt.getTime(), now.getTime())
      })
      if (!seen) return []
      const { productType: _type, productId: _id, verdict: _verdict, ...message } = seen
      return [message]
    })
  })
}
