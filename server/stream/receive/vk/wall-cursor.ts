/** How far a wall is read, and what is remembered of it. */
import type { CommentsReading, KnownComments } from './comments.ts'
import type { WallOwner } from './shape.ts'

export interface WallCursor {
  /** As it was seen last. */
  owner: WallOwner
  /** In seconds: nothing older is handed out. */
  since: number
  posts: KnownPost[]
  /** Set while older pages are still to be read. */
  paging?: Paging
  /** Paging back led nowhere: it is retried at intervals, from the newest on. */
  gap?: Gap
  /** Since when the wall lacks all known posts. */
  suspectedSince?: number
  /** Posts whose comments are to be read before the wall is read again, and the number of comments. */
  due: [post: number, comments: number][]
  reading?: CommentsReading
}

export interface KnownPost {
  id: number
  /** In seconds, like all times here. */
  date: number
  edited?: number
  comments?: KnownComments
  /** How often reading its comments failed. */
  failures?: number
  /** The wall does not list it, though it exists. */
  hidden?: true
  /** It is on the first page, however old it is. */
  pinned?: true
}

export interface WallEdge {
  /** Everything up to here was known before. */
  edge: number
  /** The posts of that very second that were known. */
  atEdge: number[]
}

interface Gap extends WallEdge {
  tries: number
  /** When it is retried. */
  askAt: number
}

export interface Paging extends WallEdge {
  offset: number
  /** The oldest date of the pages read. */
  oldest: number
  tries: number
}

/** In seconds, as the times of VK are. */
export const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000)

export function suspicionOf({ owner, gap, suspectedSince }: WallCursor): { suspicion?: string } {
  if (suspectedSince !== undefined) return { suspicion: `the wall of ${owner.id} shows no posts where there were some` }
  // At the first reading nothing is known that must be there.
  return gap && gap.atEdge.length > 0
    ? { suspicion: `the wall of ${owner.id} does not show all that is new on it` }
    : {}
}
