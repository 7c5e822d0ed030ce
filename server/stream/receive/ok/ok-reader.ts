/**
 * Reads a group: its topics newest first, by the anchors of its stream, down to what is known; then those of the last days again
 * by their ids, which shows edits, deletions and comment counts; then the comments where the count has grown.
 */
import { DAY, HOUR } from '../../../kit/clock.ts'
import type { FoundGroup, GroupTarget, Reading, Time } from '../shared/adapter.ts'
import { restOfGap } from '../shared/open-gap.ts'
import { shortHash } from '../shared/short-hash.ts'
import type { RawMessage } from '../shared/source.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import type { OkCalls } from './ok-calls.ts'
import { commentOf, deletionOf, postOf } from './ok-messages.ts'
import type { OkComments, OkFeeds, OkParties, OkTopic } from './shape.ts'

/** Paging back by anchors. Times are in milliseconds. */
interface Descent {
  anchor: string
  downTo: number
  /** The known ids of that very moment. */
  ids?: string[]
}

/** Paging back that led nowhere so far. */
interface Gap extends Descent {
  tries: number
  /** When it is retried. */
  askAt: number
}

interface Followed {
  id: string
  at: number
  hash: string
  /** Comments it had when they were read last. */
  comments: number
  /** Its comment count as reported last, and the discussion they are in. */
  told?: { id: string; type: string; comments: number }
  /** When the newest comment that was read was written, and the ids of that moment. */
  seen?: { at: number; ids: string[] }
  open?: Descent
  /** Its comments could not be read just now; in milliseconds. */
  restsUntil?: number
  /** It was requested and did not come: once may be an error of the network. */
  missing?: true
}

export interface OkCursor {
  /** When the newest topic was written, and below which nothing is followed any more. */
  top: number
  floor: number
  followed: Followed[]
  group: FoundGroup
  /** When the group and the followed topics were requested by themselves, in milliseconds. */
  groupAt: number
  topicsAt: number
  open?: Descent
  gap?: Gap
  /** How often the gap that is being paged back through was tried before. */
  tries?: number
  /** Since when the group shows nothing where there were topics, in milliseconds. */
  suspectedSince?: number
}

const FOLLOWED = 40
const FOLLOWED_FOR = 7 * DAY
/** How often topics that have left the newest page are requested. */
const TOPICS_EVERY = 30 * 60_000
const REST = 5 * 60_000
/** Discussions read in one step. */
const DISCUSSIONS = 3
/** For how long an empty list is not believed. */
const SUSPECTED_FOR = HOUR

type Read = (
  target: GroupTarget,
  cursor: OkCursor | null,
  since: Date,
  signal: AbortSignal,
) => Promise<Reading<OkCursor>>

export function openOkReader({ calls, time }: { calls: OkCalls; time: Time }): Read {
  return async ({ externalId: gid }, known, since, signal) => {
    const now = time.now().getTime()
    const cursor = known ? structuredClone(known) : await startCursor(calls, gid, now, signal)
    return new OkStep(calls, time, { gid, cursor, now, since, signal }).read()
  }
}

async function startCursor(calls: OkCalls, gid: string, now: number, signal: AbortSignal): Promise<OkCursor> {
  const group = await findOpenGroup(calls, gid, signal)
  return { top: 0, floor: 0, followed: [], group, groupAt: now, topicsAt: now }
}

async function findOpenGroup(calls: OkCalls, gid: string, signal: AbortSignal): Promise<FoundGroup> {
  const { closed, ...group } = await calls.group(gid, signal)
  if (closed) throw new NetworkError('access-denied', `ok group ${gid} is closed`)
  return group
}

interface StepOptions {
  gid: string
  /** Changed by the step. */
  cursor: OkCursor
  /** Milliseconds. */
  now: number
  since: Date
  signal: AbortSignal
}

/** One step of reading a group: changes the cursor and gathers messages. */
class OkStep {
  readonly #calls: OkCalls
  readonly #time: Time
  readonly #gid: string
  readonly #cursor: OkCursor
  readonly #now: number
  readonly #since: Date
  readonly #signal: AbortSignal
  readonly #messages: RawMessage[] = []

  constructor(calls: OkCalls, time: Time, { gid, cursor, now, since, signal }: StepOptions) {
    this.#calls = calls
    this.#time = time
    this.#gid = gid
    this.#cursor = cursor
    this.#now = now
    this.#since = since
    this.#signal = signal
  }

  async read(): Promise<Reading<OkCursor>> {
    const cursor = this.#cursor
    if (this.#now - cursor.groupAt > DAY) {
      cursor.group = await findOpenGroup(this.#calls, this.#gid, this.#signal)
      cursor.groupAt = this.#now
    }
    // Known comments come first: their topics may be dropped while others are read.
    const isFeedsTurn = !this.#hasDue()
    if (isFeedsTurn) {
      if (cursor.open) await this.#descend(cursor.open)
      else await this.#readNewest()
    }
    const isWell = await this.#readDiscussions()
    const more = cursor.open !== undefined || this.#hasDue() || (!isFeedsTurn && !isWell)
    return { messages: this.#messages, cursor, more, ...suspicionOf(this.#gid, cursor), group: cursor.group }
  }

  #hasDue(): boolean {
    return this.#cursor.followed.some((topic) => isDue(topic, this.#now))
  }

  async #readNewest(): Promise<void> {
    const cursor = this.#cursor
    const page = await this.#calls.feeds(this.#gid, null, this.#signal)
    if (page.feeds.length > 0 || cursor.followed.length === 0) delete cursor.suspectedSince
    else cursor.suspectedSince ??= this.#now
    if (cursor.suspectedSince !== undefined && this.#now - cursor.suspectedSince < SUSPECTED_FOR) return
    const shown = await this.#topicsOf(page)
    const downTo = cursor.top
    // Without the first, which may be an old one that was pinned.
    const oldest = Math.min(...page.feeds.slice(1).map(({ at }) => at ?? this.#now))
    const unseen = cursor.followed.filter(({ id }) => !shown.has(id))
    // What left the page by age is requested at intervals; what is missing from among the shown, at once.
    if (
      unseen.some(({ at, missing }) => at > oldest || missing) ||
      (unseen.length > 0 && this.#now - cursor.topicsAt > TOPICS_EVERY)
    ) {
      cursor.topicsAt = this.#now
      await this.#readAgain(unseen)
    }
    await this.#take([...shown.values()], page.parties, downTo)
    const next = this.#goOn(page, downTo)
    if (next) {
      cursor.open = next
    } else {
      delete cursor.tries
      takeUpGap(cursor, this.#now)
    }
    this.#trim(downTo === 0)
  }

  async #descend(open: Descent): Promise<void> {
    const cursor = this.#cursor
    const { tries = 0 } = cursor
    delete cursor.open
    delete cursor.tries
    let page: OkFeeds
    try {
      page = await this.#calls.feeds(this.#gid, open.anchor, this.#signal)
    } catch (error) {
      if (!isNetworkError(error, 'bad-request')) throw error
      // The anchor is no longer valid: the next step starts from the newest again, down to the same edge.
      cursor.top = open.downTo
      // That opens the same gap.
      if (tries > 0) cursor.tries = tries
      return
    }
    await this.#take([...(await this.#topicsOf(page)).values()], page.parties, open.downTo)
    const next = this.#goOn(page, open.downTo)
    // A page that leads to itself would be read for ever. An empty one is the end unless something known must still come.
    const isNowhere = page.feeds.length === 0 || next?.anchor === open.anchor
    if (isNowhere && open.downTo > 0) leaveOpen(cursor, open, tries + 1, this.#now)
    else if (next && !isNowhere) cursor.open = next
    this.#trim(open.downTo === 0)
  }

  /** Further back, unless the page reached what is known; its first topic may be pinned, and is no edge. */
  #goOn({ feeds, anchor }: OkFeeds, downTo: number): Descent | null {
    const edge = downTo === 0 ? this.#since.getTime() : downTo
    const met = feeds.slice(1).some(({ at }) => at !== null && at <= edge)
    return anchor && !met ? { anchor, downTo } : null
  }

  /** The topics of a page; those that the answer does not contain are requested. */
  async #topicsOf({ feeds, topics }: OkFeeds): Promise<Map<string, OkTopic>> {
    const ids = [...new Set(feeds.flatMap(({ topic }) => (topic ? [topic] : [])))]
    const lacking = ids.filter((id) => !topics.has(id))
    const asked = lacking.length > 0 ? await this.#calls.topics(lacking, this.#signal) : new Map<string, OkTopic>()
    const timeOf = new Map(feeds.map(({ topic, at }) => [topic, at]))
    return new Map(
      ids.flatMap((id) => {
        const topic = topics.get(id) ?? asked.get(id)
        return topic ? [[id, { ...topic, at: topic.at ?? timeOf.get(id) ?? null }]] : []
      }),
    )
  }

  async #readAgain(unseen: Followed[]): Promise<void> {
    const cursor = this.#cursor
    const topics = await this.#calls.topics(
      unseen.map(({ id }) => id),
      this.#signal,
    )
    for (const followed of unseen) {
      const topic = topics.get(followed.id)
      if (topic) {
        delete followed.missing
        await this.#take([topic], new Map(), cursor.top)
      } else if (!followed.missing) {
        followed.missing = true
      } else {
        cursor.followed = cursor.followed.filter((each) => each !== followed)
        this.#messages.push(deletionOf(this.#gid, followed, cursor.group, this.#time.now()))
      }
    }
  }

  /** Gathers what is new or changed, and follows it. */
  async #take(topics: OkTopic[], parties: OkParties, downTo: number): Promise<void> {
    const fresh = topics.flatMap((topic) => this.#follow(topic, downTo))
    const withText = fresh.filter(({ topic }) => topic.text !== '')
    const authors = await this.#calls.authors(
      withText.map(({ topic }) => topic.author),
      parties,
      this.#signal,
    )
    for (const { topic, edited } of withText)
      this.#messages.push({
        ...postOf(this.#gid, topic, this.#cursor.group, authors),
        ...(edited ? { editedAt: this.#time.now() } : {}),
      })
  }

  /** @returns the topic if it is new or changed */
  #follow(topic: OkTopic, downTo: number): { topic: OkTopic; edited: boolean }[] {
    const cursor = this.#cursor
    const at = topic.at ?? this.#now
    const hash = shortHash(topic.text)
    const followed = cursor.followed.find(({ id }) => id === topic.id)
    if (followed) {
      const edited = followed.hash !== hash
      if (topic.discussion) followed.told = topic.discussion
      followed.hash = hash
      delete followed.missing
      return edited ? [{ topic, edited }] : []
    }
    if (at <= downTo && at <= cursor.floor) return []
    // A clock that is ahead of ours must not hide what comes after.
    cursor.top = Math.max(cursor.top, Math.min(at, this.#now))
    if (downTo === 0 && at < this.#since.getTime()) return []
    const discussion = topic.discussion ? { told: topic.discussion } : {}
    cursor.followed.push({ id: topic.id, at, hash, comments: 0, ...discussion })
    return [{ topic, edited: false }]
  }

  /** At the first reading, old comments are of no interest; later a topic is followed until its comments were read. */
  #trim(first: boolean): void {
    const cursor = this.#cursor
    const newest = cursor.followed.toSorted((a, b) => b.at - a.at)
    const kept = newest.filter(
      (each, n) => each.at > this.#now - FOLLOWED_FOR && (n < FOLLOWED || (!first && isUnread(each))),
    )
    const keep = new Set(kept)
    for (const each of newest) if (!keep.has(each)) cursor.floor = Math.max(cursor.floor, each.at)
    if (cursor.floor === 0) cursor.floor = this.#since.getTime()
    cursor.followed = kept.toReversed()
  }

  /** @returns false: one of them failed, and is retried later */
  async #readDiscussions(): Promise<boolean> {
    // A lower count: some comments were deleted, and the next one is new again.
    for (const each of this.#cursor.followed)
      if (each.told && !each.open) each.comments = Math.min(each.comments, each.told.comments)
    for (let asked = 0; asked < DISCUSSIONS; asked += 1) {
      const due = this.#cursor.followed.filter((topic) => isDue(topic, this.#now))
      const topic = due.find(({ open }) => open) ?? due.at(-1)
      if (!topic?.told) return true
      const { id, type, comments } = topic.told
      try {
        const page = await this.#calls.comments(id, type, topic.open?.anchor ?? null, this.#signal)
        delete topic.restsUntil
        await this.#takeComments(topic, page)
        if (!topic.open) topic.comments = comments
      } catch (error) {
        if (isNetworkError(error, 'temporary')) {
          // One discussion that fails must not keep topics from being read.
          topic.restsUntil = this.#now + REST
          return false
        }
        // Comments may be closed where the topics are not.
        if (!isNetworkError(error, 'access-denied', 'not-found', 'bad-request')) throw error
        delete topic.open
        topic.comments = comments
      }
    }
    return true
  }

  async #takeComments(topic: Followed, { comments, parties, anchor }: OkComments): Promise<void> {
    const seen = topic.seen ?? { at: 0, ids: [] }
    const { downTo, ids: known = [] } = topic.open ?? { downTo: seen.at, ids: seen.ids }
    const fresh = comments.filter(
      ({ id, at }) => (at ?? this.#now) >= downTo && !known.includes(id) && !seen.ids.includes(id),
    )
    const authors = await this.#calls.authors(
      fresh.map(({ author }) => author),
      parties,
      this.#signal,
    )
    for (const comment of fresh) {
      if (comment.text === '' && !comment.removed) continue
      this.#messages.push(commentOf(this.#gid, topic.id, comment, this.#cursor.group, authors))
    }
    const newest = Math.max(seen.at, ...fresh.map(({ at }) => at ?? 0))
    const ids = fresh.filter(({ at }) => at === newest).map(({ id }) => id)
    topic.seen = { at: newest, ids: newest === seen.at ? [...seen.ids, ...ids].slice(-20) : ids.slice(-20) }
    const met = comments.some(({ at }) => at !== null && at < downTo)
    const before = topic.open?.anchor
    delete topic.open
    if (anchor && !met && anchor !== before) topic.open = { anchor, downTo, ids: known }
  }
}

function suspicionOf(gid: string, { suspectedSince, gap }: OkCursor): { suspicion?: string } {
  if (suspectedSince !== undefined) return { suspicion: `ok group ${gid} shows no topics where there were some` }
  return gap ? { suspicion: `ok group ${gid} does not show all that is new there` } : {}
}

function takeUpGap(cursor: OkCursor, now: number): void {
  if (!cursor.gap || cursor.gap.askAt > now) return
  const { askAt: _, tries, ...open } = cursor.gap
  Object.assign(cursor, { open, tries })
  delete cursor.gap
}

/** The newest topics are read meanwhile. Two gaps are merged, over what lies between: the one that opened later stands above. */
function leaveOpen(cursor: OkCursor, { anchor, downTo }: Descent, tries: number, now: number): void {
  const rest = restOfGap(tries)
  if (rest === null) return
  cursor.gap = { anchor, downTo: Math.min(downTo, cursor.gap?.downTo ?? downTo), tries, askAt: now + rest }
}

const isUnread = ({ open, told, comments }: Followed): boolean =>
  open !== undefined || (told !== undefined && told.comments > comments)

const isDue = (topic: Followed, now: number): boolean => isUnread(topic) && (topic.restsUntil ?? 0) <= now
