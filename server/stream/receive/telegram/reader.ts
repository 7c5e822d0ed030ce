/**
 * Reads a channel or a chat page by page: what is new since the last reading, edits and deletions of the newest, and the
 * comments of some days. All of its state is in the cursor.
 */
import type { FoundGroup, GroupTarget, Reading, Time } from '../shared/adapter.ts'
import { restOfGap } from '../shared/open-gap.ts'
import { rawGroupOf } from '../shared/raw-group.ts'
import { shortHash } from '../shared/short-hash.ts'
import type { RawMessage } from '../shared/source.ts'
import { isNetworkError } from '../shared/network-error.ts'
import type { DiscussionPage, Page, PageMessage, Pages } from './pages.ts'

/** Paging back from a page to what is known already. */
interface Descent {
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
interface Discussed {
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
interface Followed extends Discussed {
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

const FOLLOWED = 40
/** Posts below them whose comments are read by turns; the cursor has to stay small. */
const OLDER = 300
const FOLLOWED_SECONDS = 7 * 86_400
/** Discussions read in one step: of what is followed, and of older posts, those first that waited longest. */
const DISCUSSIONS = 3
const OLDER_DISCUSSIONS = 3
/** Messages requested by themselves in one step, to learn whether they were deleted. */
const CHECKS = 5
const SHUT_AFTER = 3
const SHUT_SECONDS = 86_400
/** Where there were comments before, their absence is more likely temporary. */
const SHUT_SHORTLY = 1800
const [SOONEST, LATEST] = [5 * 60, 12 * 3600]

export interface ReaderOptions {
  pages: Pages
  time: Time
  /** What is written in answer to another message. */
  replies: 'post' | 'comment'
}

export type Read = (
  target: GroupTarget,
  cursor: ReaderCursor | null,
  since: Date,
  signal: AbortSignal,
) => Promise<Reading<ReaderCursor> | null>

/** The reader's functions return null where the target can not be read this way. */
export function openReader(options: ReaderOptions): Read {
  return (target, known, since, signal) => new ReadStep(options, target, known, since, signal).read()
}

/** Of an older post nothing is compared any more. */
function discussedOf({ hash: _text, hidden: _isHidden, ...discussed }: Followed): Discussed {
  return discussed
}

/** One step of reading a channel or chat: changes its copy of the cursor and gathers messages. */
class ReadStep {
  readonly #options: ReaderOptions
  readonly #target: GroupTarget
  readonly #name: string
  readonly #since: Date
  readonly #signal: AbortSignal
  readonly #cursor: ReaderCursor
  readonly #messages: RawMessage[] = []

  constructor(
    options: ReaderOptions,
    target: GroupTarget,
    known: ReaderCursor | null,
    since: Date,
    signal: AbortSignal,
  ) {
    this.#options = options
    this.#target = target
    this.#name = target.externalId
    this.#since = since
    this.#signal = signal
    this.#cursor = known ? structuredClone(known) : { top: 0, floor: 0, followed: [] }
  }

  async read(): Promise<Reading<ReaderCursor> | null> {
    const cursor = this.#cursor
    if (cursor.open) return this.#descend(cursor.open)
    let page: Page | null = null
    if (this.#hasOpenDiscussion()) {
      await this.#readDiscussions()
    } else {
      page = await this.#options.pages.page(this.#name, null, this.#signal)
      if (!page) return null
      await this.#readNewest(page)
      if (!cursor.open) this.#takeUpGap()
      if (!cursor.open) await this.#readDiscussions()
      if (!cursor.open) await this.#readOlderDiscussions()
    }
    return {
      messages: this.#messages,
      cursor,
      more: cursor.open !== undefined || this.#hasOpenDiscussion(),
      ...this.#doubtOf(page),
      ...(page ? { group: page.group } : {}),
    }
  }

  /** At the first reading no message is known that must be there. */
  #doubtOf(newest: Page | null): { doubt?: string } {
    const { followed, gap } = this.#cursor
    if (newest?.messages.length === 0 && followed.some(({ at }) => at > this.#seconds() - FOLLOWED_SECONDS))
      return { doubt: `t.me/${this.#name} shows no messages where there were some` }
    return gap && gap.downTo > 0 ? { doubt: `t.me/${this.#name} does not show all that is new there` } : {}
  }

  #takeUpGap(): void {
    const cursor = this.#cursor
    if (!cursor.gap || cursor.gap.askAt > this.#seconds()) return
    const { askAt: _, ...open } = cursor.gap
    cursor.open = open
    delete cursor.gap
  }

  /** The newest messages are read meanwhile. Two gaps are merged, over what lies between. */
  #leaveOpen({ before, downTo, empty = 0 }: Descent): void {
    const { gap } = this.#cursor
    const tries = Math.min(empty, gap?.empty ?? empty)
    const rest = restOfGap(tries)
    if (rest === null) delete this.#cursor.gap
    else
      this.#cursor.gap = {
        before: Math.max(before, gap?.before ?? 0),
        downTo: Math.min(downTo, gap?.downTo ?? downTo),
        empty: tries,
        askAt: this.#seconds() + rest / 1000,
      }
  }

  /** What came empty waits for its retry, behind the newest messages. */
  #hasOpenDiscussion(): boolean {
    return this.#cursor.followed.some(
      ({ open, due }) => open !== undefined && !open.empty && due <= this.#seconds() && !this.#isShut(),
    )
  }

  /** For now comments are off, or not shown. */
  #isShut(): boolean {
    const { shut = 0, shutUntil = 0 } = this.#cursor
    return shut >= SHUT_AFTER && this.#seconds() < shutUntil
  }

  async #readNewest(page: Page): Promise<void> {
    const cursor = this.#cursor
    cursor.group = page.group
    const [lowest, highest] = [page.messages[0], page.messages.at(-1)]
    // An empty page where there were messages is the answer to too many requests: it says nothing about the channel.
    if (!lowest || !highest) return
    const first = cursor.top === 0
    const downTo = cursor.top
    // An older state of the page: a different text in it may be the earlier one.
    const behind = await this.#readDeleted(page.messages, lowest.id, highest.id)
    const followed = new Map(cursor.followed.map((each) => [each.id, each]))
    for (const message of page.messages) {
      const before = followed.get(message.id)
      if (before) {
        const hash = shortHash(message.text)
        if (hash === before.hash || (behind && !message.edited)) continue
        before.hash = hash
        this.#messages.push({ ...this.#messageOf(message, page.group), editedAt: message.editedAt ?? this.#now() })
      } else if (message.id > cursor.floor) {
        this.#take(message, page.group, first)
      }
    }
    if (lowest.id > downTo + 1 && page.older && !(first && isBefore(lowest, this.#since)))
      cursor.open = { before: lowest.id, downTo }
    this.#trim()
  }

  /**
   * What was on this page and no longer is, is requested by itself to be certain.
   * @returns whether the page lacks newer messages that exist
   */
  async #readDeleted(shown: PageMessage[], lowest: number, highest: number): Promise<boolean> {
    const cursor = this.#cursor
    const ids = new Set(shown.map(({ id }) => id))
    const missing = cursor.followed
      .filter(({ id, hidden }) => id > lowest && !ids.has(id) && !hidden)
      .toSorted((a, b) => b.id - a.id)
    for (const each of missing.slice(0, CHECKS)) {
      if (await this.#options.pages.isThere(this.#name, each.id, this.#signal)) {
        if (each.id > highest) return true
        each.hidden = true
        continue
      }
      cursor.followed = cursor.followed.filter((other) => other !== each)
      if (each.hash !== shortHash('')) this.#messages.push(this.#deletionOf(each))
    }
    return false
  }

  async #descend(open: Descent): Promise<Reading<ReaderCursor> | null> {
    const cursor = this.#cursor
    const since = this.#since
    const page = await this.#options.pages.page(this.#name, open.before, this.#signal)
    if (!page) return null
    const inside = page.messages.filter(({ id }) => id < open.before)
    const first = open.downTo === 0
    for (const message of inside) if (message.id > open.downTo) this.#take(message, page.group, first)
    const reached = inside.some((message) => (first ? isBefore(message, since) : message.id <= open.downTo))
    // Without times a first reading would never end.
    const ended =
      reached ||
      (inside.length > 0 && (!page.older || (first && inside.every(({ publishedAt }) => publishedAt === null))))
    delete cursor.open
    const next = ended ? null : goOn(open, inside)
    if (next?.empty) this.#leaveOpen(next)
    else if (next) cursor.open = next
    cursor.group = page.group
    this.#trim()
    return {
      messages: this.#messages,
      cursor,
      more: cursor.open !== undefined,
      ...this.#doubtOf(null),
      group: page.group,
    }
  }

  /** Follows a new message, and gathers it if it has a text. */
  #take(message: PageMessage, group: FoundGroup, first: boolean): void {
    const cursor = this.#cursor
    cursor.top = Math.max(cursor.top, message.id)
    if (cursor.followed.some(({ id }) => id === message.id)) return
    if (first && isBefore(message, this.#since)) {
      cursor.floor = Math.max(cursor.floor, message.id)
      return
    }
    const at = Math.floor((message.publishedAt ?? this.#now()).getTime() / 1000)
    cursor.followed.push({ id: message.id, at, due: 0, hash: shortHash(message.text) })
    if (message.text !== '') this.#messages.push(this.#messageOf(message, group))
  }

  #trim(): void {
    const cursor = this.#cursor
    const newest = cursor.followed.toSorted((a, b) => a.id - b.id)
    const kept = newest.filter(({ at }) => at > this.#seconds() - FOLLOWED_SECONDS).slice(-FOLLOWED)
    const keep = new Set(kept)
    for (const each of newest) if (!keep.has(each)) cursor.floor = Math.max(cursor.floor, each.id)
    // Everything dropped has to lie below everything kept.
    cursor.followed = kept.filter(({ id }) => id > cursor.floor)
    this.#keepOlder(newest.filter(({ id }) => id <= cursor.floor))
  }

  #keepOlder(dropped: Followed[]): void {
    const cursor = this.#cursor
    if (cursor.group?.kind !== 'channel' || ((cursor.shut ?? 0) >= SHUT_AFTER && !this.#wasDiscussed())) return
    // What a gap shows once more keeps how far its comments were read.
    const older = new Map(dropped.map((post) => [post.id, discussedOf(post)]))
    for (const post of cursor.older ?? []) older.set(post.id, post)
    const kept = [...older.values()]
      .filter(({ at }) => at > this.#seconds() - FOLLOWED_SECONDS)
      .toSorted((a, b) => a.id - b.id)
      .slice(-OLDER)
    if (kept.length > 0) cursor.older = kept
    else delete cursor.older
  }

  async #readDiscussions(): Promise<void> {
    // In a chat an answer is a message like any other.
    if (this.#cursor.group?.kind !== 'channel') return
    for (let asked = 0; asked < DISCUSSIONS; asked += 1) {
      if (this.#isShut()) return
      const post = this.#nextDiscussion()
      if (!post || !(await this.#readDiscussion(post))) return
    }
  }

  /** What waited longest is next, so that each has its turn, however many there are. */
  async #readOlderDiscussions(): Promise<void> {
    const { older = [], shut = 0 } = this.#cursor
    if (shut > 0) return
    const due = older.filter((post) => post.due <= this.#seconds()).toSorted((a, b) => a.due - b.due || b.id - a.id)
    for (const post of due.slice(0, OLDER_DISCUSSIONS)) {
      const discussion = await this.#askDiscussion(post)
      if (discussion === 'failed') return
      if (discussion) this.#readComments(post, discussion)
      // Gone, or closed for this post alone: nothing follows from it for the channel.
      else this.#cursor.older = this.#cursor.older?.filter((other) => other !== post)
    }
  }

  /** The post whose comments are read next. While they are off only the newest is tried. */
  #nextDiscussion(): Followed | undefined {
    const { shut = 0, followed } = this.#cursor
    if (shut >= SHUT_AFTER) return followed.at(-1)
    const now = this.#seconds()
    const due = followed.filter((each) => each.due <= now)
    return due.find(({ open }) => open) ?? due.toSorted((a, b) => a.due - b.due || b.id - a.id)[0]
  }

  /** @returns false: it failed, and discussions are retried later */
  async #readDiscussion(post: Followed): Promise<boolean> {
    const cursor = this.#cursor
    const now = this.#seconds()
    const wasShut = (cursor.shut ?? 0) >= SHUT_AFTER
    const discussion = await this.#askDiscussion(post)
    if (discussion === 'failed') return false
    if (!discussion) {
      cursor.shut = (cursor.shut ?? 0) + 1
      cursor.shutUntil = now + (this.#wasDiscussed() ? SHUT_SHORTLY : SHUT_SECONDS)
      if (cursor.shut >= SHUT_AFTER && !this.#wasDiscussed()) delete cursor.older
      return true
    }
    if (wasShut) for (const each of cursor.followed) if (each !== post) each.due = 0
    delete cursor.shut
    delete cursor.shutUntil
    this.#readComments(post, discussion)
    return true
  }

  #wasDiscussed(): boolean {
    const { followed, older = [] } = this.#cursor
    return [...followed, ...older].some(({ seen }) => seen)
  }

  /** Says as well when the post's comments are due again. */
  async #askDiscussion(post: Discussed): Promise<DiscussionPage | null | 'failed'> {
    const now = this.#seconds()
    try {
      const before = post.open?.before ?? null
      const discussion = await this.#options.pages.discussion(this.#name, post.id, before, this.#signal)
      post.due = now + Math.min(Math.max(Math.floor((now - post.at) / 4), SOONEST), LATEST)
      return discussion
    } catch (error) {
      if (!isNetworkError(error, 'temporary', 'bad-request', 'not-found', 'access-denied')) throw error
      // One discussion that fails must not keep posts from being read.
      post.due = now + SOONEST
      return 'failed'
    }
  }

  #readComments(post: Discussed, { comments, older }: DiscussionPage): void {
    const open = post.open
    const downTo = open?.downTo ?? post.seen ?? 0
    const inside = open ? comments.filter(({ id }) => id < open.before) : comments
    const fresh = inside.filter(({ id }) => id > downTo)
    for (const comment of fresh) if (comment.text !== '') this.#messages.push(this.#commentOf(post, comment))
    if (!open)
      this.#readEdits(
        post,
        comments.filter(({ id }) => id <= downTo),
      )
    post.seen = Math.max(post.seen ?? 0, ...fresh.map(({ id }) => id))
    delete post.open
    const lowest = inside[0]
    // When paging back, an empty page is not the end.
    if ((!older && (lowest || !open)) || (lowest && lowest.id <= downTo)) return
    const next = open ? goOn(open, inside) : lowest && { before: lowest.id, downTo }
    const rest = restOfGap(next?.empty ?? 0)
    if (!next || rest === null) return
    post.open = next
    post.due = next.empty ? this.#seconds() + Math.max(rest / 1000, SOONEST) : 0
  }

  /** No page tells when a comment was edited: those marked as edited are gathered again whenever they change. */
  #readEdits(post: Discussed, comments: PageMessage[]): void {
    const edited = comments.filter((comment) => comment.edited && comment.text !== '')
    if (edited.length === 0) return
    const edits = shortHash(edited.map(({ id, text }) => `${id} ${text}`).join('\n'))
    if (edits === post.edits) return
    post.edits = edits
    for (const comment of edited)
      this.#messages.push({ ...this.#commentOf(post, comment), editedAt: comment.editedAt ?? this.#now() })
  }

  #messageOf(message: PageMessage, group: FoundGroup): RawMessage {
    const name = this.#name
    return {
      network: 'telegram',
      externalId: `${name}/${message.id}`,
      kind: message.isReply ? this.#options.replies : 'post',
      publishedAt: message.publishedAt,
      text: message.text,
      url: message.url,
      // A channel's posts are written in its own name.
      author:
        message.author ??
        (group.kind === 'channel'
          ? { externalId: name, name: group.name, avatar: group.avatar, url: group.link }
          : null),
      group: rawGroupOf(group),
    }
  }

  #commentOf(post: Discussed, comment: PageMessage): RawMessage {
    const name = this.#name
    const { group } = this.#cursor
    const { author } = comment
    return {
      network: 'telegram',
      externalId: `${name}/${post.id}/c${comment.id}`,
      kind: 'comment',
      publishedAt: comment.publishedAt,
      text: comment.text,
      url: comment.url,
      author: author && {
        ...author,
        externalId: author.externalId.startsWith('~') ? `${name}${author.externalId}` : author.externalId,
      },
      group: group ? rawGroupOf(group) : { externalId: name, name, url: this.#target.link },
    }
  }

  #deletionOf({ id, at }: Followed): RawMessage {
    const { group } = this.#cursor
    return {
      network: 'telegram',
      externalId: `${this.#name}/${id}`,
      kind: 'post',
      publishedAt: new Date(at * 1000),
      text: '',
      deleted: true,
      group: group ? rawGroupOf(group) : null,
      editedAt: this.#now(),
    }
  }

  #now(): Date {
    return this.#options.time.now()
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1000)
  }
}

/** Where paging back goes on; null when nothing can be left there. */
function goOn({ before, downTo, empty = 0 }: Descent, [lowest]: PageMessage[]): Descent | null {
  const next = lowest ? { before: lowest.id, downTo } : { before, downTo, empty: empty + 1 }
  return next.before > downTo + 1 ? next : null
}

const isBefore = ({ publishedAt }: PageMessage, since: Date): boolean => publishedAt !== null && publishedAt < since
