/** New requests come into the column by themselves: the server announces them, coalesced to a few times a second, and the column is read again. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ask } from '../../../../kit/calls/ask.ts'
import { useConnection } from '../../../../kit/live/use-connection.ts'
import type { NewQuestion } from './board-question.ts'
import { isListeningTo, listenTo, takeArrivals } from './take-arrivals.ts'

/** The page of the feed names its questions from 1 on: what is announced for those is not taken for the board's. */
let names = 500_000_000
const ASK_AGAIN_MS = 5_000

/**
 * @param of names the question; another one is listened to from its first page on
 * @param upTo up to which seqId the page holds everything; undefined while nothing was read, null: nothing is to be listened to
 */
export function useArrivals(of: string, question: () => NewQuestion, upTo: number | null | undefined): void {
  const cache = useQueryClient()
  const { state, number } = useConnection()
  const online = state === 'online'
  const now = useRef({ question, upTo })
  useEffect(() => {
    now.current = { question, upTo }
  })
  const isRead = typeof upTo === 'number'
  useEffect(() => {
    if (!online || !isRead) return
    const view = `narrowed:${(names += 1)}`
    listenTo(view)
    const asking = new AbortController()
    let again: ReturnType<typeof setTimeout> | undefined
    const listen = (): void => {
      const { question: asked, upTo: since } = now.current
      const narrowed = { view, since: since ?? 0, ...asked() }
      ask('feed', 'setFeedListener', { filters: [], narrowed }, asking.signal).then(
        ({ views }) => takeArrivals(cache, views),
        () => {
          if (!asking.signal.aborted) again = setTimeout(listen, ASK_AGAIN_MS)
        },
      )
    }
    listen()
    return () => {
      asking.abort()
      clearTimeout(again)
      if (isListeningTo(view)) listenTo(null)
    }
  }, [cache, of, online, number, isRead])
}
