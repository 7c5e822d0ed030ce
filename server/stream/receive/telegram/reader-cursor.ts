/** What is known of a channel or a chat between two steps of reading it. It is kept as JSON, and has to stay small. */
import type { FoundGroup } from '../shared/adapter.ts'
import type { PageMessage } from './telegram-pages.ts'

/** Paging back from a page to what is known already. */
export interface Descent {
  before: number
  /** Known down from here; 0 at a first reading, which ends at a time instead. */
  downTo: number
  /** Consecutive empty pages where there should be messages. */
  empty?: number
}

/** Paging back that led nowhere so far. */
interface Gap extends Descent {
  /** When it is retried, in seconds. */
  askAt: number
}

/** A message that may still be commented on. */
export interface Discussed {
  id: number
  /** When it was written, and when its comments are due: both in seconds. */
  at: number
  due: number
  /** The newest comment that was read. */
  seen?: number
  /** Of the comments marked «edited». */
  edits?: string
  open?: Descent
}

/** One that may still change, too. */
export interface Followed extends Discussed {
  hash: string
  /** It exists, but is on no page: not to be requested again. */
  hidden?: true
}

export interface ReaderCursor {
  top: number
  /** What stands at or below it is not followed any more. */
  floor: number
  followed: Followed[]
  /** In a busy channel: posts of the last days below those, whose comments are read by turns. */
  older?: Discussed[]
  /** As it was seen last: comments come without it. */
  group?: FoundGroup
  open?: Descent
  gap?: Gap
  /** Consecutive posts that could not be commented on. */
  shut?: number
  /** When the newest post is tried again, in seconds. */
  shutUntil?: number
}

/** A message is followed this long. */
export const FOLLOWED_SECONDS = 7 * 86_400

/** Where paging back goes on; null when nothing can be left there. */
export function continueDescent({ before, downTo, empty = 0 }: Descent, [lowest]: PageMessage[]): Descent | null {
  const next = lowest ? { before: lowest.id, downTo } : { before, downTo, empty: empty + 1 }
  return next.before > downTo + 1 ? next : null
}
