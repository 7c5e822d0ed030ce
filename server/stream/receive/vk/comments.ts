/** Comments of one post, read page by page: what is new, and the threads that grew. */
import type { RawMessage } from '../shared/source.ts'
import { NetworkError } from '../shared/network-error.ts'
import type { AskVk } from './ask-vk.ts'
import { listOf, ownersOf, partyFields, readComment, type WallOwner, type VkComment, type VkList } from './shape.ts'

const PAGE = 100
/** Answers that come with the comment they belong to; longer threads are asked for. */
const IN_THREAD = 10
/** Threads whose length is remembered. */
const MOST_THREADS = 20
/** Of a discussion of thousands, a number of the newest comments are looked through for new answers, and so many when all is read again. */
const SEARCHED = 5 * PAGE
const READ_AGAIN = 20 * PAGE
/** Long threads that are read at one time. */
const MOST_ROOTS = 30

/** What is known of a post's comments. */
export interface KnownComments {
  /** How many there were, as the wall said. */
  count: number
  /** The highest id seen; ids grow. */
  top: number
  /** When they were read, in seconds. */
  readAt: number
  /** Long threads: their first comment and how many answers they had. */
  threads?: [root: number, count: number][]
}

/** How far the reading of a post's comments got. */
export interface CommentsReading {
  post: number
  /** As the wall says now. */
  count: number
  /** Everything is reported again, since nothing shows what was edited, or which one took the place of a deleted one. */
  whole: boolean
  offset: number
  /** Top as the first page shows it: what is written meanwhile is left to the next time. */
  top: number | null
  found: number
  /** Threads to be read after the comments themselves. */
  roots: [root: number, count: number, offset: number][]
  atThreads: boolean
  threads: [root: number, count: number][]
}

export const beginComments = (post: number, count: number, whole: boolean): CommentsReading => ({
  post,
  count,
  whole,
  offset: 0,
  top: null,
  found: 0,
  roots: [],
  atThreads: false,
  threads: [],
})

interface CommentsAnswer extends VkList<VkComment> {
  current_level_count?: number
}

export interface CommentsPage {
  messages: RawMessage[]
  /** Where to go on; null: that was all, and `known` says what is known now. */
  next: CommentsReading | null
  known?: KnownComments
}

export interface CommentsContext {
  ask: AskVk
  owner: WallOwner
  known: KnownComments | undefined
  /** In seconds: older comments are left out. */
  since: number
  /** In seconds. */
  now: number
}

/**
 * One call.
 * @throws NetworkError
 */
export async function readCommentsPage(
  { ask, owner, known, since, now }: CommentsContext,
  reading: CommentsReading,
  signal: AbortSignal,
): Promise<CommentsPage> {
  const root = reading.atThreads ? reading.roots[0] : undefined
  const offset = root ? root[2] : reading.offset
  const answer = await ask<CommentsAnswer>(
    'wall.getComments',
    {
      owner_id: owner.id,
      post_id: reading.post,
      count: PAGE,
      offset,
      preview_length: 0,
      extended: 1,
      fields: partyFields,
      ...(root ? { comment_id: root[0], sort: 'asc' } : { sort: 'desc', thread_items_count: IN_THREAD }),
    },
    signal,
  )
  // An answer to another question would have comments stand under two posts.
  if (listOf(answer.items).some(({ post_id: of }) => of !== undefined && of !== reading.post))
    throw new NetworkError('temporary', 'wall.getComments answered of another post')
  // Each once, or there would seem to be more new ones than there are.
  const items = [...new Map(listOf(answer.items).map((item) => [item.id, item])).values()]
  const owners = ownersOf(answer)
  const seen = known?.top ?? 0
  const messages: RawMessage[] = []
  const next: CommentsReading = { ...reading, roots: [...reading.roots], threads: [...reading.threads] }

  const take = (comment: VkComment): void => {
    const isNew = comment.id > seen
    if (isNew && !comment.deleted) next.found += 1
    // Of what was deleted before it was seen there is nothing to hide.
    if (comment.deleted ? isNew : !isNew && !reading.whole) return
    if ((comment.date ?? since) < since) return
    const message = readComment(comment, { owner, post: reading.post }, owners)
    if (message) messages.push(message)
  }
  for (const comment of items) {
    take(comment)
    if (root) continue
    const { count = 0 } = comment.thread ?? {}
    const answers = listOf(comment.thread?.items)
    for (const answered of answers) take(answered)
    if (count <= answers.length) continue
    const isKnown = known?.threads?.some(([id, before]) => id === comment.id && before === count)
    if ((reading.whole || !isKnown) && next.roots.length < MOST_ROOTS) next.roots.push([comment.id, count, 0])
  }
  next.top ??= items
    .flatMap((item) => [item, ...listOf(item.thread?.items)])
    .map(({ id }) => id)
    .reduce((top, id) => Math.max(top, id), seen)

  const most = known && !reading.whole && !root ? SEARCHED : READ_AGAIN
  const ended = items.length === 0 || offset + PAGE >= Math.min(most, answer.current_level_count ?? answer.count ?? 0)
  if (root) {
    if (ended) {
      next.roots.shift()
      next.threads.push([root[0], root[1]])
    } else {
      next.roots[0] = [root[0], root[1], offset + PAGE]
    }
  } else if (ended) {
    next.atThreads = true
  } else {
    next.offset = offset + PAGE
  }
  // As many new ones as the wall counts more: the rest is as it was. Where a deletion hides one from this sum, reading all again finds it.
  const enough = known !== undefined && !reading.whole && next.found >= reading.count - known.count
  if (!enough && !(next.atThreads && next.roots.length === 0)) return { messages, next }
  const threads = [...new Map([...(known?.threads ?? []), ...next.threads])].slice(-MOST_THREADS)
  return {
    messages,
    next: null,
    known: { count: reading.count, top: next.top, readAt: now, ...(threads.length > 0 ? { threads } : {}) },
  }
}
