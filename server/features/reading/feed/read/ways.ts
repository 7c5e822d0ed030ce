/** Which way a feed is walked: what leads to its items. */
import { sql } from 'kysely'
import { earliestMoment, termsOf, type AskedWord, type FilterQuestion } from '../../../../../rules/filters/fits.ts'
import type { IntentLevel } from '../../../../../contract/reading/filters.ts'
import type { VisibleProduct } from '../../../../../rules/trial.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import type { Sql } from './conditions.ts'
import type { FeedScope } from './scope.ts'

export const asked = true

/** Which cards of the feed; what stands behind them as copies is not touched by it. */
export interface ExtraFilters {
  /** Any of these is in the text. */
  holding?: AskedWord[]
  publishedFrom?: Date
  receivedFrom?: Date
  /** Under this product only, one of those of the feed. */
  under?: VisibleProduct
  /** Of what this other feed shows no card of. */
  unseenIn?: FeedScope
  level?: IntentLevel
}

/** The feed with no more products than are walked along. */
export const walked = (scope: FeedScope, { under }: ExtraFilters): FeedScope =>
  under ? { ...scope, products: [under] } : scope

/**
 * How items are found: product by product along the index, so that a page of few products never walks over the items of all
 * others; by the messages that words and marks lead to, where those are few; or by when they were published, so that
 * what is too old is not walked past.
 */
export type Way = 'by product' | 'by message' | 'by time'

/** Statistics know common words only, and take a rare one for several times as common as it is. */
const RARE_TAKEN_FOR = 20

/** @param wanted how many cards; along the products so many are met after a number of items, by its messages a word costs all of them */
export async function chooseWay(
  db: DbOrTx,
  scope: FeedScope,
  extra: ExtraFilters,
  wanted: number,
  range: { upTo: number },
): Promise<Way> {
  if (await isLedByMessages(db, scope, extra, wanted, range)) return 'by message'
  return earliestOf(scope, extra) === null ? 'by product' : 'by time'
}

async function isLedByMessages(
  db: DbOrTx,
  { question }: FeedScope,
  { holding }: ExtraFilters,
  wanted: number,
  { upTo }: { upTo: number },
): Promise<boolean> {
  if (question.onlyFavorites || question.onlyWithNotes || question.handled === 'only') return true
  if (asksTouched(question)) return true
  const { included, searched, wordsMode } = question
  const each = wordsMode === 'all' ? included.map((word) => [word]) : [included]
  const sets = [...each, searched, holding ?? []].map(termsOf).filter((terms) => terms.length > 0)
  if (sets.length === 0) return false
  const messages = Math.min(...(await Promise.all(sets.map((terms) => estimateMessages(db, terms)))))
  return messages * messages < RARE_TAKEN_FOR * wanted * upTo
}

/** Only what someone has touched: leads, and those are few beside the items. */
const asksTouched = ({ leadStatuses, assignees }: FilterQuestion): boolean =>
  (leadStatuses.length > 0 && !leadStatuses.includes('new')) || (assignees.length > 0 && !assignees.includes('none'))

/** How many kept messages hold any of the terms, as the database's statistics have it. */
async function estimateMessages(db: DbOrTx, terms: string[]): Promise<number> {
  const { rows } = await sql<Record<string, [{ Plan: { 'Plan Rows': number } }]>>`
    explain (format json) select from messages_kept where terms && ${terms}::text[]`.execute(db)
  return Object.values(rows[0] ?? {})[0]?.[0].Plan['Plan Rows'] ?? 0
}

/** From when on, as the filter or who asks wants it; null: from ever. */
function earliestOf({ question, now }: FeedScope, { publishedFrom }: ExtraFilters): Date | null {
  const earliest = earliestMoment(question, now.getTime()) ?? -Infinity
  const latest = Math.max(earliest, publishedFrom?.getTime() ?? -Infinity)
  return latest === -Infinity ? null : new Date(latest)
}

/**
 * In the words of the index of moments. The filter itself says it in others: a page in the order of seqIds would be led by that index
 * as well, and read and sort all of a month for its twenty newest.
 */
export function isSince(scope: FeedScope, extra: ExtraFilters): Sql {
  const earliest = earliestOf(scope, extra)
  if (earliest === null) return sql`true`
  return sql`(i.published_at at time zone 'UTC') >= (${earliest}::timestamptz at time zone 'UTC')`
}
