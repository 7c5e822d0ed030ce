/** Which page a person may jump to (spec §5 Feed page jump). */

export interface PageJump {
  /** As it was written, in the address or in a field. */
  asked: string | number
  /** The page shown now; 1 when nothing is shown yet. */
  current: number
  /** How many pages there are; null while no one knows. */
  pages: number | null
  /** The furthest jump, in pages. */
  reach: number
}

/** The page to show, counted from 1; null when the wish is to be ignored. Page 0 is another way to write the first one. */
export function decidePageJump({ asked, current, pages, reach }: PageJump): number | null {
  const written = typeof asked === 'string' ? asked.trim() : String(asked)
  if (!/^\d{1,9}$/.test(written)) return null
  const page = Math.max(1, Number(written))
  if (Math.abs(page - current) > reach) return null
  if (pages !== null && page > Math.max(1, pages)) return null
  return page
}

/** How many pages `total` items fill; an empty list still has its first page. */
export function countPages(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit))
}

/** What is known of a list while a page of it is shown. */
export interface ShownList {
  total: number
  /** Counting ended at `total`: there are more. */
  totalCapped: boolean
  limit: number
  page: number
  /** How many items the page has. */
  shown: number
}

/**
 * How many pages may be gone to. Of a list that was not counted to its end one more than is known of: the one after the
 * counted ones, or after the shown page as long as that is full. So forward leads to the end, and no jump far past it.
 */
export function countReachablePages({ total, totalCapped, limit, page, shown }: ShownList): number {
  if (!totalCapped) return countPages(total, limit)
  return Math.max(countPages(total + 1, limit), shown < limit ? page : page + 1)
}
