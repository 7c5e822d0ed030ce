/** The counters live in the query cache, so that whatever shows them is drawn again when a signal comes. */
import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FeedUpdate } from '../../../../../contract/reading/feed.ts'
import type { Filter, LiveFilter } from '../../../../../contract/reading/filters.ts'
import { ask } from '../../../../kit/calls/ask.ts'
import { hasCode } from '../../../../kit/calls/call-error.ts'
import { useConnection } from '../../../../kit/live/use-connection.ts'
import {
  begin,
  isBehind,
  knownUpdates,
  restart,
  take,
  takeAnswer,
  toAsk,
  watch,
  type FeedUpdates,
  type CountedUpdates,
} from './feed-updates.ts'
import { readWatermarks, writeWatermark } from './feed-watermarks.ts'

/** As many as one question may name: all of one's own, and many of a team's. */
const MOST_FILTERS = 100
const ASK_AGAIN_MS = 5_000

const updatesKey = ['feed', 'setFeedListener']
/** Up to where a filter that is not saved was read. */
const unsavedKey = ['feed', 'unsavedReadUpTo']

const read = (cache: QueryClient): FeedUpdates => cache.getQueryData<FeedUpdates>(updatesKey) ?? {}
const write = (cache: QueryClient, change: (all: FeedUpdates) => FeedUpdates): void => {
  cache.setQueryData<FeedUpdates>(updatesKey, (all) => change(all ?? {}))
}

/** What the signal `feed.updates` does. */
export function applyFeedUpdate(cache: QueryClient, update: FeedUpdate): void {
  write(cache, (all) => take(all, update))
}

/**
 * A first page, or another one of the same reading, that holds everything up to `upTo` is on the screen now.
 * @param filterId null for a filter that is not saved
 */
export function beginFeedUpdates(cache: QueryClient, filterId: number | null, upTo: number): void {
  if (filterId === null) {
    cache.setQueryData<number>(unsavedKey, upTo)
    return
  }
  write(cache, (all) => begin(all, filterId, upTo, readWatermarks()[filterId] ?? null))
  writeWatermark(filterId, upTo)
}

/** A saved filter, as far as counting for it goes: `question` is another one when it asks something else. */
export interface CountedFilter {
  id: number
  question: string
}

/** What came for each filter since its page was read. No one asks the server by this. */
function useFeedUpdates(): FeedUpdates {
  const { data } = useQuery<FeedUpdates>({ queryKey: updatesKey, queryFn: skipToken, gcTime: Infinity })
  return data ?? nothing
}
const nothing: FeedUpdates = {}

/** What came for one filter; null for one that is not saved, and before its page was read. */
export function useFilterUpdates(filterId: number | null): CountedUpdates | null {
  const updates = useFeedUpdates()
  return filterId === null ? null : (updates[filterId] ?? null)
}

/** The filters, each with what came for it. */
export function useLiveFilters(filters: readonly Filter[] | undefined): LiveFilter[] | undefined {
  const all = useFeedUpdates()
  return filters?.map((filter) => ({ ...filter, updates: knownUpdates(all, filter.id) }))
}

/** Listens for all of them at once. Asks the server whenever counting has to start, or was broken off. */
export function useFeedListening(filters: readonly CountedFilter[] | undefined, onRefused: () => void): void {
  const cache = useQueryClient()
  const { state, number } = useConnection()
  const all = useFeedUpdates()
  useQuestionChanges(cache, filters)

  const { data: unsaved } = useQuery<number>({ queryKey: unsavedKey, queryFn: skipToken, gcTime: Infinity })
  const newest = Math.max(unsaved ?? -Infinity, ...Object.values(all).map(({ base }) => base))
  const ids = filters?.map(({ id }) => id).join()
  useEffect(() => {
    // Filters that no one has ever read are counted for from the moment the first page was.
    if (ids === undefined || !Number.isFinite(newest)) return
    const seen = readWatermarks()
    const listed = ids === '' ? [] : ids.split(',').map(Number)
    write(cache, (before) => watch(before, listed, (id) => Math.min(seen[id] ?? newest, newest)))
  }, [cache, ids, newest])

  const online = state === 'online'
  const bases = Object.entries(all)
    .map(([id, { base }]) => `${id}:${base}`)
    .join()
  // While the server is to count from the start, signals that come meanwhile are no reason to ask again.
  const behind = Object.entries(all)
    .filter(([, updates]) => isBehind(updates))
    .map(([id, { unsure, counted, heard }]) => (unsure ? id : `${id}:${counted}:${heard}`))
    .join()
  const [tries, setTries] = useState(0)
  const refused = useRef(onRefused)
  useEffect(() => {
    refused.current = onRefused
  })
  useEffect(() => {
    if (!online || bases === '') return
    const asking = new AbortController()
    let again: ReturnType<typeof setTimeout> | undefined
    const askAgain = (): void => {
      again = setTimeout(() => setTries((before) => before + 1), ASK_AGAIN_MS)
    }
    const asked = toAsk(read(cache)).slice(0, MOST_FILTERS)
    ask('feed', 'setFeedListener', { filters: asked }, asking.signal).then(
      // Signals may have come while the answer was on its way: it joins what is counted by now.
      ({ updates }) => {
        write(cache, (now) => updates.reduce((known, update) => takeAnswer(known, update), now))
        // What was asked before may overtake it on the way: then the server listens to that, and leaves this uncounted.
        if (updates.length < asked.length && !asking.signal.aborted) askAgain()
      },
      (error: unknown) => {
        if (asking.signal.aborted) return
        // One of the filters is there no more. Of anything else another try may come to an end.
        if (hasCode(error, 'FILTER_NOT_FOUND')) refused.current()
        askAgain()
      },
    )
    return () => {
      asking.abort()
      clearTimeout(again)
    }
  }, [cache, online, number, bases, behind, tries])
}

/** A filter that someone changed is counted for again. */
function useQuestionChanges(cache: QueryClient, filters: readonly CountedFilter[] | undefined): void {
  const known = useRef(new Map<number, string>())
  useEffect(() => {
    for (const { id, question } of filters ?? []) {
      const before = known.current.get(id)
      known.current.set(id, question)
      if (before !== undefined && before !== question) write(cache, (all) => restart(all, id))
    }
  }, [cache, filters])
}
