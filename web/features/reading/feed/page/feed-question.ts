import type { Input, Result } from '../../../../kit/calls/ask.ts'
import type { Cards } from '../card/patch-message.ts'

/** What the feed is asked for. The same `key` means the same question. */
export interface FeedQuestion {
  key: string
  ask: Pick<Input<'feed', 'queryFeed'>, 'filterId' | 'filter'>
  limit: number
}

/** One page of what it answers. */
export type FeedPage = Result<'feed', 'queryFeed'> &
  Pick<Cards, 'removed'> &
  Pick<FeedQuestion, 'ask'> & { page: number; reading: number; question: string }
