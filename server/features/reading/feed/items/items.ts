/**
 * Feed items come and change here, within the transaction of anyone who stores the message. An item is one message under one
 * product; its seqId is its place in every feed.
 */
import type pg from 'pg'
import type { LocationSource } from '../../../../../contract/watching/locations.ts'
import type { MessageKind, Network, SourceKind } from '../../../../../contract/networks.ts'
import type { IntentLevel } from '../../../../../contract/reading/filters.ts'
import { isUnwantedInSql, type UnwantedVerdict } from '../../../../../rules/filters/spam.ts'
import type { ProductKey } from '../../../../../rules/product-key.ts'
import { publishQuery } from '../../../../kit/bus.ts'
import { lockQuery } from '../../../../kit/locks.ts'
import { arrayLiteral } from '../../../../kit/sql.ts'
import type { SuppressedBy } from '../../../watching/projects/projects.public.ts'
import { intentLevelNumber } from './intent-level.ts'

/** Where something was written about, as far as it could be reported. */
export interface TextPlace {
  locationId: number
  /** The region of a town; a region itself. */
  regionId: number | null
  source: LocationSource
  /** 0 to 1. */
  confidence: number
}

/** Why a message is under a product, and where in its text that stands. */
export interface ProductMatch extends ProductKey {
  /** Null when it is too long to be read; of an item, also when an edited text fits no longer. */
  keyword: string | null
  spans: readonly (readonly [number, number])[]
  /** The filter of the product that keeps the message from its readers; null: none. */
  suppressedBy: SuppressedBy | null
}

/** What is said of a text, whatever the product. */
export interface TextScores {
  intentLevel: IntentLevel
  place: TextPlace | null
}

/** A feed item before it has its seqId. */
export interface NewItem extends ProductMatch, TextScores {
  /** Under its product. */
  isUnwanted: boolean
  messageId: number
  clusterId: number
  receivedAt: Date
  publishedAt: Date
  network: Network
  kind: MessageKind
  sourceKind: SourceKind
  authorId: number | null
  groupId: number | null
  demo: boolean
}

export interface FittedCount {
  productType: string
  productId: number
  items: number
}

/** From here to the end of the transaction no one else gives seqIds or clusters: do before it what can be done before. */
export async function lockFeedItems(client: pg.ClientBase): Promise<void> {
  await client.query(lockQuery('seqIds of the feed'))
}

/**
 * What a moderator said last of the message itself and did not take back; else whether its text or its author is rejected, by
 * an admin for everybody. `item` names a table in the query around it.
 */
export const verdictOf = (item: string): string => `coalesce(
  (select l.details ->> 'verdict' from moderator_log l
    where l.message_id = ${item}.message_id and l.details ? 'verdict' and not l.details ? 'undone' order by l.id desc limit 1),
  (select case when bool_or('admin' = any(u.roles)) then 'removed' else 'rejected' end
    from (
      select user_id from rejected_texts t where t.cluster_id = ${item}.cluster_id
      union all select user_id from rejected_authors a where a.author_id = ${item}.author_id) as rejected
    join users u on u.id = rejected.user_id
    having count(*) > 0))`

/**
 * Gives them their seqIds, in their order. An item of a rejected text or author is there, and rejected; one of a message that
 * was there under another product takes what people said of it along.
 * To be called under `lockFeedItems`.
 * @returns how many are new, by product
 */
export async function insertItems(client: pg.ClientBase, items: NewItem[]): Promise<FittedCount[]> {
  if (items.length === 0) return []
  const { rows } = await client.query<FittedCount & { upTo: number }>({
    name: 'feed-items',
    text: `with stored as (
        insert into feed_items (seq_id, product_type, product_id, message_id, received_at, published_at, network, kind,
          source_kind, author_id, group_id, demo, keyword, spans, cluster_id, repeats, intent_level, is_unwanted,
          spam_count, location_id, region_id, location_source, location_confidence, suppressed_by, verdict)
        select nextval('feed_seq'), product_type, product_id, message_id, received_at, published_at, network, kind,
          source_kind, author_id, group_id, demo, keyword, spans::integer[], cluster_id,
          in_batch or exists (select from feed_items earlier where earlier.cluster_id = sorted.cluster_id), intent_level,
          is_unwanted,
          (select count(*) from spam_marks marked where marked.message_id = sorted.message_id),
          coalesce(decided.location_id, sorted.location_id), coalesce(decided.region_id, sorted.region_id),
          coalesce(decided.location_source, sorted.location_source), coalesce(decided.location_confidence, sorted.location_confidence),
          suppressed_by, ${verdictOf('sorted')}
        from (select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::text[],
            $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::boolean[], $12::text[], $13::text[], $14::bigint[],
            $15::boolean[], $16::smallint[], $17::boolean[], $18::bigint[], $19::bigint[], $20::text[], $21::real[], $22::text[])
            with ordinality
          as incoming (product_type, product_id, message_id, received_at, published_at, network, kind, source_kind, author_id,
            group_id, demo, keyword, spans, cluster_id, in_batch, intent_level, is_unwanted, location_id, region_id,
            location_source, location_confidence, suppressed_by, place)) as sorted
        left join lateral (
          select location_id, region_id, location_source, location_confidence from feed_items other
          where other.message_id = sorted.message_id and other.location_source = 'moderator' limit 1) as decided on true
        order by place
        on conflict (message_id, product_type, product_id) do nothing
        returning seq_id, product_type, product_id)
      select product_type as "productType", product_id as "productId", count(*) as items, max(seq_id) as "upTo"
      from stored group by product_type, product_id`,
    values: [
      items.map(({ productType }) => productType),
      items.map(({ productId }) => productId),
      items.map(({ messageId }) => messageId),
      items.map(({ receivedAt }) => receivedAt),
      items.map(({ publishedAt }) => publishedAt),
      items.map(({ network }) => network),
      items.map(({ kind }) => kind),
      items.map(({ sourceKind }) => sourceKind),
      items.map(({ authorId }) => authorId),
      items.map(({ groupId }) => groupId),
      items.map(({ demo }) => demo),
      items.map(({ keyword }) => keyword),
      items.map(({ spans }) => arrayLiteral(spans.flat())),
      items.map(({ clusterId }) => clusterId),
      secondOnes(items),
      items.map(({ intentLevel }) => intentLevelNumber(intentLevel)),
      items.map(({ isUnwanted }) => isUnwanted),
      ...placeColumns(items),
      items.map(({ suppressedBy }) => suppressedBy),
    ],
  })
  // From the same transaction: heard when, and only when, the items can be read.
  const upTo = Math.max(...rows.map((row) => row.upTo))
  if (rows.length > 0) await client.query(publishQuery('feed.stored', { upTo }))
  return rows.map(({ productType, productId, items: count }) => ({ productType, productId, items: count }))
}

/** Which of them repeat one that stands before them. */
function secondOnes(items: NewItem[]): boolean[] {
  const seen = new Set<number>()
  return items.map(({ clusterId }) => seen.size === seen.add(clusterId).size)
}

const placeColumns = (items: TextScores[]): unknown[][] => [
  items.map(({ place }) => place?.locationId ?? null),
  items.map(({ place }) => place?.regionId ?? null),
  items.map(({ place }) => place?.source ?? null),
  items.map(({ place }) => place?.confidence ?? null),
]

/** The message is gone at its source, or back again. */
export async function setItemsGone(client: pg.ClientBase, messageId: number, gone: boolean): Promise<void> {
  await client.query('update feed_items set gone = $2 where message_id = $1', [messageId, gone])
}

/** An item of a message whose text has changed: what there was to be said of it before. */
export interface ItemBefore extends ProductKey {
  clusterId: number
}

/**
 * The text of a message has changed. An item stays although its text no longer fits, as someone may be working on it; why it
 * was there is no longer true and goes, and what its product keeps from its readers is decided by the new text. A place that a
 * moderator has set stays.
 * @param marks what the new text fits; those that are no items yet are passed over
 * @param suppressedUnder which filter of a product keeps the new text away, whether or not it fits; undefined: no one watches by that product now
 * @returns the items there are
 */
export async function changeItems(
  client: pg.ClientBase,
  messageId: number,
  marks: ProductMatch[],
  scores: TextScores & UnwantedVerdict,
  suppressedUnder: (product: ProductKey) => SuppressedBy | null | undefined,
): Promise<ItemBefore[]> {
  const { place } = scores
  const { rows } = await client.query<ItemBefore>(
    `update feed_items set keyword = null, spans = '{}', intent_level = $2,
      is_unwanted = ${isUnwantedInSql('product_type', { isUnwanted: '$3::boolean', isPlainlyUnwanted: '$8::boolean' })},
      location_id = case when location_source = 'moderator' then location_id else $4::bigint end,
      region_id = case when location_source = 'moderator' then region_id else $5::bigint end,
      location_confidence = case when location_source = 'moderator' then location_confidence else $6::real end,
      location_source = case when location_source = 'moderator' then location_source else $7::text end
    where message_id = $1
    returning product_type as "productType", product_id as "productId", cluster_id as "clusterId"`,
    [
      messageId,
      intentLevelNumber(scores.intentLevel),
      scores.isUnwanted,
      place?.locationId ?? null,
      place?.regionId ?? null,
      place?.confidence ?? null,
      place?.source ?? null,
      scores.isPlainlyUnwanted,
    ],
  )
  for (const mark of marks.filter((each) => isMarked(rows, each))) {
    await client.query(
      'update feed_items set keyword = $4, spans = $5::integer[], suppressed_by = $6 where message_id = $1 and product_type = $2 and product_id = $3',
      [messageId, mark.productType, mark.productId, mark.keyword, arrayLiteral(mark.spans.flat()), mark.suppressedBy],
    )
  }
  for (const item of rows.filter((each) => !isMarked(marks, each))) {
    const suppressedBy = suppressedUnder(item)
    if (suppressedBy === undefined) continue
    await client.query(
      'update feed_items set suppressed_by = $4 where message_id = $1 and product_type = $2 and product_id = $3',
      [messageId, item.productType, item.productId, suppressedBy],
    )
  }
  return rows
}

export const isMarked = (items: readonly ProductKey[], { productType, productId }: ProductKey): boolean =>
  items.some((item) => item.productType === productType && item.productId === productId)

/** All items of a message go to another cluster, and stand or fall with it. To be called under `lockFeedItems`. */
export async function moveItems(client: pg.ClientBase, messageId: number, clusterId: number): Promise<void> {
  await client.query('update feed_items set cluster_id = $2 where message_id = $1', [messageId, clusterId])
  // They keep their places, so they may now stand before what began the cluster, or behind it.
  await client.query(
    `update feed_items i set repeats = not i.repeats
      where cluster_id = $2 and (message_id = $1 or not repeats)
        and repeats <> exists (select from feed_items earlier where earlier.cluster_id = $2 and earlier.seq_id < i.seq_id)`,
    [messageId, clusterId],
  )
  await client.query(`update feed_items set verdict = ${verdictOf('feed_items')} where message_id = $1`, [messageId])
}
