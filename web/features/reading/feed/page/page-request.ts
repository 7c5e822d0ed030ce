/** How the next page is asked for, so that pages stand still while new messages come (spec §4 Feed). */
import type { FeedMessage, FeedOrder } from '../../../../../contract/reading/feed.ts'
import type { Input } from '../../../../kit/calls/ask.ts'

/** A message at the edge of a page, by what its place in the order goes. */
export type EdgeMessage = Pick<Input<'feed', 'queryFeed'>, 'intent'> & { seqId: number }

/** The page on the screen and its edges; null where it is empty. */
export interface ShownPage {
  page: number
  first: EdgeMessage | null
  last: EdgeMessage | null
}

export type PageRequest = Pick<Input<'feed', 'queryFeed'>, 'seqId' | 'intent' | 'direction' | 'pageOffset' | 'upTo'>

/** As the page came: an edit changes the level of a message on it, and not where its page ends. */
export function edgesOf(messages: readonly FeedMessage[], order: FeedOrder): Pick<ShownPage, 'first' | 'last'> {
  const edge = (message: FeedMessage | undefined): EdgeMessage | null => {
    if (!message) return null
    const { seqId, intent } = message
    return order === 'hot' ? { seqId, intent } : { seqId }
  }
  return { first: edge(messages[0]), last: edge(messages.at(-1)) }
}

/**
 * @param shown null when nothing is shown yet, or when it belongs to another reading of the feed
 * @param upTo  up to where this reading goes; null when this is its first page, and the answer will hold it
 */
export function pageRequest(to: number, shown: ShownPage | null, upTo: number | null): PageRequest {
  const bound = upTo === null ? {} : { upTo }
  // The first page is always read from the top: counted back from an edge it would be short by whatever went away meanwhile.
  if (shown !== null && upTo !== null && to !== 1) {
    if (to > shown.page && shown.last !== null)
      return { ...bound, ...shown.last, direction: 'forward', pageOffset: to - shown.page }
    if (to < shown.page && shown.first !== null)
      return { ...bound, ...shown.first, direction: 'back', pageOffset: shown.page - to }
  }
  return { ...bound, pageOffset: to - 1 }
}
