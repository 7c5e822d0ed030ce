/** The comments of a channel, which are read post by post: the newest posts first, older ones by turns. */
import type { GroupTarget, Time } from '../shared/adapter.ts'
import { isNetworkError } from '../shared/network-error.ts'
import { restOfGap } from '../shared/open-gap.ts'
import { shortHash } from '../shared/short-hash.ts'
import type { RawMessage } from '../shared/source.ts'
import type { DiscussionPage, PageMessage, TelegramPages } from './telegram-pages.ts'
import { FOLLOWED_SECONDS, continueDescent, type Discussed, type Followed, type ReaderCursor } from './reader-cursor.ts'
import { commentOf } from './reader-messages.ts'

/** Posts below those that are followed, whose comments are read by turns; the cursor has to stay small. */
const OLDER = 300
/** Discussions read in one step: of what is followed, and of older posts, those first that waited longest. */
const DISCUSSIONS = 3
const OLDER_DISCUSSIONS = 3
const SHUT_AFTER = 3
const SHUT_SECONDS = 86_400
/** Where there were comments before, their absence is more likely temporary. */
const SHUT_SHORTLY = 1800
const [SOONEST, LATEST] = [5 * 60, 12 * 3600]

export interface DiscussionsOptions {
  pages: TelegramPages
  time: Time
  target: GroupTarget
  /** That of the step: changed in place. */
  cursor: ReaderCursor
  signal: AbortSignal
  /** Takes each comment that is new or edited. */
  gather: (comment: RawMessage) => void
}

/** Of an older post nothing is compared any more. */
function discussedOf({ hash: _text, hidden: _isHidden, ...discussed }: Followed): Discussed {
  return discussed
}

/** What one step of reading has to do with discussions. */
export class Discussions {
  readonly #options: DiscussionsOptions
  readonly #cursor: ReaderCursor

  constructor(options: DiscussionsOptions) {
    this.#options = options
    this.#cursor = options.cursor
  }

  /** What came empty waits for its retry, behind the newest messages. */
  hasOpen(): boolean {
    return this.#cursor.followed.some(
      ({ open, due }) => open !== undefined && !open.empty && due <= this.#seconds() && !this.#isShut(),
    )
  }

  /** For now comments are off, or not shown. */
  #isShut(): boolean {
    const { shut = 0, shutUntil = 0 } = this.#cursor
    return shut >= SHUT_AFTER && this.#seconds() < shutUntil
  }

  /** Reads those of followed posts that are due, some in a step. */
  async read(): Promise<void> {
    // In a chat an answer is a message like any other.
    if (this.#cursor.group?.kind !== 'channel') return
    for (let asked = 0; asked < DISCUSSIONS; asked += 1) {
      if (this.#isShut()) return
      const post = this.#nextDiscussion()
      if (!post || !(await this.#readDiscussion(post))) return
    }
  }

  /** The same of older posts. What waited longest is next, so that each has its turn, however many there are. */
  async readOlder(): Promise<void> {
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
      const discussion = await this.#options.pages.discussion(
        this.#options.target.externalId,
        post.id,
        before,
        this.#options.signal,
      )
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
    for (const comment of fresh) if (comment.text !== '') this.#options.gather(this.#messageOf(post, comment))
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
    const next = open ? continueDescent(open, inside) : lowest && { before: lowest.id, downTo }
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
      this.#options.gather({ ...this.#messageOf(post, comment), editedAt: comment.editedAt ?? this.#now() })
  }

  /** Keeps those posts that are not followed any more, whose comments are read still. */
  keepOlder(dropped: Followed[]): void {
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

  #messageOf(post: Discussed, comment: PageMessage): RawMessage {
    return commentOf(this.#options.target, post, comment, this.#cursor.group)
  }

  #now(): Date {
    return this.#options.time.now()
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1000)
  }
}
