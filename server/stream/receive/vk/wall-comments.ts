/** The comments of the posts of the last days: which are due, and a step of reading them. */
import type { Reading, Time } from '../shared/adapter.ts'
import { isNetworkError } from '../shared/network-error.ts'
import type { RawMessage } from '../shared/source.ts'
import type { AskVk } from './ask-vk.ts'
import { beginComments, readCommentsPage, type CommentsReading } from './comments.ts'
import type { VkPost } from './shape.ts'
import { secondsOf, suspicionOf, type KnownPost, type WallCursor } from './wall-cursor.ts'

/** Posts whose comments are followed. */
const FOLLOWED = 40
const HOUR = 3_600
const FOLLOWED_FOR = 7 * 24 * HOUR
/** Comments are read again, for edits, after at least this long, and less often the older the post. */
const REREAD_AFTER = 6 * HOUR
/** Calls for comments in one step. */
const MOST_CALLS = 5
const MOST_MESSAGES = 300

export function dueComments(items: VkPost[], known: Map<number, KnownPost>, now: number): [number, number][] {
  return (
    items
      .map((item) => ({ post: known.get(item.id), count: item.comments?.count ?? 0 }))
      .flatMap(({ post, count }) =>
        post && post.date > now - FOLLOWED_FOR && (count > 0 || post.comments) ? [{ post, count }] : [],
      )
      .toSorted((a, b) => b.post.date - a.post.date)
      .slice(0, FOLLOWED)
      .filter(({ post, count }) => count !== (post.comments?.count ?? 0) || isStale(post, now))
      // What failed comes last, so that it keeps nothing else from being read.
      .toSorted((a, b) => (a.post.failures ?? 0) - (b.post.failures ?? 0))
      .map(({ post, count }) => [post.id, count])
  )
}

export async function readDueComments(
  { ask, time }: { ask: AskVk; time: Time },
  state: WallCursor,
  signal: AbortSignal,
): Promise<Reading<WallCursor>> {
  const messages: RawMessage[] = []
  const now = secondsOf(time.now())
  for (let calls = 0; calls < MOST_CALLS && messages.length < MOST_MESSAGES; calls += 1) {
    const next = state.reading ?? nextComments(state, now)
    if (!next) break
    const post = state.posts.find(({ id }) => id === next.post)
    delete state.reading
    if (!post) continue
    try {
      const page = await readCommentsPage(
        { ask, owner: state.owner, known: post.comments, since: state.since, now },
        next,
        signal,
      )
      messages.push(...page.messages)
      if (page.next) state.reading = page.next
      if (page.known) post.comments = page.known
      delete post.failures
    } catch (error) {
      if (!isNetworkError(error) || signal.aborted) throw error
      if (isNetworkError(error, 'access-denied', 'not-found', 'bad-request')) {
        // Closed for this post alone.
        post.comments = { top: 0, ...post.comments, count: next.count, readAt: now }
        continue
      }
      // The posts come first: the next step begins with the wall, and finds these comments due again.
      post.failures = (post.failures ?? 0) + 1
      state.due = []
      break
    }
  }
  return { messages, cursor: state, more: state.reading !== undefined || state.due.length > 0, ...suspicionOf(state) }
}

function nextComments(state: WallCursor, now: number): CommentsReading | null {
  const first = state.due.shift()
  if (!first) return null
  const [id, count] = first
  const post = state.posts.find((each) => each.id === id)
  return beginComments(id, count, post !== undefined && isStale(post, now))
}

const isStale = ({ date, comments }: KnownPost, now: number): boolean =>
  comments !== undefined && comments.count > 0 && now - comments.readAt > Math.max(REREAD_AFTER, (now - date) / 2)
