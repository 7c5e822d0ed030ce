/** Reads a wall: new posts, edited ones, deleted ones, and the comments of those of the last days. */
import type { GroupReader, GroupTarget, Reading, Time } from '../shared/adapter.ts'
import { restOfGap } from '../shared/open-gap.ts'
import type { RawMessage } from '../shared/source.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import type { AskVk } from './ask-vk.ts'
import { MOST_READS } from './batched-reads.ts'
import { askOwner } from './resolve.ts'
import {
  foundGroupOf,
  isId,
  listOf,
  ownersOf,
  partyFields,
  postId,
  postUrl,
  rawGroupOfOwner,
  readPost,
  type WallOwner,
  type Owners,
  type VkList,
  type VkPost,
} from './shape.ts'
import { dueComments, readDueComments } from './wall-comments.ts'
import { secondsOf, suspicionOf, type WallEdge, type KnownPost, type Paging, type WallCursor } from './wall-cursor.ts'

const PAGE = 100
/** Pages overlap: what is deleted between two of them moves the rest up. */
const OVERLAP = 10
/** How far back to go when it moved further than that. */
const STEP_BACK = 50
/** How often a page that brings nothing new is requested again at once. */
const MOST_TRIES = 3
/** Posts that are remembered: as many as the first page shows. */
const KEPT = 100
const HOUR = 3_600
/** In seconds, and later than any post: stays a number in JSON. */
const NEVER = Number.MAX_SAFE_INTEGER
/** For how long a wall that lacks all known posts is not believed. */
const SUSPECTED_FOR = HOUR

export interface WallOptions {
  ask: AskVk
  pool: TokenPool
  time: Time
  /** Several readings go in one call: so many more of them may be under way. */
  sharesCalls?: boolean
}

export function vkWalls(options: WallOptions): GroupReader<WallCursor> {
  return {
    async read(target, cursor, since, signal) {
      const ownerId = ownerIdOf(target)
      const before: WallCursor | null = cursor && structuredClone(cursor)
      // All posts before any comments.
      const hasComments = before !== null && !before.paging && (before.reading !== undefined || before.due.length > 0)
      return hasComments
        ? readDueComments(options, before, signal)
        : new PostsStep(options, ownerId, before, since, signal).read()
    },
    allowance() {
      const { perSecond, perDay } = options.pool.allowance('wall.get')
      return { perSecond: perSecond && perSecond * (options.sharesCalls ? MOST_READS : 1), perDay }
    },
    callsPerRead: 2,
  }
}

/** A page of the wall. */
interface WallPage {
  items: VkPost[]
  owners: Owners
  /** The dates at its ends, without a pinned post: that one stands first, whatever its date. */
  oldest: number
  newest: number
  /** By the number of posts that the wall is said to have. */
  isLast: boolean
}

/** One step of reading posts: a page of the wall, and a check of those that are missing from it. */
class PostsStep {
  readonly #ask: AskVk
  readonly #ownerId: number
  readonly #before: WallCursor | null
  readonly #since: Date
  readonly #signal: AbortSignal
  readonly #time: Time

  constructor(
    { ask, time }: WallOptions,
    ownerId: number,
    before: WallCursor | null,
    since: Date,
    signal: AbortSignal,
  ) {
    this.#ask = ask
    this.#ownerId = ownerId
    this.#before = before
    this.#since = since
    this.#signal = signal
    this.#time = time
  }

  async read(): Promise<Reading<WallCursor>> {
    const page = await this.#askPage()
    const seen = page.owners.get(this.#ownerId)
    const state = await this.#startFrom(seen)
    const now = secondsOf(this.#time.now())
    const paging = this.#before?.paging
    const edge = paging ?? (state.gap && state.gap.askAt <= now ? state.gap : edgeOf(state))
    const known = new Map(state.posts.map((post) => [post.id, post]))
    const messages = takePosts(page, known, state, edge, paging !== undefined)
    const { gap } = state
    if (!paging) {
      messages.push(...(await this.#findDeleted(state, page, known, now)))
      // Nothing is taken for read; until then what the page does show is handed out again.
      if (state.suspectedSince !== undefined) return { messages, cursor: state, more: false, ...suspicionOf(state) }
      state.due = dueComments(page.items, known, secondsOf(this.#time.now()))
    }
    const { oldest, newest, isLast } = page
    const next = nextPage({ paging, edge: edge.edge, atEdge: edge.atEdge, oldest, newest, isLast })
    if (typeof next === 'string') delete state.paging
    else state.paging = next
    if (next === 'nowhere' && (paging || state.gap?.edge === edge.edge)) leaveOpen(state, edge, now)
    else if (next === 'end' && gap && gap === state.gap && edge.edge <= gap.edge) delete state.gap
    keepNewest(state, known, page.items)
    return {
      messages,
      cursor: state,
      more: state.paging !== undefined || state.due.length > 0,
      ...suspicionOf(state),
      ...(seen ? { group: foundGroupOf(seen) } : {}),
    }
  }

  async #askPage(): Promise<WallPage> {
    const offset = this.#before?.paging?.offset ?? 0
    const answer = await this.#ask<VkList<VkPost>>(
      'wall.get',
      { owner_id: this.#ownerId, count: PAGE, offset, filter: 'all', extended: 1, fields: partyFields },
      this.#signal,
    )
    const items = listOf(answer.items).filter(
      (item) => item.date !== undefined && !item.is_deleted && (item.owner_id ?? this.#ownerId) === this.#ownerId,
    )
    const listed = items.filter(({ is_pinned: pinned }) => !pinned)
    return {
      items,
      owners: ownersOf(answer),
      oldest: listed.reduce((least, { date = 0 }) => Math.min(least, date), NEVER),
      newest: listed.reduce((most, { date = 0 }) => Math.max(most, date), 0),
      isLast: offset + PAGE >= (answer.count ?? NEVER),
    }
  }

  async #startFrom(seen: WallOwner | undefined): Promise<WallCursor> {
    const before = this.#before
    const owner = seen ?? before?.owner ?? (await askOwner(this.#ask, this.#ownerId, this.#signal))
    return before ? { ...before, owner } : { owner, since: secondsOf(this.#since), posts: [], due: [] }
  }

  /** Posts that should be on the first page and are not, and that VK confirms to be gone. */
  async #findDeleted(
    state: WallCursor,
    { items, oldest, isLast }: WallPage,
    known: Map<number, KnownPost>,
    now: number,
  ): Promise<RawMessage[]> {
    const downTo = isLast || items.length === 0 ? 0 : oldest
    const there = new Set(items.map(({ id }) => id))
    const missing = [...known.values()]
      .filter(({ id, date, hidden }) => !there.has(id) && date > downTo && !hidden)
      .slice(0, PAGE)
    // At least one of them should be there.
    const isSuspected = missing.length > 0 && downTo === 0 && !state.posts.some(({ id }) => there.has(id))
    if (isSuspected) state.suspectedSince ??= now
    else delete state.suspectedSince
    if (missing.length === 0 || (state.suspectedSince !== undefined && now - state.suspectedSince < SUSPECTED_FOR))
      return []
    const alive = await this.#askAlive(state.owner, missing)
    // They are still missing the next time.
    if (!alive) return []
    if (isSuspected && alive.size > 0 && items.length === 0) return []
    // All of them archived; or the page does not show all there is.
    if (isSuspected && alive.size > 0) leaveOpen(state, edgeOf(state), now)
    else if (isSuspected) delete state.gap
    delete state.suspectedSince
    for (const post of missing) {
      if (alive.has(post.id)) post.hidden = true
      else known.delete(post.id)
    }
    return missing
      .filter(({ id, date }) => !alive.has(id) && date >= state.since)
      .map((post) => deletedPost(state.owner, post))
  }

  /** @returns null: not known now */
  async #askAlive(owner: WallOwner, posts: KnownPost[]): Promise<ReadonlySet<number> | null> {
    try {
      const answer = await this.#ask<VkPost[] | VkList<VkPost>>(
        'wall.getById',
        { posts: posts.map(({ id }) => `${owner.id}_${id}`).join(',') },
        this.#signal,
      )
      const found = listOf(Array.isArray(answer) ? answer : answer.items)
      return new Set(found.filter((post) => !post.is_deleted).map(({ id }) => id))
    } catch (error) {
      if (isNetworkError(error)) return null
      throw error
    }
  }
}

/** The messages of new and edited posts; adds all of the page to `known`. */
function takePosts(
  { items, owners }: WallPage,
  known: Map<number, KnownPost>,
  state: WallCursor,
  { edge, atEdge }: WallEdge,
  isPaging: boolean,
): RawMessage[] {
  const lowest = isPaging ? edge : lowestNew(state, edge)
  const messages: RawMessage[] = []
  for (const item of items) {
    const { id, date = 0, edited } = item
    const post = known.get(id)
    if (post ? post.edited !== edited && date >= state.since : date >= lowest && !atEdge.includes(id)) {
      const message = readPost(item, owners, state.owner)
      if (message) messages.push(message)
    }
    const { hidden: _, pinned: __, ...kept } = post ?? { id, date }
    known.set(id, {
      ...kept,
      ...(edited === undefined ? {} : { edited }),
      ...(item.is_pinned ? { pinned: true } : {}),
    })
  }
  return messages
}

/** Late posts (from under moderation) are between known ones; below all known ones is what was known and dropped. */
function lowestNew({ since, posts }: WallCursor, edge: number): number {
  if (posts.length < KEPT) return Math.max(since, 0)
  return Math.max(since, Math.min(edge, ...posts.filter(({ pinned }) => !pinned).map(({ date }) => date)))
}

function keepNewest(state: WallCursor, known: Map<number, KnownPost>, items: VkPost[]): void {
  const pinned = items.find(({ is_pinned: is }) => is)?.id
  state.posts = [...known.values()]
    .toSorted((a, b) => b.date - a.date || b.id - a.id)
    .filter(({ id }, n) => n < KEPT || id === pinned)
  const remembered = new Set(state.posts.map(({ id }) => id))
  state.due = state.due.filter(([id]) => remembered.has(id))
}

interface PageSeen {
  paging: Paging | undefined
  edge: number
  atEdge: number[]
  oldest: number
  newest: number
  /** By the number of posts that the wall is said to have. */
  isLast: boolean
}

/** @returns `end`: what was known before is reached, or the wall ends; `nowhere`: what should come does not */
function nextPage({ paging, edge, atEdge, oldest, newest, isLast }: PageSeen): Paging | 'end' | 'nowhere' {
  const { offset, tries, oldest: before } = paging ?? { offset: 0, tries: 0, oldest: NEVER }
  const mayTry = paging !== undefined && tries < MOST_TRIES
  // What moved up between the pages is above this one.
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

function edgeOf({ since, posts }: WallCursor): WallEdge {
  const edge = Math.max(since, ...posts.map(({ date }) => date))
  return { edge, atEdge: posts.filter(({ date }) => date === edge).map(({ id }) => id) }
}

/** Of two gaps the lower edge, so that nothing between them is skipped. */
function leaveOpen(state: WallCursor, { edge, atEdge }: WallEdge, now: number): void {
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

const deletedPost = (owner: WallOwner, { id, date }: KnownPost): RawMessage => ({
  network: 'vk',
  externalId: postId(owner.id, id),
  kind: 'post',
  publishedAt: new Date(date * 1000),
  text: '',
  url: postUrl(owner.id, id),
  group: rawGroupOfOwner(owner),
  deleted: true,
})

function ownerIdOf({ externalId }: GroupTarget): number {
  const id = Number(externalId)
  if (!isId(id)) throw new NetworkError('bad-request', `vk: ${externalId} names no wall`)
  return id
}
