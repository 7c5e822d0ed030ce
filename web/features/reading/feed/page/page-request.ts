/** How the next page is asked for, so that pages stand still while new messages come (spec §4 Feed). */
import type { Input } from '../../../../kit/calls/ask.ts'

/** The page on the screen and the seqIds of its edges; null where it is empty. */
export interface ShownPage {
  page: number
  first: number | null
  last: number | null
}

export type PageRequest = Pick<Input<'feed', 'queryFeed'>, 'seqId' | 'direction' | 'pageOffset' | 'upTo'>

/**
 * @param shown null when nothing is shown yet, or when it belongs to another reading of the feed
 * @param upTo  up to where this reading goes; null when this is its first page, and the answer will tell
 */
export function pageRequest(to: number, shown: ShownPage | null, upTo: number | null): PageRequest {
  const bound = upTo === null ? {} : { upTo }
  // The first page is always read from the top: counted back from an edge it would be short by whatever went away meanwhile.
  if (shown !== null && upTo !== null && to !== 1) {
    if (to > shown.page && shown.last !== null)
      return { ...bound, seqId: shown.last, direction: 'forward', pageOffset: to - shown.page }
    if (to < shown.page && shown.first !== null)
      return { ...bound, seqId: shown.first, direction: 'back', pageOffset: shown.page - to }
  }
  return { ...bound, pageOffset: to - 1 }
}
