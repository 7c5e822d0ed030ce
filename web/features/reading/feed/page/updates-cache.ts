/** The counters live in the query cache, so that whatever shows them is drawn again when a signal comes. */
import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FeedUpdate, ViewUpdate } from '../../../../../contract/reading/feed-updates.ts'
import type { Filter, LiveFilter } from '../../../../../contract/reading/filters.ts'
import { ask } from '../../../../kit/calls/ask.ts'
import { hasCode } from '../../../../kit/calls/call-error.ts'
import { useConnection } from '../../../../kit/live/use-connection.ts'
import {
  begin,
  isBehind,
  isNarrowed,
  knownUpdates,
  restart,
  take,
  takeAnswer,
  toAsk,
  watch,
  type CountedKey,
  type CountedUpdates,
  type FeedUpdates,
  type Narrowed,
} from './feed-updates.ts'
import { readWatermarks, writeWatermark } from './feed-watermarks.ts'

const ASK_AGAIN_MS = 5_000

const updatesKey = ['feed', 'setFeedListener']

const read = (cache: QueryClient): FeedUpdates => cache.getQueryData<FeedUpdates>(updatesKey) ?? {}
const write = (cache: QueryClient, change: (all: FeedUpdates) => FeedUpdates): void => {
  cache.setQueryData<FeedUpdates>(updatesKey, (all) => change(all ?? {}))
}

/** What the signal `feed.views` does. */
export function applyViewUpdates(cache: QueryClient, updates: readonly ViewUpdate[]): void {
  write(cache, (all) => updates.reduce(take, all))
}

/** What the signal `feed.updates` does. */
export function applyFeedUpdate(cache: QueryClient, update: FeedUpdate): void {
  write(cache, (all) => take(all, update))
}

/** A first page, or another one of the same reading, that holds everything up to `upTo` is on the screen now. */
export function beginFeedUpdates(cache: QueryClient, of: CountedKey, upTo: number): void {
  write(cache, (all) => begin(all, of, upTo, readWatermarks()[of] ?? null))
  if (!isNarrowed(of)) writeWatermark(of, upTo)
}

/** Is it sure that nothing came since the page that holds everything up to `upTo`? */
export function isReadUpTo(cache: QueryClient, of: CountedKey, upTo: number): boolean {
  const updates = read(cache)[of]
  return updates !== undefined && updates.base === upTo && updates.count === 0 && !isBehind(updates)
}

/** A saved filter, as far as counting for it goes: `question` is another one when it asks something else. */
export interface CountedFilter {
  id: number
  question: string
}

/** What came for each filter and view since its page was read. No one asks the server by this. */
function useFeedUpdates(): FeedUpdates {
  const { data } = useQuery<FeedUpdates>({ queryKey: updatesKey, queryFn: skipToken, gcTime: Infinity })
  return data ?? nothing
}
const nothing: FeedUpdates = {}

/** What came for one of them; null before its page was read, and of none. */
export function useUpdatesOf(of: CountedKey | null): CountedUpdates | null {
  const updates = useFeedUpdates()
  return of === null ? null : (updates[of] ?? null)
}

/** How many new ones each has, as far as that is known for sure; else none. */
export function useUnread(): (of: CountedKey) => number {
  const all = useFeedUpdates()
  return (of) => knownUpdates(all, of)?.count ?? 0
}

/** The filters, each with what came for it. */
export function useLiveFilters(filters: readonly Filter[] | undefined): LiveFilter[] | undefined {
  const all = useFeedUpdates()
  return filters?.map((filter) => ({ ...filter, updates: knownUpdates(all, filter.id) }))
}

/**
 * Listens for all of them at once. Asks the server whenever counting has to start, or was broken off.
 * @param filters @param views by their keys, each once; both undefined while it is not known which there are
 * @param narrowed what is read, when it is none of them
 */
export function useFeedListening(
  filters: readonly CountedFilter[] | undefined,
  views: readonly string[] | undefined,
  narrowed: Narrowed | null,
  onRefused: () => void,
): void {
  const cache = useQueryClient()
  const { state, number } = useConnection()
  const all = useFeedUpdates()
  useQuestionChanges(cache, filters)

  const newest = Math.max(-Infinity, ...Object.values(all).map(({ base }) => base))
  const listed =
    filters && views ? [...filters.map(({ id }) => id), ...views, narrowed?.key ?? []].flat().join() : undefined
  useEffect(() => {
    // What no one has ever read is counted for from the moment the first page was.
    if (listed === undefined || !Number.isFinite(newest)) return
    const seen = readWatermarks()
    const wanted = listed === '' ? [] : listed.split(',')
    write(cache, (before) => watch(before, wanted, (of) => Math.min(seen[of] ?? newest, newest)))
  }, [cache, listed, newest])

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
  const now = useRef({ narrowed, onRefused })
  useEffect(() => {
    now.current = { narrowed, onRefused }
  })
  useEffect(() => {
    if (!online || bases === '') return
    const asking = new AbortController()
    let again: ReturnType<typeof setTimeout> | undefined
    const askAgain = (): void => {
      again = setTimeout(() => setTries((before) => before + 1), ASK_AGAIN_MS)
    }
    const asked = toAsk(read(cache), now.current.narrowed)
    const named = asked.filters.length + (asked.views?.length ?? 0) + (asked.narrowed ? 1 : 0)
    ask('feed', 'setFeedListener', asked, asking.signal).then(
      // Signals may have come while the answer was on its way: it joins what is counted by now.
      (answer) => {
        const updates = [...answer.updates, ...answer.views]
        write(cache, (now) => updates.reduce<FeedUpdates>(takeAnswer, now))
        // What was asked before may overtake it on the way: then the server listens to that, and leaves this uncounted.
        if (updates.length < named && !asking.signal.aborted) askAgain()
      },
      (error: unknown) => {
        if (asking.signal.aborted) return
        // One of the filters is there no more. Of anything else another try may come to an end.
        if (hasCode(error, 'FILTER_NOT_FOUND')) now.current.onRefused()
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
