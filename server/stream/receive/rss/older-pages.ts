/**
 * Older pages of a feed (RFC 5005, and JSON Feed's `next_url`): more came than the feed holds, so what lies between what it shows
 * now and what it showed before is read page by page. It stays in the cursor until it is closed, or leads nowhere too often.
 */
import { MINUTE } from '../../../kit/clock.ts'
import { restOfGap } from '../shared/open-gap.ts'

export interface FeedGap {
  /** Where it goes on. */
  page: string
  /** What was known before it, by shortened keys: any of these closes it. */
  edge: string[]
  /** Pages read, and readings that failed in a row. */
  pages: number
  tries: number
  /** Milliseconds. */
  askAt: number
}

/** No site is asked for more at once, however much it has written. */
const MOST_PAGES = 20
/** The newest are read before it is tried again. */
const SOONEST = MINUTE

/** @param edge what was known before; of two gaps what the older one began with, so that nothing between them is skipped */
export const openGap = (page: string, edge: string[], before: FeedGap | undefined): FeedGap => ({
  page,
  edge: before?.edge ?? edge,
  pages: 0,
  tries: 0,
  askAt: 0,
})

/** After a page with these keys; null: it is closed. */
export function continueGap(gap: FeedGap, keys: string[], page: string | null): FeedGap | null {
  const known = new Set(gap.edge)
  const ended = page === null || page === gap.page || keys.length === 0 || keys.some((key) => known.has(key))
  return ended || gap.pages + 1 >= MOST_PAGES ? null : { ...gap, page, pages: gap.pages + 1, tries: 0 }
}

/** After a page that did not come; null: it is given up. */
export function askLater(gap: FeedGap, now: number): FeedGap | null {
  const rest = restOfGap(gap.tries + 1)
  return rest === null ? null : { ...gap, tries: gap.tries + 1, askAt: now + Math.max(rest, SOONEST) }
}
