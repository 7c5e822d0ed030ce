/** How many cards there are of many views at once, in one question: a page shows a hundred of them, and each has its number. */
import { sql } from 'kysely'
import { TOTAL_CAP } from '../../../../../contract/total-cap.ts'
import { emptyFilter } from '../../../../../contract/reading/filters.ts'
import { filterQuestion } from '../../../../../rules/filters/fits.ts'
import { VIEW_OF_EVERYTHING, readView, type ViewedProduct } from '../../../../../rules/filters/views.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { prepared, type DbOrTx } from '../../../../kit/sql.ts'
import { readActiveRoles } from '../../../people/accounts/accounts.public.ts'
import { all, earlierOfSame, first, fitsIn, type Sql } from './conditions.ts'
import { countItems, getNewestSeqId, pickPage } from './pick.ts'
import { readScope, type FeedScope } from './scope.ts'

/** One more than a badge shows. */
export const VIEW_COUNT_CAP = 100

export interface ViewCount {
  /** No further than asked for. */
  count: number
  /** The seqId of the newest; null when there is none. */
  newest: number | null
}

/**
 * By the key of the view: what stands in it in (since, upTo], as `countItems` counts the filter it is. What the reader does not hold has
 * no entry, nor has a key that is none.
 * @param cap no view is counted further
 */
export async function countViews(
  db: DbOrTx,
  scope: Omit<FeedScope, 'question'>,
  views: { view: string; since: number }[],
  upTo: number,
  cap: number,
): Promise<Map<string, ViewCount>> {
  const counts = new Map<string, ViewCount>()
  const asked = views.flatMap(({ view, since }): Asked[] => {
    const product = readView(view)
    const held = product && scope.products.find(isOf(product))
    return product && held && since < upTo ? [{ ...product, trial: held.trial, view, since }] : []
  })
  const [whole, listed] = [asked.filter(isWhole), asked.filter((each) => !isWhole(each))]
  const parts = [
    ...(whole.length > 0 ? [countsOf(scope, whole, upTo, cap, sql`true`, sql`true`)] : []),
    ...(listed.length > 0
      ? [
          countsOf(
            scope,
            listed,
            upTo,
            cap,
            sql`i.product_type = 'group' and i.group_id = p.group_id`,
            sql`earlier.group_id = p.group_id`,
          ),
        ]
      : []),
  ]
  if (parts.length > 0) {
    const { rows } = await sql<ViewCount & { view: string }>`${prepared} ${sql.join(parts, sql` union all `)}`.execute(
      db,
    )
    for (const { view, count, newest } of rows) counts.set(view, { count, newest })
  }
  const everything = views.find(({ view }) => view === VIEW_OF_EVERYTHING)
  if (everything) {
    const count = await countItems(db, { ...scope, question: nothingAsked }, { after: everything.since, upTo }, cap)
    const [newest = null] =
      count > 0
        ? await pickPage(db, { ...scope, question: nothingAsked }, { upTo, edge: null, offset: 0, limit: 1 })
        : []
    counts.set(VIEW_OF_EVERYTHING, { count: Math.min(count, cap), newest })
  }
  return counts
}

/** What every view asks besides its product. */
const nothingAsked = filterQuestion(emptyFilter, () => [])

interface Asked extends ViewedProduct {
  view: string
  since: number
  trial: boolean
}

const isOf =
  ({ productType, productId }: ViewedProduct) =>
  (held: FeedScope['products'][number]): boolean =>
    held.productType === productType && held.productId === productId
const isWhole = ({ groupId }: Asked): boolean => groupId === null

/** @param inGroup of `i`, and @param inSameGroup of `earlier`: the group the view is narrowed to */
function countsOf(
  scope: Omit<FeedScope, 'question'>,
  asked: Asked[],
  upTo: number,
  cap: number,
  inGroup: Sql,
  inSameGroup: Sql,
): Sql {
  const each = { ...scope, question: nothingAsked }
  return sql`
    select p.view, counted.count, counted.newest
    from unnest(${asked.map(({ view }) => view)}::text[], ${asked.map(({ productType }) => productType)}::text[],
      ${asked.map(({ productId }) => productId)}::bigint[], ${asked.map(({ groupId }) => groupId)}::bigint[],
      ${asked.map(({ trial }) => trial)}::boolean[], ${asked.map(({ since }) => since)}::bigint[])
      as p (view, product_type, product_id, group_id, trial, since)
    cross join lateral (
      select count(*)::integer as count, max(card.seq_id) as newest from (
        select i.seq_id from feed_items i
        where i.seq_id > p.since and i.seq_id <= ${upTo} and ${all([fitsIn(each, first), inGroup])}
          and (not i.repeats or not exists (
            select from feed_items earlier where earlier.cluster_id = i.cluster_id and earlier.seq_id < i.seq_id
              and ${all([fitsIn(each, earlierOfSame), inSameGroup])}))
        order by i.seq_id desc limit ${cap}
      ) as card
    ) as counted`
}

/** The same of everything that is stored, as this person would count it in their feed now; no further than one above `TOTAL_CAP`. */
export async function countInFeed(
  ctx: Pick<AppContext, 'db' | 'clock' | 'language' | 'config'>,
  userId: number,
  views: string[],
): Promise<Map<string, number>> {
  const roles = (await readActiveRoles(ctx, [userId])).get(userId) ?? []
  const [scope, upTo] = await Promise.all([readScope(ctx, { id: userId, roles }, emptyFilter), getNewestSeqId(ctx.db)])
  const asked = views.map((view) => ({ view, since: 0 }))
  const counts = await countViews(ctx.db, scope, asked, upTo, TOTAL_CAP + 1)
  return new Map(views.map((view) => [view, counts.get(view)?.count ?? 0]))
}
