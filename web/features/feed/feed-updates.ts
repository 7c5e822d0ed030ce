/**
 * Counting what came since the page was read. Signals may be lost, doubled or overtaken by answers, and still the law
 * holds: what is counted here equals what the server would count anew. An update is added only where the last one ended;
 * whatever does not join on is not guessed at but asked for.
 */
import type { FeedUpdate } from '../../../contract/feed.ts'
import { BADGE_CAP } from '../../../contract/feed.ts'

export interface FilterUpdates {
  /** The page on the screen holds everything up to here. */
  base: number
  /** `count` items came in (base, counted]. */
  counted: number
  count: number
  snippet: string | null
  /** The server has told of items up to here, counted or not. */
  heard: number
  /** What lies above was not there when the first page was read the time before; null when this is the first time. */
  seenBefore: number | null
}

/** By filter id. */
export type FeedUpdates = Readonly<Record<number, FilterUpdates>>

/** A page was read that holds everything up to `upTo`: counting starts there. */
export function begin(all: FeedUpdates, filterId: number, upTo: number): FeedUpdates {
  const before = all[filterId]
  if (before?.base === upTo) return all
  const heard = Math.max(upTo, before?.heard ?? 0)
  return { ...all, [filterId]: { base: upTo, counted: upTo, count: 0, snippet: null, heard, seenBefore: before?.base ?? null } }
}

/** A signal, or a part of the answer to setFeedListener. */
export function take(all: FeedUpdates, update: FeedUpdate): FeedUpdates {
  const before = all[update.filterId]
  if (before === undefined || update.seqId <= before.counted) return all
  const heard = Math.max(before.heard, update.seqId)
  const joins = update.since === before.counted
  const after = joins
    ? { ...before, heard, counted: update.seqId, count: before.count + update.count, snippet: update.snippet ?? before.snippet }
    : { ...before, heard }
  return { ...all, [update.filterId]: after }
}

/** Is there something the server told of that could not be counted? Then setFeedListener is to be asked again. */
export function isBehind({ heard, counted }: FilterUpdates): boolean {
  return heard > counted
}

/** What to ask setFeedListener with. */
export function toAsk(all: FeedUpdates): { filterId: number; since: number }[] {
  return Object.entries(all).map(([filterId, { counted }]) => ({ filterId: Number(filterId), since: counted }))
}

/** «12», «99+»; null when there is nothing to show. */
export function badge(count: number): string | null {
  if (count <= 0) return null
  return count > BADGE_CAP ? `${BADGE_CAP}+` : String(count)
}
