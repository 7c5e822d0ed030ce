/**
 * Reads a channel or a chat page by page: what is new since the last time, what was edited or taken away of the newest, and
 * the comments of some days. All it remembers is in its cursor.
 */
import type { FoundGroup, GroupTarget, Reading, Time } from '../adapter.ts'
import { restOfGap } from '../open-gap.ts'
import { rawGroupOf } from '../raw-group.ts'
import { shortHash } from '../short-hash.ts'
import type { RawMessage } from '../source.ts'
import { isTrouble } from '../trouble.ts'
import type { DiscussionPage, Page, PageMessage, Pages } from './pages.ts'

/** On the way back from a page to what is known already. */
interface Descent {
  before: number
  /** Known down from here; 0 at a first reading, which ends at a time instead. */
  downTo: number
  /** So often in a row nothing came where something should be. */
  empty?: number
}

/** A way back that led nowhere for now. */
interface Gap extends Descent {
  /** Then it is gone on with, in seconds. */
  askAt: number
}

/** A message that may still change or be commented on. */
interface Followed {
  id: number
  /** When it was written, and when its comments are due: both in seconds. */
  at: number
  due: number
  hash: string
  /** The newest comment that was met. */
  seen?: number
  /** Of the comments marked «edited». */
  edits?: string
  open?: Descent
  /** It is there, but on no page: not to be asked for again. */
  hidden?: true
}

export interface ReaderCursor {
  top: number
  /** What stands at or below it is not followed any more. */
  floor: number
  followed: Followed[]
  /** As it was seen last: comments come without it. */
  group?: FoundGroup
  open?: Descent
  gap?: Gap
  /** So many posts in a row could not be commented on. */
  shut?: number
  /** Then the newest is asked again at this time, in seconds. */
  shutUntil?: number
}

const FOLLOWED = 40
const FOLLOWED_SECONDS = 7 * 86_400
/** Discussions that one step asks for. */
const DISCUSSIONS = 3
/** Messages that one step asks for by themselves, to learn whether they are gone. */
const CHECKS = 5
const SHUT_AFTER = 3
const SHUT_SECONDS = 86_400
/** Where there were comments before, their absence is more likely a passing one. */
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

/** @returns null when it can not be read this way */
export function openReader({ pages, time, replies }: ReaderOptions): Read {
  const seconds = (): number => Math.floor(time.now().getTime() / 1000)

  return async (target, known, since, signal) => {
    const name = target.externalId
    const cursor: ReaderCursor = known ? structuredClone(known) : { top: 0, floor: 0, followed: [] }
    const messages: RawMessage[] = []
    if (cursor.open) return descend(cursor.open)
    if (!cursor.followed.some(isOpen)) {
      const page = await pages.page(name, null, signal)
      if (!page) return null
      await readNewest(page)
      if (!cursor.open) takeUpGap()
      if (!cursor.open) await readDiscussions()
      return { messages, cursor, more: hasMore(), ...doubtOf(page), group: page.group }
    }
    await readDiscussions()
    return { messages, cursor, more: hasMore(), ...doubtOf() }

    function hasMore(): boolean {
      return cursor.open !== undefined || cursor.followed.some(isOpen)
    }

    /** At the first reading nothing is known that must be there. */
    function doubtOf(newest?: Page): { doubt?: string } {
      if (newest?.messages.length === 0 && cursor.followed.some(({ at }) => at > seconds() - FOLLOWED_SECONDS))
        return { doubt: `t.me/${name} shows no messages where there were some` }
      return cursor.gap && cursor.gap.downTo > 0 ? { doubt: `t.me/${name} does not show all that is new there` } : {}
    }

    function takeUpGap(): void {
      if (!cursor.gap || cursor.gap.askAt > seconds()) return
      const { askAt: _, ...open } = cursor.gap
      cursor.open = open
      delete cursor.gap
    }

    /** The newest are read meanwhile. Of two gaps one is made, over what lies between. */
    function leaveOpen({ before, downTo, empty = 0 }: Descent): void {
      const { gap } = cursor
      const tries = Math.min(empty, gap?.empty ?? empty)
      const rest = restOfGap(tries)
      if (rest === null) delete cursor.gap
      else
        cursor.gap = {
          before: Math.max(before, gap?.before ?? 0),
          downTo: Math.min(downTo, gap?.downTo ?? downTo),
          empty: tries,
          askAt: seconds() + rest / 1000,
        }
    }

    function isOpen({ open, due }: Followed): boolean {
      // What came empty waits for its turn, behind the newest messages.
      return open !== undefined && !open.empty && due <= seconds() && !isShut()
    }

    /** For some time nobody can comment, or it is not shown. */
    function isShut(): boolean {
      return (cursor.shut ?? 0) >= SHUT_AFTER && seconds() < (cursor.shutUntil ?? 0)
    }

    async function readNewest(page: Page): Promise<void> {
      cursor.group = page.group
      const [lowest, highest] = [page.messages[0], page.messages.at(-1)]
      // A page that is empty where messages were is how too many questions are answered: it tells nothing.
      if (!lowest || !highest) return
      const first = cursor.top === 0
      const downTo = cursor.top
      // An older state of the page: what differs in it may be as it was before.
      const behind = await readGone(page.messages, lowest.id, highest.id)
      const followed = new Map(cursor.followed.map((each) => [each.id, each]))
      for (const message of page.messages) {
        const before = followed.get(message.id)
        if (before) {
          const hash = shortHash(message.text)
          if (hash === before.hash || (behind && !message.edited)) continue
          before.hash = hash
          messages.push({ ...toMessage(message, page.group), editedAt: message.editedAt ?? time.now() })
        } else if (message.id > cursor.floor) {
          take(message, page.group, first)
        }
      }
      if (lowest.id > downTo + 1 && page.older && !(first && isBefore(lowest, since)))
        cursor.open = { before: lowest.id, downTo }
      trim()
    }

    /**
     * What stood here and stands here no more is asked for by itself, to be certain.
     * @returns whether the page lacks newer ones that are there
     */
    async function readGone(shown: PageMessage[], lowest: number, highest: number): Promise<boolean> {
      const ids = new Set(shown.map(({ id }) => id))
      const missing = cursor.followed
        .filter(({ id, hidden }) => id > lowest && !ids.has(id) && !hidden)
        .toSorted((a, b) => b.id - a.id)
      for (const each of missing.slice(0, CHECKS)) {
        const { id, at, hash } = each
        if (await pages.isThere(name, id, signal)) {
          if (id > highest) return true
          each.hidden = true
          continue
        }
        cursor.followed = cursor.followed.filter((other) => other !== each)
        if (hash === shortHash('')) continue
        messages.push({
          network: 'telegram',
          externalId: `${name}/${id}`,
          kind: 'post',
          publishedAt: new Date(at * 1000),
          text: '',
          deleted: true,
          group: cursor.group ? rawGroupOf(cursor.group) : null,
          editedAt: time.now(),
        })
      }
      return false
    }

    async function descend(open: Descent): Promise<Reading<ReaderCursor> | null> {
      const page = await pages.page(name, open.before, signal)
      if (!page) return null
      const inside = page.messages.filter(({ id }) => id < open.before)
      const first = open.downTo === 0
      for (const message of inside) if (message.id > open.downTo) take(message, page.group, first)
      const reached = inside.some((message) => (first ? isBefore(message, since) : message.id <= open.downTo))
      // Without times a first reading would never end.
      const ended =
        reached ||
        (inside.length > 0 && (!page.older || (first && inside.every(({ publishedAt }) => publishedAt === null))))
      delete cursor.open
      const next = ended ? null : goOn(open, inside)
      if (next?.empty) leaveOpen(next)
      else if (next) cursor.open = next
      trim()
      cursor.group = page.group
      return { messages, cursor, more: cursor.open !== undefined, ...doubtOf(), group: page.group }
    }

    /** Keeps a new message in mind, and hands it out where there is something to read. */
    function take(message: PageMessage, group: FoundGroup, first: boolean): void {
      cursor.top = Math.max(cursor.top, message.id)
      if (cursor.followed.some(({ id }) => id === message.id)) return
      if (first && isBefore(message, since)) {
        cursor.floor = Math.max(cursor.floor, message.id)
        return
      }
      const at = Math.floor((message.publishedAt ?? time.now()).getTime() / 1000)
      cursor.followed.push({ id: message.id, at, due: 0, hash: shortHash(message.text) })
      if (message.text !== '') messages.push(toMessage(message, group))
    }

    function trim(): void {
      const newest = cursor.followed.toSorted((a, b) => a.id - b.id)
      const kept = newest.filter(({ at }) => at > seconds() - FOLLOWED_SECONDS).slice(-FOLLOWED)
      const keep = new Set(kept)
      for (const each of newest) if (!keep.has(each)) cursor.floor = Math.max(cursor.floor, each.id)
      // Whatever is dropped lies below whatever is kept.
      cursor.followed = kept.filter(({ id }) => id > cursor.floor)
    }

    async function readDiscussions(): Promise<void> {
      // In a chat whatever is said is a message of its own.
      if (cursor.group?.kind !== 'channel') return
      for (let asked = 0; asked < DISCUSSIONS; asked += 1) {
        const now = seconds()
        if (isShut()) return
        const shut = (cursor.shut ?? 0) >= SHUT_AFTER
        const due = cursor.followed.filter((each) => each.due <= now)
        const post = shut
          ? cursor.followed.at(-1)
          : (due.find(({ open }) => open) ?? due.toSorted((a, b) => a.due - b.due || b.id - a.id)[0])
        if (!post) return
        let discussion: DiscussionPage | null
        try {
          discussion = await pages.discussion(name, post.id, post.open?.before ?? null, signal)
        } catch (error) {
          if (!isTrouble(error, 'temporary', 'bad-request', 'not-found', 'access-denied')) throw error
          // One discussion that fails must not keep posts from being read.
          post.due = now + SOONEST
          return
        }
        post.due = now + Math.min(Math.max(Math.floor((now - post.at) / 4), SOONEST), LATEST)
        if (!discussion) {
          cursor.shut = (cursor.shut ?? 0) + 1
          cursor.shutUntil = now + (cursor.followed.some(({ seen }) => seen) ? SHUT_SHORTLY : SHUT_SECONDS)
          continue
        }
        if (shut) for (const each of cursor.followed) if (each !== post) each.due = 0
        delete cursor.shut
        delete cursor.shutUntil
        readComments(post, discussion)
      }
    }

    function readComments(post: Followed, { comments, older }: DiscussionPage): void {
      const open = post.open
      const downTo = open?.downTo ?? post.seen ?? 0
      const inside = open ? comments.filter(({ id }) => id < open.before) : comments
      const fresh = inside.filter(({ id }) => id > downTo)
      for (const comment of fresh) if (comment.text !== '') messages.push(toComment(post, comment))
      if (!open)
        readEdits(
          post,
          comments.filter(({ id }) => id <= downTo),
        )
      post.seen = Math.max(post.seen ?? 0, ...fresh.map(({ id }) => id))
      delete post.open
      const lowest = inside[0]
      // On the way back an empty page is not the end.
      if ((!older && (lowest || !open)) || (lowest && lowest.id <= downTo)) return
      const next = open ? goOn(open, inside) : lowest && { before: lowest.id, downTo }
      const rest = restOfGap(next?.empty ?? 0)
      if (!next || rest === null) return
      post.open = next
      post.due = next.empty ? seconds() + Math.max(rest / 1000, SOONEST) : 0
    }

    /** No page tells when a comment was edited: those marked so are handed out again whenever they are others than before. */
    function readEdits(post: Followed, comments: PageMessage[]): void {
      const edited = comments.filter((comment) => comment.edited && comment.text !== '')
      if (edited.length === 0) return
      const edits = shortHash(edited.map(({ id, text }) => `${id} ${text}`).join('\n'))
      if (edits === post.edits) return
      post.edits = edits
      for (const comment of edited)
        messages.push({ ...toComment(post, comment), editedAt: comment.editedAt ?? time.now() })
    }

    function toMessage(message: PageMessage, group: FoundGroup): RawMessage {
      return {
        network: 'telegram',
        externalId: `${name}/${message.id}`,
        kind: message.isReply ? replies : 'post',
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

    function toComment(post: Followed, comment: PageMessage): RawMessage {
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
        group: cursor.group ? rawGroupOf(cursor.group) : { externalId: name, name, url: target.link },
      }
    }
  }
}

/** Where the way back goes on; null when nothing can be left there. */
function goOn({ before, downTo, empty = 0 }: Descent, [lowest]: PageMessage[]): Descent | null {
  const next = lowest ? { before: lowest.id, downTo } : { before, downTo, empty: empty + 1 }
  return next.before > downTo + 1 ? next : null
}

const isBefore = ({ publishedAt }: PageMessage, since: Date): boolean => publishedAt !== null && publishedAt < since
