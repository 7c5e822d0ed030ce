/** Signals that were sent while there was no connection are not sent again: the page asks what became of its messages. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ask } from '../../../../kit/calls/ask.ts'
import { useAfterReconnect } from '../../../../kit/live/use-after-reconnect.ts'
import { patchMissed } from '../card/patch-message.ts'
import { countActions } from './actions-underway.ts'
import type { FeedPageResult, FeedQuestion } from './feed-question.ts'

export function useMissedChanges(shown: FeedPageResult | undefined, question: FeedQuestion): void {
  const cache = useQueryClient()
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])
  useAfterReconnect(() => {
    asking.current?.abort()
    // Whatever is not on the screen is read again when it is turned to.
    cache.removeQueries({ queryKey: ['feed', 'queryFeed'], type: 'inactive' })
    const first = shown?.first
    if (!shown || !first || shown.question !== question.key) return
    const { signal } = (asking.current = new AbortController())
    // From the first message of the page on, and not by the page's number: what went from above it would shift that.
    const order = shown.order ?? 'new'
    const from = {
      ...first,
      seqId: first.seqId + 1,
      direction: 'forward',
      pageOffset: 1,
      upTo: shown.upTo,
      ...(shown.order && { order }),
    } as const
    const readMissed = async (): Promise<void> => {
      const before = countActions(cache)
      const { messages } = await ask('feed', 'queryFeed', { ...question.ask, ...from, limit: question.limit }, signal)
      // The reader did something meanwhile, of which the answer may not know.
      if (countActions(cache) !== before) return readMissed()
      cache.setQueryData<FeedPageResult>(
        ['feed', 'queryFeed', { question: shown.question, reading: shown.reading, page: shown.page }],
        (now) => now && patchMissed(now, messages, messages.length < question.limit, order),
      )
    }
    // The connection went again; the next one asks again.
    readMissed().catch(() => {})
  })
}
