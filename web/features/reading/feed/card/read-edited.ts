/** The text of a message is another one at its source: its cards are read again where they stand, and nothing else moves. */
import type { QueryClient } from '@tanstack/react-query'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { ask, type Input } from '../../../../kit/calls/ask.ts'
import { listPages, patchCards } from '../page/cards-cache.ts'
import { patchText } from './patch-message.ts'
import type { FeedPageResult } from '../page/feed-question.ts'

export async function readEdited(cache: QueryClient, messageId: number, askCall = ask): Promise<void> {
  void cache.invalidateQueries({ queryKey: ['feed', 'explainMessage', { id: messageId }] })
  // Under another product it is another item, and its marks stand elsewhere.
  const places = new Map<number, FeedPageResult>()
  for (const page of listPages(cache)) {
    for (const { id, seqId } of page.messages) if (id === messageId) places.set(seqId, page)
  }
  await Promise.all(
    [...places].map(async ([seqId, page]) => {
      // A filter by words may fit it no more; the card keeps its place all the same, as a reader may be at work on it.
      const edited =
        (await readItem(askCall, page, page.ask, seqId)) ??
        (await readItem(askCall, page, { filter: { spam: 'ignore' } }, seqId))
      if (edited) patchCards(cache, (cards) => patchText(cards, edited))
    }),
  )
}

async function readItem(
  askCall: typeof ask,
  { upTo }: FeedPageResult,
  by: Pick<Input<'feed', 'queryFeed'>, 'filterId' | 'filter'>,
  seqId: number,
): Promise<FeedMessage | null> {
  try {
    const { messages } = await askCall('feed', 'queryFeed', {
      ...by,
      upTo,
      seqId: seqId + 1,
      direction: 'forward',
      pageOffset: 1,
      limit: 1,
    })
    return messages.find((message) => message.seqId === seqId) ?? null
  } catch {
    // The card is as true as it was a moment ago, and the next reading brings the new text.
    return null
  }
}
