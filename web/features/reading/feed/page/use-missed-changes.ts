/** Signals that were said while there was no connection are not said again: the page asks what became of its messages. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ask } from '../../../../kit/calls/ask.ts'
import { useConnection } from '../../../../kit/live/use-connection.ts'
import { patchMissed } from '../card/patch-message.ts'
import { countDeeds } from './deeds-underway.ts'
import type { FeedPage, FeedQuestion } from './feed-question.ts'

export function useMissedChanges(shown: FeedPage | undefined, question: FeedQuestion): void {
  const cache = useQueryClient()
  const { number } = useConnection()
  const known = useRef(number)
  const standing = useRef({ shown, question })
  useEffect(() => {
    standing.current = { shown, question }
  })
  useEffect(() => {
    const again = known.current > 0 && known.current !== number
    known.current = number
    if (!again) return
    // Whatever is not on the screen is read again when it is turned to.
    cache.removeQueries({ queryKey: ['feed', 'queryFeed'], type: 'inactive' })
    const { shown: page, question: asked } = standing.current
    const first = page?.first
    if (!page || !first || page.question !== asked.key) return
    const asking = new AbortController()
    // From the first message of the page on, and not by the page's number: what went from above it would shift that.
    const order = page.order ?? 'new'
    const from = {
      ...first,
      seqId: first.seqId + 1,
      direction: 'forward',
      pageOffset: 1,
      upTo: page.upTo,
      ...(page.order && { order }),
    } as const
    const readMissed = async (): Promise<void> => {
      const before = countDeeds(cache)
      const { messages } = await ask('feed', 'queryFeed', { ...asked.ask, ...from, limit: asked.limit }, asking.signal)
      // The reader did something meanwhile, of which the answer may not know.
      if (countDeeds(cache) !== before) return readMissed()
      cache.setQueryData<FeedPage>(
        ['feed', 'queryFeed', { question: page.question, reading: page.reading, page: page.page }],
        (now) => now && patchMissed(now, messages, messages.length < asked.limit, order),
      )
    }
    // The connection went again; the next one asks again.
    readMissed().catch(() => {})
    return () => asking.abort()
  }, [cache, number])
}
