/** The counters live in the query cache, so that whatever shows them is drawn anew when a signal comes. */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FeedUpdate } from '../../../contract/feed.ts'
import { ask } from '../../kit/calls/ask.ts'
import { useConnection } from '../../kit/live/use-connection.ts'
import { begin, isBehind, take, toAsk, type FeedUpdates, type FilterUpdates } from './feed-updates.ts'

const updatesKey = ['feed', 'setFeedListener']

const read = (cache: QueryClient): FeedUpdates => cache.getQueryData<FeedUpdates>(updatesKey) ?? {}

/** What the signal `feed.updates` does. */
export function takeFeedUpdate(cache: QueryClient, update: FeedUpdate): void {
  cache.setQueryData<FeedUpdates>(updatesKey, (all) => take(all ?? {}, update))
}

/** A page that holds everything up to `upTo` is on the screen now. */
export function beginFeedUpdates(cache: QueryClient, filterId: number, upTo: number): void {
  cache.setQueryData<FeedUpdates>(updatesKey, (all) => begin(all ?? {}, filterId, upTo))
}

/** What came for the filter since its page was read; null before that. Asks the server whenever counting has to start or was broken. */
export function useFeedUpdates(filterId: number): FilterUpdates | null {
  const cache = useQueryClient()
  const { state, number } = useConnection()
  const { data, refetch } = useQuery({
    queryKey: updatesKey,
    queryFn: async ({ signal }) => {
      const { updates } = await ask('feed', 'setFeedListener', { filters: toAsk(read(cache)) }, signal)
      // Signals may have come while the answer was on its way: it joins what is counted by now.
      return updates.reduce(take, read(cache))
    },
    enabled: false,
    gcTime: Infinity,
  })
  const updates = data?.[filterId]
  const online = state === 'online'
  const base = updates?.base
  const missing = updates !== undefined && isBehind(updates) ? updates.heard : null
  useEffect(() => {
    if (online && base !== undefined) void refetch()
  }, [online, number, base, missing, refetch])
  return updates ?? null
}
