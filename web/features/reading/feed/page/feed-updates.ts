/**
 * Counting what came since the page was read. Signals may be lost, doubled or overtaken by answers, and still the law
 * holds: what is counted here equals what the server would count again. An update is added only where the last one ended;
 * whatever does not join on is not guessed at but asked for.
 */
import { MAX_VIEWS, type FeedUpdate, type ViewUpdate } from '../../../../../contract/reading/feed-updates.ts'
import type { Input } from '../../../../kit/calls/ask.ts'
import type { FilterUpdates } from '../../../../../contract/reading/filters.ts'

export interface CountedUpdates extends FilterUpdates {
  /** The page on the screen holds everything up to here. */
  base: number
  /** `count` items came in (base, counted]. */
  counted: number
  /** The server has reported of items up to here, counted or not. */
  heard: number
  /** What lies above was not there when the first page was read the time before; null when this is the first time. */
  seenBefore: number | null
  /** Nothing joins on before the server has counted from `base`: it was never asked, or the filter is not what it was. */
  unsure: boolean
}

/** What is counted for: a saved filter by its id, a view by its key (rules/filters/views.ts), what is narrowed for a while by a name of its own. */
export type CountedKey = number | string

/** By what it is counted for. */
export type FeedUpdates = Readonly<Record<CountedKey, CountedUpdates>>

const ofUpdate = (update: FeedUpdate | ViewUpdate): CountedKey => ('view' in update ? update.view : update.filterId)
const isFilter = (key: string): boolean => /^\d+$/.test(key)
const NARROWED = 'narrowed:'
export const narrowedKey = (number: number): string => `${NARROWED}${number}`
/** It is counted for only while it is read. */
export const isNarrowed = (of: CountedKey): boolean => typeof of === 'string' && of.startsWith(NARROWED)

/** What is read by no saved filter and no view. */
export interface Narrowed {
  key: string
  ask: Pick<Input<'feed', 'queryFeed'>, 'filterId' | 'filter' | 'search'>
}

/** A page was read that holds everything up to `upTo`: counting starts there. `seenEarlier`: up to where it was read on an earlier visit. */
export function begin(all: FeedUpdates, of: CountedKey, upTo: number, seenEarlier: number | null = null): FeedUpdates {
  const before = all[of]
  if (before?.base === upTo) return all
  const heard = Math.max(upTo, before?.heard ?? 0)
  const seenBefore = before?.base ?? seenEarlier
  return {
    ...all,
    [of]: { base: upTo, counted: upTo, count: 0, snippet: null, heard, seenBefore, unsure: false },
  }
}

/** What is not on the screen is counted for too, each from where it was last read; what is no more is left out. */
export function watch(
  all: FeedUpdates,
  wanted: readonly CountedKey[],
  baseOf: (of: CountedKey) => number,
): FeedUpdates {
  const keys = new Set(wanted.map(String))
  const missing = wanted.filter((of) => all[of] === undefined && !isNarrowed(of))
  const gone = Object.keys(all).filter((key) => !keys.has(key))
  if (missing.length + gone.length === 0) return all
  const after: Record<CountedKey, CountedUpdates> = { ...all }
  for (const key of gone) delete after[key]
  for (const of of missing) {
    const base = baseOf(of)
    after[of] = { base, counted: base, count: 0, snippet: null, heard: base, seenBefore: null, unsure: true }
  }
  return after
}

/** The filter asks something else now: what was counted for it says nothing any more. */
export function restart(all: FeedUpdates, of: CountedKey): FeedUpdates {
  const before = all[of]
  if (before === undefined) return all
  return { ...all, [of]: { ...before, counted: before.base, count: 0, snippet: null, unsure: true } }
}

/** A signal. */
export function take(all: FeedUpdates, update: FeedUpdate | ViewUpdate): FeedUpdates {
  const of = ofUpdate(update)
  const before = all[of]
  if (before === undefined || update.seqId <= before.counted) return all
  const heard = Math.max(before.heard, update.seqId)
  const joins = update.since === before.counted && !before.unsure
  return { ...all, [of]: joins ? { ...joined(before, update), heard } : { ...before, heard } }
}

/** A part of the answer to setFeedListener. */
export function takeAnswer(all: FeedUpdates, update: FeedUpdate | ViewUpdate): FeedUpdates {
  const of = ofUpdate(update)
  const before = all[of]
  if (!before?.unsure) return take(all, update)
  if (update.since !== before.counted) return all
  const heard = Math.max(before.heard, update.seqId)
  return { ...all, [of]: { ...joined(before, update), heard, unsure: false } }
}

function joined(before: CountedUpdates, { seqId, count, snippet }: FeedUpdate | ViewUpdate): CountedUpdates {
  return {
    ...before,
    counted: Math.max(before.counted, seqId),
    count: before.count + count,
    snippet: snippet ?? before.snippet,
  }
}

/** What is counted for sure; null when nothing is, and then nothing is made up. */
export function knownUpdates(all: FeedUpdates, of: CountedKey): FilterUpdates | null {
  const updates = all[of]
  return updates === undefined || updates.unsure ? null : { count: updates.count, snippet: updates.snippet }
}

/** Is there something the server reported of that could not be counted? Then setFeedListener is to be asked again. */
export function isBehind({ heard, counted, unsure }: CountedUpdates): boolean {
  return unsure || heard > counted
}

/** As many filters as one question may name: all of one's own, and many of a team's. */
const MAX_FILTERS_ASKED = 100

/** What to ask setFeedListener with. @param narrowed what is read, when it is read by no saved filter and no view */
export function toAsk(all: FeedUpdates, narrowed: Narrowed | null = null): Input<'feed', 'setFeedListener'> {
  const each = Object.entries(all)
  const filters = each.filter(([key]) => isFilter(key)).slice(0, MAX_FILTERS_ASKED)
  const views = each.filter(([key]) => !isFilter(key) && !isNarrowed(key)).slice(0, MAX_VIEWS)
  const read = narrowed && all[narrowed.key]
  return {
    filters: filters.map(([key, { counted }]) => ({ filterId: Number(key), since: counted })),
    views: views.map(([view, { counted }]) => ({ view, since: counted })),
    ...(narrowed && read && { narrowed: { view: narrowed.key, since: read.counted, ...narrowed.ask } }),
  }
}
