/** Reads a wall: new posts, edited ones, deleted ones, and the comments of those of the last days. */
import type { GroupReader, GroupTarget, Reading, Time } from '../adapter.ts'
import { restOfGap } from '../open-gap.ts'
import type { RawMessage } from '../source.ts'
import type { TokenPool } from '../token-pool.ts'
import { isTrouble, NetworkTrouble } from '../trouble.ts'
import type { AskVk } from './ask-vk.ts'
import { beginComments, readCommentsPage, type CommentsReading, type KnownComments } from './comments.ts'
import { askOwner } from './resolve.ts'
import {
  foundGroupOf,
  isId,
  listOf,
  ownersOf,
  partyFields,
  postId,
  postUrl,
  rawGroupOf,
  readPost,
  type Owner,
  type VkList,
  type VkPost,
} from './shape.ts'

const PAGE = 100
/** Pages lap over: what is deleted between two of them moves the rest up. */
const OVERLAP = 10
/** How far back to go when it moved further than that. */
const STEP_BACK = 50
/** So often a page that brings nothing new is asked for again at once. */
const MOST_TRIES = 3
/** Posts that are remembered: as many as the first page shows. */
const KEPT = 100
/** Posts whose comments are followed. */
const FOLLOWED = 40
const HOUR = 3_600
/** In seconds, and later than any post: stays a number in JSON. */
const NEVER = Number.MAX_SAFE_INTEGER
const FOLLOWED_FOR = 7 * 24 * HOUR
/** Comments are read anew, edits and all, after at least this long, and the less often the older the post. */
const REREAD_AFTER = 6 * HOUR
/** Calls for comments in one step. */
const MOST_CALLS = 5
const MOST_MESSAGES = 300
/** So long a wall is not believed that lacks all the posts that are known. */
const DOUBTED_FOR = HOUR

export interface WallCursor {
  /** As it was seen last. */
  owner: Owner
  /** In seconds: nothing older is told. */
  since: number
  posts: KnownPost[]
  /** Set while older pages are still to be read. */
  paging?: Paging
  /** The way back led nowhere: at times it is gone again, from the newest on. */
  gap?: Gap
  /** Since when the wall lacks all the posts that are known. */
  doubtedSince?: number
  /** Posts whose comments are to be read before the wall is looked at again, and their number. */
  due: [post: number, comments: number][]
  reading?: CommentsReading
}

interface KnownPost {
  id: number
  /** In seconds, like all times here. */
  date: number
  edited?: number
  comments?: KnownComments
  /** Reading its comments failed so often. */
  failures?: number
  /** The wall does not list it, though it is there. */
  hidden?: true
  /** Stands on the first page, however old it is. */
  pinned?: true
}

interface Edge {
  /** Everything up to here was known before. */
  edge: number
  /** The posts of that very second that were known. */
  atEdge: number[]
}

interface Gap extends Edge {
  tries: number
  /** Then it is asked for again. */
  askAt: number
}

interface Paging extends Edge {
  offset: number
  /** The oldest date of the pages read. */
  oldest: number
  tries: number
}

export interface WallOptions {
  ask: AskVk
  pool: TokenPool
  time: Time
}

export function vkWalls({ ask, pool, time }: WallOptions): GroupReader<WallCursor> {
  return {
    async read(target, cursor, since, signal) {
      const ownerId = ownerIdOf(target)
      const state: WallCursor | null = cursor && structuredClone(cursor)
      // All posts before any comments.
      const hasComments = state !== null && !state.paging && (state.reading !== undefined || state.due.length > 0)
      return hasComments ? readComments(state, signal) : readPosts(ownerId, state, since, signal)
    },
    allowance: () => pool.allowance('wall.get'),
    callsPerRead: 2,
  }

  async function readPosts(
    ownerId: number,
    before: WallCursor | null,
    since: Date,
    signal: AbortSignal,
  ): Promise<Reading<WallCursor>> {
    const offset = before?.paging?.offset ?? 0
    const page = await ask<VkList<VkPost>>(
      'wall.get',
      { owner_id: ownerId, count: PAGE, offset, filter: 'all', extended: 1, fields: partyFields },
      signal,
    )
    const owners = ownersOf(page)
    const seen = owners.get(ownerId)
    const owner = seen ?? before?.owner ?? (await askOwner(ask, ownerId, signal))
    const state: WallCursor = before ? { ...before, owner } : { owner, since: secondsOf(since), posts: [], due: [] }
    const items = listOf(page.items).filter(
      (item) => item.date !== undefined && !item.is_deleted && (item.owner_id ?? ownerId) === ownerId,
    )
    // A pinned post stands first, whatever its date.
    const listed = items.filter(({ is_pinned: pinned }) => !pinned)
    const oldest = listed.reduce((least, { date = 0 }) => Math.min(least, date), NEVER)
    const newest = listed.reduce((most, { date = 0 }) => Math.max(most, date), 0)
    const isLast = offset + PAGE >= (page.count ?? NEVER)
    const now = secondsOf(time.now())

    const known = new Map(state.posts.map((post) => [post.id, post]))
    const { edge, atEdge } = before?.paging ?? (state.gap && state.gap.askAt <= now ? state.gap : edgeOf(state))
    // Posts that come late (from under moderation) stand between known ones; below all known ones is what was known and forgotten.
    const lowest = before?.paging
      ? edge
      : Math.max(
          state.since,
          known.size < KEPT
            ? 0
            : Math.min(edge, ...state.posts.filter(({ pinned }) => !pinned).map(({ date }) => date)),
        )
    const messages: RawMessage[] = []
    for (const item of items) {
      const { id, date = 0, edited } = item
      const post = known.get(id)
      if (post ? post.edited !== edited && date >= state.since : date >= lowest && !atEdge.includes(id)) {
        const message = readPost(item, owners, owner)
        if (message) messages.push(message)
      }
      const { hidden: _, pinned: __, ...kept } = post ?? { id, date }
      known.set(id, {
        ...kept,
        ...(edited === undefined ? {} : { edited }),
        ...(item.is_pinned ? { pinned: true } : {}),
      })
    }
    const { gap } = state
    if (!before?.paging) {
      messages.push(...(await goneSince(state, items, isLast || items.length === 0 ? 0 : oldest, known, signal)))
      // Nothing is taken for read; what it shows all the same is told again until then.
      if (state.doubtedSince !== undefined) return { messages, cursor: state, more: false, ...doubtOf(state) }
      state.due = dueComments(items, known)
    }
    const next = nextPage({ paging: before?.paging, edge, atEdge, oldest, newest, isLast })
    const paging = typeof next === 'string' ? null : next
    if (paging) state.paging = paging
    else delete state.paging
    if (next === 'nowhere' && (before?.paging || state.gap?.edge === edge)) leaveOpen(state, { edge, atEdge }, now)
    else if (next === 'end' && gap && gap === state.gap && edge <= gap.edge) delete state.gap
    const pinned = items.find(({ is_pinned: is }) => is)?.id
    state.posts = [...known.values()]
      .toSorted((a, b) => b.date - a.date || b.id - a.id)
      .filter(({ id }, place) => place < KEPT || id === pinned)
    const remembered = new Set(state.posts.map(({ id }) => id))
    state.due = state.due.filter(([id]) => remembered.has(id))
    return {
      messages,
      cursor: state,
      more: paging !== null || state.due.length > 0,
      ...doubtOf(state),
      ...(seen ? { group: foundGroupOf(seen) } : {}),
    }
  }

  /** Posts that should stand on the first page and do not, and of which VK says that they are gone. */
  async function goneSince(
    state: WallCursor,
    items: VkPost[],
    oldest: number,
    known: Map<number, KnownPost>,
    signal: AbortSignal,
  ): Promise<RawMessage[]> {
    const there = new Set(items.map(({ id }) => id))
    const missing = [...known.values()]
      .filter(({ id, date, hidden }) => !there.has(id) && date > oldest && !hidden)
      .slice(0, PAGE)
    // At least one of them should stand there.
    const isDoubtful = missing.length > 0 && oldest === 0 && !state.posts.some(({ id }) => there.has(id))
    const now = secondsOf(time.now())
    if (isDoubtful) state.doubtedSince ??= now
    else delete state.doubtedSince
    if (missing.length === 0 || (state.doubtedSince !== undefined && now - state.doubtedSince < DOUBTED_FOR)) return []
    let found: VkPost[]
    try {
      const answer = await ask<VkPost[] | VkList<VkPost>>(
        'wall.getById',
        { posts: missing.map(({ id }) => `${state.owner.id}_${id}`).join(',') },
        signal,
      )
      found = listOf(Array.isArray(answer) ? answer : answer.items)
    } catch (error) {
      // They are still missing the next time.
      if (isTrouble(error)) return []
      throw error
    }
    const alive = new Set(found.filter((post) => !post.is_deleted).map(({ id }) => id))
    if (isDoubtful && alive.size > 0 && items.length === 0) return []
    // Archived, all of them; or what it shows is not all there is.
    if (isDoubtful && alive.size > 0) leaveOpen(state, edgeOf(state), now)
    else if (isDoubtful) delete state.gap
    delete state.doubtedSince
    for (const post of missing) {
      if (alive.has(post.id)) post.hidden = true
      else known.delete(post.id)
    }
    return missing
      .filter(({ id, date }) => !alive.has(id) && date >= state.since)
      .map((post) => deletedPost(state.owner, post))
  }

  function dueComments(items: VkPost[], known: Map<number, KnownPost>): [number, number][] {
    const now = secondsOf(time.now())
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

  async function readComments(state: WallCursor, signal: AbortSignal): Promise<Reading<WallCursor>> {
    const messages: RawMessage[] = []
    const now = secondsOf(time.now())
    for (let calls = 0; calls < MOST_CALLS && messages.length < MOST_MESSAGES; calls += 1) {
      const next = state.reading ?? begin(state, now)
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
        if (!isTrouble(error) || signal.aborted) throw error
        if (isTrouble(error, 'access-denied', 'not-found', 'bad-request')) {
          // Closed for this post alone.
          post.comments = { top: 0, ...post.comments, count: next.count, readAt: now }
          continue
        }
        // The posts come first: the next reading begins with the wall, and finds these comments due again.
        post.failures = (post.failures ?? 0) + 1
        state.due = []
        break
      }
    }
    return { messages, cursor: state, more: state.reading !== undefined || state.due.length > 0, ...doubtOf(state) }
  }

  function begin(state: WallCursor, now: number): CommentsReading | null {
    const first = state.due.shift()
    if (!first) return null
    const [id, count] = first
    const post = state.posts.find((each) => each.id === id)
    return beginComments(id, count, post !== undefined && isStale(post, now))
  }
}

const isStale = ({ date, comments }: KnownPost, now: number): boolean =>
  comments !== undefined && comments.count > 0 && now - comments.readAt > Math.max(REREAD_AFTER, (now - date) / 2)

interface PageSeen {
  paging: Paging | undefined
  edge: number
  atEdge: number[]
  oldest: number
  newest: number
  /** By the number of posts it says there are. */
  isLast: boolean
}

/** @returns `end`: what was known before is met, or the wall ends; `nowhere`: what should come does not */
function nextPage({ paging, edge, atEdge, oldest, newest, isLast }: PageSeen): Paging | 'end' | 'nowhere' {
  const { offset, tries, oldest: before } = paging ?? { offset: 0, tries: 0, oldest: NEVER }
  const mayTry = paging !== undefined && tries < MOST_TRIES
  // Whatever moved up between the pages is above this one.
  if (offset > 0 && newest > 0 && newest < before)
    return mayTry
      ? { edge, atEdge, offset: Math.max(0, offset - STEP_BACK * 2 ** tries), oldest: before, tries: tries + 1 }
      : 'nowhere'
  if (oldest < edge) return 'end'
  // The page before once more: what should have come is still to come.
  if (mayTry && oldest >= before) return { edge, atEdge, offset, oldest: before, tries: tries + 1 }
  // Only a page that shows something can be the last one.
  if (newest === 0 || (isLast && oldest > before)) return 'nowhere'
  if (isLast) return 'end'
  return { edge, atEdge, offset: offset + PAGE - OVERLAP, oldest: Math.min(before, oldest), tries: 0 }
}

function edgeOf({ since, posts }: WallCursor): Edge {
  const edge = Math.max(since, ...posts.map(({ date }) => date))
  return { edge, atEdge: posts.filter(({ date }) => date === edge).map(({ id }) => id) }
}

/** Of two gaps the lower edge, so that nothing between them is skipped. */
function leaveOpen(state: WallCursor, { edge, atEdge }: Edge, now: number): void {
  const { gap } = state
  const tries = gap?.edge === edge ? gap.tries + 1 : 1
  const rest = restOfGap(tries)
  if (rest === null) delete state.gap
  else
    state.gap = {
      ...(gap && gap.edge < edge ? { edge: gap.edge, atEdge: gap.atEdge } : { edge, atEdge }),
      tries,
      askAt: now + Math.ceil(rest / 1000),
    }
}

function doubtOf({ owner, gap, doubtedSince }: WallCursor): { doubt?: string } {
  if (doubtedSince !== undefined) return { doubt: `the wall of ${owner.id} shows no posts where there were some` }
  // At the first reading nothing is known that must be there.
  return gap && gap.atEdge.length > 0 ? { doubt: `the wall of ${owner.id} does not show all that is new on it` } : {}
}

const deletedPost = (owner: Owner, { id, date }: KnownPost): RawMessage => ({
  network: 'vk',
  externalId: postId(owner.id, id),
  kind: 'post',
  publishedAt: new Date(date * 1000),
  text: '',
  url: postUrl(owner.id, id),
  group: rawGroupOf(owner),
  deleted: true,
})

function ownerIdOf({ externalId }: GroupTarget): number {
  const id = Number(externalId)
  if (!isId(id)) throw new NetworkTrouble('bad-request', `vk: ${externalId} names no wall`)
  return id
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000)
