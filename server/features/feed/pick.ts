/**
 * Which items, in SQL: ids and counts, no contents. Hiding is part of picking, so a page is never short. Asks what
 * rules/filters/fits.ts asks; a property test holds both equal.
 */
import { sql, type RawBuilder } from 'kysely'
import { earliestMoment, type FilterQuestion } from '../../../rules/filters/fits.ts'
import { trialShowsBefore, type VisibleProduct } from '../../../rules/trial.ts'
import type { DbOrTx } from '../../kit/sql.ts'

/** Whose items, narrowed by which filter, at what moment. */
export interface Scope {
  products: VisibleProduct[]
  question: FilterQuestion
  now: Date
}

/** Half-open below: (after, upTo]. */
export interface SeqRange {
  after: number
  upTo: number
}

export interface PageEdge {
  seqId: number
  direction: 'forward' | 'back'
}

/** The newest seqId there is; everything up to it can be read from now on. */
export async function getNewestSeqId(db: DbOrTx): Promise<number> {
  const row = await db.selectFrom('feedItems').select('seqId').orderBy('seqId', 'desc').limit(1).executeTakeFirst()
  return row?.seqId ?? 0
}

/**
 * The ids of one page, newest first.
 * @param page.offset items between the edge (or the top) and the page
 */
export async function pickPage(
  db: DbOrTx,
  scope: Scope,
  page: { upTo: number; edge: PageEdge | null; offset: number; limit: number },
): Promise<number[]> {
  const { edge } = page
  const back = edge?.direction === 'back'
  const range = {
    after: back ? edge.seqId : 0,
    upTo: edge && !back ? Math.min(page.upTo, edge.seqId - 1) : page.upTo,
  }
  const order = back ? sql`asc` : sql`desc`
  const { rows } = await sql<{ seqId: number }>`
    select i.seq_id ${from(scope, range, sql`order by i.seq_id ${order} limit ${page.offset + page.limit}`)}
    order by i.seq_id ${order} limit ${page.limit} offset ${page.offset}`.execute(db)
  const ids = rows.map((row) => row.seqId)
  return back ? ids.reverse() : ids
}

/** How many items there are, counted no further than `cap` + 1. */
export async function countItems(db: DbOrTx, scope: Scope, range: SeqRange, cap: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 ${from(scope, range, sql`limit ${cap + 1}`)} limit ${cap + 1}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Product by product along the index, so that a page of few products never walks over the items of all others; as `i`.
 */
function from(scope: Scope, range: SeqRange, each: RawBuilder<unknown>): RawBuilder<unknown> {
  const { question, now } = scope
  const products = scope.products.filter(
    ({ productType, productId }) =>
      question.categories.length === 0 || (productType === 'category' && question.categories.includes(productId)),
  )
  const asksWords = question.includedTerms.length + question.excludedTerms.length > 0
  const conditions = [
    sql`i.product_type = p.product_type and i.product_id = p.product_id and not i.gone`,
    sql`i.seq_id > ${range.after} and i.seq_id <= ${range.upTo}`,
    sql`(not p.trial or i.published_at < ${new Date(trialShowsBefore(now.getTime()))})`,
  ]
  if (question.kind !== 'all') conditions.push(sql`i.kind = ${question.kind}`)
  if (question.networks.length > 0) conditions.push(sql`i.network = any(${question.networks})`)
  const earliest = earliestMoment(question, now.getTime())
  if (earliest !== null) conditions.push(sql`i.published_at >= ${new Date(earliest)}`)
  if (question.to !== null) conditions.push(sql`i.published_at < ${new Date(question.to)}`)
  if (question.includedTerms.length > 0) conditions.push(sql`m.terms && ${question.includedTerms}::text[]`)
  if (question.excludedTerms.length > 0) conditions.push(sql`not (m.terms && ${question.excludedTerms}::text[])`)
  return sql`
    from unnest(${products.map(({ productType }) => productType)}::text[], ${products.map(({ productId }) => productId)}::bigint[],
      ${products.map(({ trial }) => trial)}::boolean[]) as p (product_type, product_id, trial)
    cross join lateral (
      select i.seq_id from feed_items i
      ${asksWords ? sql`join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at` : sql``}
      where ${sql.join(conditions, sql` and `)} ${each}
    ) as i`
}
