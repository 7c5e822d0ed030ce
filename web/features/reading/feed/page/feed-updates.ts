/**
 * Counting what came since the page was read. Signals may be lost, doubled or overtaken by answers, and still the law
 * holds: what is counted here equals what the server would count again. An update is added only where the last one ended;
 * whatever does not join on is not guessed at but asked for.
 */
import type { FeedUpdate } from '../../../../../contract/reading/feed.ts'
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

/** By filter id. */
export type FeedUpdates = Readonly<Record<number, CountedUpdates>>

/** A page was read that holds everything up to `upTo`: counting starts there. `seenEarlier`: up to where it was read on an earlier visit. */
export function begin(
  all: FeedUpdates,
  filterId: number,
  upTo: number,
  seenEarlier: number | null = null,
): FeedUpdates {
  const before = all[filterId]
  if (before?.base === upTo) return all
  const heard = Math.max(upTo, before?.heard ?? 0)
  const seenBefore = before?.base ?? seenEarlier
  return {
    ...all,
    [filterId]: { base: upTo, counted: upTo, count: 0, snippet: null, heard, seenBefore, unsure: false },
  }
}

/** Filters that are not on the screen are counted for too, each from where it was last read; those that are no more are left out. */
export function watch(
  all: FeedUpdates,
  filterIds: readonly number[],
  baseOf: (filterId: number) => number,
): FeedUpdates {
  const missing = filterIds.filter((filterId) => all[filterId] === undefined)
  const gone = Object.keys(all).filter((filterId) => !filterIds.includes(Number(filterId)))
  if (missing.length + gone.length === 0) return all
  const after: Record<number, CountedUpdates> = { ...all }
  for (const filterId of gone) delete after[Number(filterId)]
  for (const filterId of missing) {
    const base = baseOf(filterId)
    after[filterId] = { base, counted: base, count: 0, snippet: null, heard: base, seenBefore: null, unsure: true }
  }
  return after
}

/** The filter asks something else now: what was counted for it says nothing any more. */
export function restart(all: FeedUpdates, filterId: number): FeedUpdates {
  const before = all[filterId]
  if (before === undefined) return all
  return { ...all, [filterId]: { ...before, counted: before.base, count: 0, snippet: null, unsure: true } }
}

/** A signal. */
export function take(all: FeedUpdates, update: FeedUpdate): FeedUpdates {
  const before = all[update.filterId]
  if (before === undefined || update.seqId <= before.counted) return all
  const heard = Math.max(before.heard, update.seqId)
  const joins = update.since === before.counted && !before.unsure
  return { ...all, [update.filterId]: joins ? { ...joined(before, update), heard } : { ...before, heard } }
}

/** A part of the answer to setFeedListener. */
export function takeAnswer(all: FeedUpdates, update: FeedUpdate): FeedUpdates {
  const before = all[update.filterId]
  if (!before?.unsure) return take(all, update)
  if (update.since !== before.counted) return all
  const heard = Math.max(before.heard, update.seqId)
  return { ...all, [update.filterId]: { ...joined(before, update), heard, unsure: false } }
}

function joined(before: CountedUpdates, { seqId, count, snippet }: FeedUpdate): CountedUpdates {
  return {
    ...before,
    counted: Math.max(before.counted, seqId),
    count: before.count + count,
    snippet: snippet ?? before.snippet,
  }
}

/** What is counted for a filter for sure; null when nothing is, and then nothing is made up. */
export function knownUpdates(all: FeedUpdates, filterId: number): FilterUpdates | null {
  const updates = all[filterId]
  return updates === undefined || updates.unsure ? null : { count: updates.count, snippet: updates.snippet }
}

/** Is there something the server reported of that could not be counted? Then setFeedListener is to be asked again. */
export function isBehind({ heard, counted, unsure }: CountedUpdates): boolean {
  return unsure || heard > counted
}

/** What to ask setFeedListener with. */
export function toAsk(all: FeedUpdates): { filterId: number; since: number }[] {
  return Object.entries(all).map(([filterId, { counted }]) => ({ filterId: Number(filterId), since: counted }))
}
