import type { Input, Result } from '../../../../kit/calls/ask.ts'
import type { FeedOrder } from '../../../../../contract/reading/feed.ts'
import type { FilterFields } from '../../../../../contract/reading/filters.ts'
import type { Cards } from '../card/patch-message.ts'
import type { ShownPage } from './page-request.ts'

/** What the feed is asked for. The same `key` means the same question. */
export interface FeedQuestion {
  key: string
  ask: Pick<Input<'feed', 'queryFeed'>, 'filterId' | 'filter' | 'search'>
  limit: number
  /** What becomes of those that are handled. */
  handled: FilterFields['handled']
  /** The newest first, unless it is given. */
  order?: FeedOrder
}

/** One page of what it answers. */
export type FeedPageResult = Result<'feed', 'queryFeed'> &
  Pick<Cards, 'removed'> &
  Pick<FeedQuestion, 'ask' | 'handled' | 'order'> &
  Pick<ShownPage, 'first' | 'last'> & { page: number; reading: number; question: string }
