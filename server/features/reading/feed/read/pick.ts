/** Which items, in SQL: ids and counts, no contents. Hiding is part of picking, so a page is never short. */
import { sql } from 'kysely'
import type { FeedOrder } from '../../../../../contract/reading/feed.ts'
import { intentLevels, type IntentLevel } from '../../../../../contract/reading/filters.ts'
import { prepared, type DbOrTx } from '../../../../kit/sql.ts'
import { intentLevelWord, isOfIntentLevel } from '../items/intent-level.ts'
import {
  all,
  asksWords,
  first,
  fitsAnywhere,
  fitsIn,
  filterConditions,
  hasNoCard,
  holdsAny,
  isCard,
  isHeld,
  later,
  mayRead,
  messagesOf,
  subscribedProducts,
  type Sql,
} from './conditions.ts'
import type { FeedScope } from './scope.ts'
import { asked, chooseWay, isSince, walked, type ExtraFilters, type Way } from './ways.ts'

/** Half-open below: (after, upTo]. */
export interface SeqRange {
  after: number
  upTo: number
}

interface PageEdge {
  seqId: number
  direction: 'forward' | 'back'
  /** Of the edge message, as it was when the page it is on was read; an edit since moves no page. Asked for by `hot`. */
  level?: IntentLevel
}

export interface PageToPick {
  upTo: number
  edge: PageEdge | null
  /** Items between the edge (or the top) and the page. */
  offset: number
  limit: number
  order?: FeedOrder
}

/** The newest seqId there is; everything up to it can be read from now on. */
export async function getNewestSeqId(db: DbOrTx): Promise<number> {
  const row = await db.selectFrom('feedItems').select('seqId').orderBy('seqId', 'desc').limit(1).executeTakeFirst()
  return row?.seqId ?? 0
}

/** The ids of one page, newest first, or in the order it asks for. */
export async function pickPage(
  db: DbOrTx,
  scope: FeedScope,
  page: PageToPick,
  extra: ExtraFilters = {},
): Promise<number[]> {
  if (page.order === 'hot') return pickHotFirst(db, scope, page, extra)
  const { edge } = page
  const back = edge?.direction === 'back'
  const range = {
    after: back ? edge.seqId : 0,
    upTo: edge && !back ? Math.min(page.upTo, edge.seqId - 1) : page.upTo,
  }
  const ids = await pickAlong(db, scope, range, back, page, extra)
  return back ? ids.reverse() : ids
}

/**
 * The hottest first, and of one level the newest: the levels one behind another, each of them walked as the whole feed is. Which
 * items are cards, and so how many there are, is the same in either order.
 */
async function pickHotFirst(
  db: DbOrTx,
  scope: FeedScope,
  { upTo, edge, offset, limit }: PageToPick,
  extra: ExtraFilters,
): Promise<number[]> {
  const back = edge?.direction === 'back'
  const asked = intentLevels.slice(intentLevels.indexOf(scope.question.intentLevel))
  const levels = back ? asked : asked.toReversed()
  const from = edge && (edge.level ?? (await readLevel(db, edge.seqId)))
  const ids: number[] = []
  for (const level of from ? levels.slice(Math.max(0, levels.indexOf(from))) : levels) {
    const missing = offset + limit - ids.length
    if (missing === 0) break
    const here = edge && level === from
    const range = {
      after: here && back ? edge.seqId : 0,
      upTo: here && !back ? Math.min(upTo, edge.seqId - 1) : upTo,
    }
    ids.push(...(await pickAlong(db, scope, range, back, { offset: 0, limit: missing }, { ...extra, level })))
  }
  const page = ids.slice(offset)
  return back ? page.reverse() : page
}

async function readLevel(db: DbOrTx, seqId: number): Promise<IntentLevel | null> {
  const { rows } = await sql<{ level: IntentLevel }>`
    select ${intentLevelWord(sql.raw('i'))} as level from feed_items i where i.seq_id = ${seqId}`.execute(db)
  return rows[0]?.level ?? null
}

/** Along so few products at once each can be asked for as many items as are wanted of all together. */
const FEW_PRODUCTS = 3
/** Of more, what lies near is looked at first, and then farther and farther. */
const FIRST_LOOK = 500
const LONGER_EACH = 8

const areFew = (scope: FeedScope, extra: ExtraFilters): boolean => walked(scope, extra).products.length <= FEW_PRODUCTS
const firstLook = (scope: FeedScope, wanted: number, way: Way, extra: ExtraFilters): number =>
  way === 'by product' && areFew(scope, extra) ? Infinity : Math.max(FIRST_LOOK, 2 * wanted)
/** Of what is asked since a moment so often; if that was too little, all since then is gathered and sorted. */
const NEAR_LOOKS = 3
const nearIn = ({ after, upTo }: SeqRange, back: boolean, look: number): SeqRange =>
  back ? { after, upTo: Math.min(upTo, after + look) } : { after: Math.max(after, upTo - look), upTo }

interface Cut {
  offset: number
  limit: number
}

/** This many cards of the range, from its newer end, or `back` from its older one. */
async function pickAlong(
  db: DbOrTx,
  scope: FeedScope,
  range: SeqRange,
  back: boolean,
  { offset, limit }: Cut,
  extra: ExtraFilters,
): Promise<number[]> {
  const wanted = offset + limit
  const ids: number[] = []
  let { after, upTo } = range
  const way = await chooseWay(db, scope, extra, wanted, range)
  let look = way === 'by message' ? Infinity : firstLook(scope, wanted, way, extra)
  // Of one look the database leaves out what lies before the page; of several no one knows where in them it begins.
  const once = look === Infinity
  for (let looks = 1; ids.length < wanted && after < upTo; looks += 1) {
    const isFar = way === 'by time' && looks > NEAR_LOOKS
    const near = isFar ? { after, upTo } : nearIn({ after, upTo }, back, look)
    const asked = picked(
      scope,
      way === 'by time' && !isFar ? 'by product' : way,
      near,
      back,
      once ? { offset, limit } : { offset: 0, limit: wanted - ids.length },
      extra,
    )
    const { rows } = await sql<{ seqId: number }>`${isUsual(scope, extra) ? prepared : sql``} ${asked}`.execute(db)
    for (const { seqId } of rows) ids.push(seqId)
    if (back) after = near.upTo
    else upTo = near.after
    look *= LONGER_EACH
  }
  return once ? ids : ids.slice(offset)
}

/** The query for the ids of this many cards of the range, in their order. */
function picked(
  scope: FeedScope,
  way: Way,
  range: SeqRange,
  back: boolean,
  { offset, limit }: Cut,
  extra: ExtraFilters,
): Sql {
  const order = sql`order by i.seq_id ${back ? sql`asc` : sql`desc`}`
  const cut = sql`${order} limit ${limit} offset ${offset}`
  // The fence keeps the database from walking over all items in their order until it meets the few.
  if (way !== 'by product')
    return sql`select i.seq_id from (select i.seq_id ${cards(scope, way, within(range), sql``, extra)} offset 0) as i ${cut}`
  if (areFew(scope, extra))
    return sql`select i.seq_id ${cards(scope, way, within(range), sql`${order} limit ${offset + limit}`, extra)} ${cut}`
  // Fenced and sorted: earlier copies are looked for as far as the page goes, and not for all that is near.
  return sql`
    select i.seq_id from (
      select i.* from ${subscribedProducts(walked(scope, extra), first, asked)} cross join lateral (
        select i.seq_id, i.cluster_id, i.repeats from feed_items i ${messagesOf(scope.question, first, { anyway: extra.holding !== undefined })}
        where ${all([within(range), ...fitsExtra(scope, extra)])}
      ) as i ${order} offset 0
    ) as i where ${isCard(scope)} ${cut}`
}

/** The query for the ids of all cards of the range, in no order. */
export async function cardsWithin(db: DbOrTx, scope: FeedScope, range: SeqRange): Promise<Sql> {
  // Of what came of late everything is walked; of more, a rare word may lead to less.
  const isLong = range.upTo - range.after > LONG_RANGE
  const way = isLong ? await chooseWay(db, scope, {}, range.upTo - range.after, range) : 'by product'
  return sql`select i.seq_id ${cards(scope, way, within(range), sql``)}`
}

const LONG_RANGE = 100_000

/** Nearer than so many seqIds it matters little how old what lies there is. */
const NEAR = 50_000

/** How many items there are, counted no further than `cap` + 1. */
export async function countItems(
  db: DbOrTx,
  scope: FeedScope,
  range: SeqRange,
  cap: number,
  extra: ExtraFilters = {},
): Promise<number> {
  const chosen = await chooseWay(db, scope, extra, cap + 1, range)
  const way = chosen === 'by time' && range.upTo - range.after <= NEAR ? 'by product' : chosen
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from (select 1 ${cards(scope, way, within(range), sql`limit ${cap + 1}`, extra)} limit ${cap + 1}) as counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Those of these items that are cards of the feed. */
export async function pickAmong(db: DbOrTx, scope: FeedScope, seqIds: number[]): Promise<number[]> {
  if (seqIds.length === 0) return []
  const { rows } = await sql<{
    seqId: number
  }>`select i.seq_id ${cards(scope, 'by message', sql`i.seq_id = any(${seqIds}::bigint[])`, sql``)}`.execute(db)
  return rows.map((row) => row.seqId)
}

/**
 * What the filter keeps from the reader, copies too, newest first. What a moderator took away, and what a trial does not
 * show, is not among it: that they may not see at all.
 */
export async function pickHidden(
  db: DbOrTx,
  scope: FeedScope,
  page: { before: number | null; limit: number },
): Promise<number[]> {
  const before = page.before === null ? sql`true` : sql`i.seq_id < ${page.before}`
  const shown = sql`p.asked and ${all([...filterConditions(scope, first), isCard(scope)])}`
  const { rows } = await sql<{ seqId: number }>`
    select i.seq_id from ${subscribedProducts(scope, first)} cross join lateral (
      select i.seq_id from feed_items i ${messagesOf(scope.question, first)}
      where ${all(mayRead(scope, first))} and ${before} and (${shown}) is not true
      order by i.seq_id desc limit ${page.limit}
    ) as i
    order by i.seq_id desc limit ${page.limit}`.execute(db)
  return rows.map((row) => row.seqId)
}

/** So many of the newest items are looked at, of all products together: where little is hidden all of them would be. */
const HIDDEN_LOOK = 10_000

type HiddenCount = { count: number; more: boolean }

/**
 * How many `pickHidden` picks, counted no further than `cap` + 1.
 * @returns `more` when items were left that no one looked at
 */
export async function countHidden(db: DbOrTx, scope: FeedScope, cap: number): Promise<HiddenCount> {
  const each = Math.ceil(HIDDEN_LOOK / Math.max(1, scope.products.length))
  const shown = sql`p.asked and ${all([...filterConditions(scope, first), isCard(scope)])}`
  const { rows } = await sql<{ hidden: number; more: boolean }>`
    select coalesce(sum(of_product.hidden), 0)::integer as hidden, coalesce(bool_or(of_product.looked >= ${each}), false) as more
    from ${subscribedProducts(scope, first)} cross join lateral (
      select count(*) as looked, count(*) filter (where near.hidden) as hidden from (
        select (${shown}) is not true as hidden from feed_items i ${messagesOf(scope.question, first)}
        where ${all(mayRead(scope, first))} order by i.seq_id desc limit ${each}
      ) as near
    ) as of_product`.execute(db)
  const { hidden = 0, more = false } = rows[0] ?? {}
  return { count: Math.min(hidden, cap + 1), more }
}

/** Of longer rows of copies no more are counted. */
const COPIES_COUNTED = 1_000

/** How many other messages stand behind each card. By seqId. */
export async function countCopies(
  db: DbOrTx,
  scope: FeedScope,
  cardsShown: { seqId: number; messageId: number; clusterId: number }[],
): Promise<Map<number, number>> {
  if (cardsShown.length === 0) return new Map()
  const { rows } = await sql<{ seqId: number; copies: number }>`
    select i.seq_id, ${copiesOf(scope)} as copies
    from unnest(${cardsShown.map(({ seqId }) => seqId)}::bigint[], ${cardsShown.map(({ messageId }) => messageId)}::bigint[],
      ${cardsShown.map(({ clusterId }) => clusterId)}::bigint[]) as i (seq_id, message_id, cluster_id)`.execute(db)
  return new Map(rows.map((row) => [row.seqId, row.copies]))
}

/** How many other messages stand behind a card `i`: later ones that fit the same filter. */
export const copiesOf = (scope: FeedScope): Sql => sql`(
  select count(distinct later.message_id)::integer from (
    select later.message_id from feed_items later ${messagesOf(scope.question, later)}
    where later.cluster_id = i.cluster_id and later.seq_id > i.seq_id and later.repeats and later.message_id <> i.message_id
      and ${all(fitsAnywhere(scope, later))}
    limit ${COPIES_COUNTED}
  ) as later)`

/** The other messages of a cluster that fit the filter, each once, oldest first. */
export async function pickCopies(
  db: DbOrTx,
  scope: FeedScope,
  card: { messageId: number; clusterId: number },
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ seqId: number }>`
    select min(i.seq_id) as seq_id from feed_items i join ${subscribedProducts(scope, first, asked)} on ${isHeld(first)} ${messagesOf(scope.question, first)}
    where i.cluster_id = ${card.clusterId} and i.message_id <> ${card.messageId} and ${fitsIn(scope, first)}
    group by i.message_id order by 1 limit ${limit}`.execute(db)
  return rows.map((row) => row.seqId)
}

/** The items of a message that the reader may see, in or outside of their filters, oldest first. */
export async function pickItemsOf(
  db: DbOrTx,
  scope: Pick<FeedScope, 'reader' | 'products' | 'now'>,
  messageId: number,
): Promise<{ seqId: number; authorId: number | null; clusterId: number }[]> {
  const { rows } = await sql<{ seqId: number; authorId: number | null; clusterId: number }>`
    select i.seq_id, i.author_id, i.cluster_id
    from feed_items i join ${subscribedProducts(scope, first)} on ${isHeld(first)}
    where i.message_id = ${messageId} and ${all(mayRead(scope, first))} order by i.seq_id`.execute(db)
  return rows
}

/** Those of these messages of which the reader may see an item, in or outside of their filters. */
export async function pickReadable(
  db: DbOrTx,
  scope: Pick<FeedScope, 'reader' | 'products' | 'now'>,
  messageIds: number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ messageId: number }>`
    select distinct i.message_id from feed_items i join ${subscribedProducts(scope, first)} on ${isHeld(first)}
    where i.message_id = any(${messageIds}::bigint[]) and ${all(mayRead(scope, first))}`.execute(db)
  return new Set(rows.map(({ messageId }) => messageId))
}

/** Is there a message by this author that the reader may see, in or outside of their filters? Fenced: their items are few beside those of the products. */
export async function hasItemOfAuthor(
  db: DbOrTx,
  scope: Pick<FeedScope, 'reader' | 'products' | 'now'>,
  authorId: number,
): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (
      select from (select * from feed_items where author_id = ${authorId} offset 0) as i join ${subscribedProducts(scope, first)} on ${isHeld(first)}
      where ${all(mayRead(scope, first))}) as there`.execute(db)
  return rows[0]?.there ?? false
}

const within = ({ after, upTo }: SeqRange): Sql => sql`i.seq_id > ${after} and i.seq_id <= ${upTo}`

/**
 * What most readers ask most often is of few shapes, and planning it takes as long as answering. Other filters are of too
 * many shapes for a connection to keep a plan of each.
 */
export function isUsual({ question }: FeedScope, extra: ExtraFilters = {}): boolean {
  const { networks, sourceKinds, products, places, kind, recentDays, from, to, intentLevel } = question
  const narrowed = networks.length + sourceKinds.length > 0 || asksWords(question) || intentLevel !== 'cold'
  const asksMore =
    kind !== 'all' ||
    question.onlyFavorites ||
    question.onlyWithNotes ||
    question.onlyBlackList ||
    question.learned ||
    question.handled !== 'hide' ||
    question.leadStatuses.length + question.assignees.length > 0 ||
    extra.holding ||
    extra.publishedFrom ||
    extra.receivedFrom
  return !(narrowed || asksMore || products || places || recentDays !== null || from !== null || to !== null)
}

/**
 * The cards of a feed as `i`.
 * @param each order and limit within one product
 */
function cards(scope: FeedScope, way: Way, which: Sql, each: Sql, extra: ExtraFilters = {}): Sql {
  const products = subscribedProducts(walked(scope, extra), first, asked)
  const messages = messagesOf(scope.question, first, {
    anyway: extra.holding !== undefined,
    led: way === 'by message',
  })
  const since = way === 'by time' ? [isSince(scope, extra)] : []
  const where = all([which, ...since, ...fitsExtra(scope, extra), isCard(scope)])
  if (way === 'by message') return sql`from feed_items i cross join ${products} ${messages} where ${where}`
  return sql`from ${products} cross join lateral (select i.seq_id from feed_items i ${messages} where ${where} ${each}) as i`
}

function fitsExtra(scope: FeedScope, { holding, publishedFrom, receivedFrom, unseenIn, level }: ExtraFilters): Sql[] {
  const conditions = [fitsIn(scope, first)]
  if (unseenIn) conditions.push(hasNoCard(unseenIn))
  if (level) conditions.push(isOfIntentLevel(sql.raw('i'), level))
  if (publishedFrom) conditions.push(sql`i.published_at >= ${publishedFrom}`)
  if (receivedFrom) conditions.push(sql`i.received_at >= ${receivedFrom}`)
  if (holding) conditions.push(holdsAny(holding, first))
  return conditions
}
