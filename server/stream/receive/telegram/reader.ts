/**
 * Reads a channel or a chat page by page: what is new since the last reading, edits and deletions of the newest, and the
 * comments of some days. All of its state is in the cursor.
 */
import type { FoundGroup, GroupTarget, Reading, Time } from '../shared/adapter.ts'
import { restOfGap } from '../shared/open-gap.ts'
import { shortHash } from '../shared/short-hash.ts'
import type { RawMessage } from '../shared/source.ts'
import { Discussions } from './discussions.ts'
import type { TelegramPage, PageMessage, TelegramPages } from './telegram-pages.ts'
import { FOLLOWED_SECONDS, continueDescent, type Descent, type ReaderCursor } from './reader-cursor.ts'
import { deletionOf, messageOf } from './reader-messages.ts'

const FOLLOWED = 40
/** Messages requested by themselves in one step, to learn whether they were deleted. */
const CHECKS = 5

export interface ReaderOptions {
  pages: TelegramPages
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

/** One step of reading a channel or chat: changes its copy of the cursor and gathers messages. */
class ReadStep {
  readonly #options: ReaderOptions
  readonly #name: string
  readonly #since: Date
  readonly #signal: AbortSignal
  readonly #cursor: ReaderCursor
  readonly #messages: RawMessage[] = []
  readonly #discussions: Discussions

  constructor(
    options: ReaderOptions,
    target: GroupTarget,
    known: ReaderCursor | null,
    since: Date,
    signal: AbortSignal,
  ) {
    this.#options = options
    this.#name = target.externalId
    this.#since = since
    this.#signal = signal
    this.#cursor = known ? structuredClone(known) : { top: 0, floor: 0, followed: [] }
    this.#discussions = new Discussions({
      pages: options.pages,
      time: options.time,
      target,
      cursor: this.#cursor,
      signal,
      gather: (comment) => void this.#messages.push(comment),
    })
  }

  async read(): Promise<Reading<ReaderCursor> | null> {
    const cursor = this.#cursor
    if (cursor.open) return this.#descend(cursor.open)
    let page: TelegramPage | null = null
    if (this.#discussions.hasOpen()) {
      await this.#discussions.read()
    } else {
      page = await this.#options.pages.page(this.#name, null, this.#signal)
      if (!page) return null
      await this.#readNewest(page)
      if (!cursor.open) this.#takeUpGap()
      if (!cursor.open) await this.#discussions.read()
      if (!cursor.open) await this.#discussions.readOlder()
    }
    return {
      messages: this.#messages,
      cursor,
      more: cursor.open !== undefined || this.#discussions.hasOpen(),
      ...this.#suspicionOf(page),
      ...(page ? { group: page.group } : {}),
    }
  }

  /** At the first reading no message is known that must be there. */
  #suspicionOf(newest: TelegramPage | null): { suspicion?: string } {
    const { followed, gap } = this.#cursor
    if (newest?.messages.length === 0 && followed.some(({ at }) => at > this.#seconds() - FOLLOWED_SECONDS))
      return { suspicion: `t.me/${this.#name} shows no messages where there were some` }
    return gap && gap.downTo > 0 ? { suspicion: `t.me/${this.#name} does not show all that is new there` } : {}
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

  async #readNewest(page: TelegramPage): Promise<void> {
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
      if (each.hash !== shortHash('')) this.#messages.push(deletionOf(this.#name, each, cursor.group, this.#now()))
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
    const next = ended ? null : continueDescent(open, inside)
    if (next?.empty) this.#leaveOpen(next)
    else if (next) cursor.open = next
    cursor.group = page.group
    this.#trim()
    return {
      messages: this.#messages,
      cursor,
      more: cursor.open !== undefined,
      ...this.#suspicionOf(null),
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
    this.#discussions.keepOlder(newest.filter(({ id }) => id <= cursor.floor))
  }

  #messageOf(message: PageMessage, group: FoundGroup): RawMessage {
    return messageOf(this.#name, message, group, this.#options.replies)
  }

  #now(): Date {
    return this.#options.time.now()
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1000)
  }
}

const isBefore = ({ publishedAt }: PageMessage, since: Date): boolean => publishedAt !== null && publishedAt < since
