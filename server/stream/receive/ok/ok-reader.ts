/**
 * Reads a group: its topics newest first, by the anchors of its stream, down to what is known; then those of the last days again
 * by their ids, which tells edits, deletions and how many comments there are; then the comments where there are more than before.
 */
import { DAY, HOUR } from '../../../kit/clock.ts'
import type { FoundGroup, GroupTarget, Reading, Time } from '../adapter.ts'
import { restOfGap } from '../open-gap.ts'
import { rawGroupOf } from '../raw-group.ts'
import { shortHash } from '../short-hash.ts'
import type { RawAuthor, RawMessage } from '../source.ts'
import { isTrouble, NetworkTrouble } from '../trouble.ts'
import type { OkCalls } from './ok-calls.ts'
import type { OkComments, OkFeeds, OkParties, OkTopic } from './ok-shape.ts'

/** On the way back by anchors. Times are in milliseconds. */
interface Descent {
  anchor: string
  downTo: number
  /** Of that very moment, those that are known. */
  ids?: string[]
}

/** A way back that led nowhere for now. */
interface Gap extends Descent {
  tries: number
  /** Then it is gone on with. */
  askAt: number
}

interface Followed {
  id: string
  at: number
  hash: string
  /** Comments it had when they were read last. */
  comments: number
  /** Comments it is said to have now, and of which discussion. */
  told?: { id: string; type: string; comments: number }
  /** When the newest comment that was met was written, and the ids of that moment. */
  seen?: { at: number; ids: string[] }
  open?: Descent
  /** Its comments could not be read just now; in milliseconds. */
  restsUntil?: number
  /** It was asked for and did not come: once may be a mistake. */
  missing?: true
}

export interface OkCursor {
  /** When the newest topic was written, and below which nothing is followed any more. */
  top: number
  floor: number
  followed: Followed[]
  group: FoundGroup
  /** When the group and the followed topics were asked for by themselves, in milliseconds. */
  groupAt: number
  topicsAt: number
  open?: Descent
  gap?: Gap
  /** So often the way back that is open led nowhere before. */
  tries?: number
  /** Since when the group shows nothing where there were topics, in milliseconds. */
  doubtedSince?: number
}

const FOLLOWED = 40
const FOLLOWED_FOR = 7 * DAY
/** Topics that have left the newest page are looked at so often. */
const TOPICS_EVERY = 30 * 60_000
const REST = 5 * 60_000
/** Discussions that one step asks for. */
const DISCUSSIONS = 3
/** So long a group is not believed that shows nothing. */
const DOUBTED_FOR = HOUR

export function openOkReader({ calls, time }: { calls: OkCalls; time: Time }) {
  return async (
    target: GroupTarget,
    known: OkCursor | null,
    since: Date,
    signal: AbortSignal,
  ): Promise<Reading<OkCursor>> => {
    const gid = target.externalId
    const now = time.now().getTime()
    const messages: RawMessage[] = []
    const cursor: OkCursor = known
      ? structuredClone(known)
      : { top: 0, floor: 0, followed: [], group: await openGroup(), groupAt: now, topicsAt: now }
    if (now - cursor.groupAt > DAY) Object.assign(cursor, { group: await openGroup(), groupAt: now })
    // Comments that are known to be there come first: their topics may be forgotten while others are read.
    const isFeedsTurn = !cursor.followed.some(isDue)
    if (isFeedsTurn) {
      if (cursor.open) await descend(cursor.open)
      else await readNewest()
    }
    const isWell = await readDiscussions()
    const more = cursor.open !== undefined || cursor.followed.some(isDue) || (!isFeedsTurn && !isWell)
    return { messages, cursor, more, ...doubtOf(), group: cursor.group }

    function doubtOf(): { doubt?: string } {
      if (cursor.doubtedSince !== undefined) return { doubt: `ok group ${gid} shows no topics where there were some` }
      return cursor.gap ? { doubt: `ok group ${gid} does not show all that is new there` } : {}
    }

    function isDue(topic: Followed): boolean {
      return isUnread(topic) && (topic.restsUntil ?? 0) <= now
    }

    async function openGroup(): Promise<FoundGroup> {
      const { closed, ...group } = await calls.group(gid, signal)
      if (closed) throw new NetworkTrouble('access-denied', `ok group ${gid} is closed`)
      return group
    }

    async function readNewest(): Promise<void> {
      const page = await calls.feeds(gid, null, signal)
      if (page.feeds.length > 0 || cursor.followed.length === 0) delete cursor.doubtedSince
      else cursor.doubtedSince ??= now
      if (cursor.doubtedSince !== undefined && now - cursor.doubtedSince < DOUBTED_FOR) return
      const shown = await topicsOf(page)
      const downTo = cursor.top
      // Without the first, which may be an old one that was pinned.
      const oldest = Math.min(...page.feeds.slice(1).map(({ at }) => at ?? now))
      const unseen = cursor.followed.filter(({ id }) => !shown.has(id))
      // What left the page by age is looked at now and then; what is gone from among the shown, at once.
      if (
        unseen.some(({ at, missing }) => at > oldest || missing) ||
        (unseen.length > 0 && now - cursor.topicsAt > TOPICS_EVERY)
      ) {
        cursor.topicsAt = now
        await lookAgain(unseen)
      }
      await take([...shown.values()], page.parties, downTo)
      const next = goOn(page, downTo)
      if (next) {
        cursor.open = next
      } else {
        delete cursor.tries
        takeUpGap()
      }
      trim(downTo === 0)
    }

    async function descend(open: Descent): Promise<void> {
      const { tries = 0 } = cursor
      delete cursor.open
      delete cursor.tries
      let page: OkFeeds
      try {
        page = await calls.feeds(gid, open.anchor, signal)
      } catch (error) {
        if (!isTrouble(error, 'bad-request')) throw error
        // The anchor is worth nothing any more: the next time from the newest again, down to the same edge.
        cursor.top = open.downTo
        // It is the same gap that is opened by it.
        if (tries > 0) cursor.tries = tries
        return
      }
      await take([...(await topicsOf(page)).values()], page.parties, open.downTo)
      const next = goOn(page, open.downTo)
      // A page that leads to itself would be read for ever. An empty one is the end where nothing is known that must still come.
      const isNowhere = page.feeds.length === 0 || next?.anchor === open.anchor
      if (isNowhere && open.downTo > 0) leaveOpen(open, tries + 1)
      else if (next && !isNowhere) cursor.open = next
      trim(open.downTo === 0)
    }

    function takeUpGap(): void {
      if (!cursor.gap || cursor.gap.askAt > now) return
      const { askAt: _, tries, ...open } = cursor.gap
      Object.assign(cursor, { open, tries })
      delete cursor.gap
    }

    /** The newest are read meanwhile. Of two gaps one is made, over what lies between: the one that opened later stands above. */
    function leaveOpen({ anchor, downTo }: Descent, tries: number): void {
      const rest = restOfGap(tries)
      if (rest === null) return
      cursor.gap = { anchor, downTo: Math.min(downTo, cursor.gap?.downTo ?? downTo), tries, askAt: now + rest }
    }

    /** Further back, unless the page met what is known; its first may be pinned, and is no edge. */
    function goOn({ feeds, anchor }: OkFeeds, downTo: number): Descent | null {
      const edge = downTo === 0 ? since.getTime() : downTo
      const met = feeds.slice(1).some(({ at }) => at !== null && at <= edge)
      return anchor && !met ? { anchor, downTo } : null
    }

    /** The topics of a page; what the answer did not bring along is asked for. */
    async function topicsOf({ feeds, topics }: OkFeeds): Promise<Map<string, OkTopic>> {
      const ids = [...new Set(feeds.flatMap(({ topic }) => (topic ? [topic] : [])))]
      const lacking = ids.filter((id) => !topics.has(id))
      const asked = lacking.length > 0 ? await calls.topics(lacking, signal) : new Map<string, OkTopic>()
      const timeOf = new Map(feeds.map(({ topic, at }) => [topic, at]))
      return new Map(
        ids.flatMap((id) => {
          const topic = topics.get(id) ?? asked.get(id)
          return topic ? [[id, { ...topic, at: topic.at ?? timeOf.get(id) ?? null }]] : []
        }),
      )
    }

    async function lookAgain(unseen: Followed[]): Promise<void> {
      const topics = await calls.topics(
        unseen.map(({ id }) => id),
        signal,
      )
      for (const followed of unseen) {
        const topic = topics.get(followed.id)
        if (topic) {
          delete followed.missing
          await take([topic], new Map(), cursor.top)
        } else if (!followed.missing) {
          followed.missing = true
        } else {
          cursor.followed = cursor.followed.filter((each) => each !== followed)
          messages.push({
            network: 'ok',
            externalId: `${gid}/${followed.id}`,
            kind: 'post',
            publishedAt: new Date(followed.at),
            text: '',
            deleted: true,
            editedAt: time.now(),
            group: rawGroupOf(cursor.group),
          })
        }
      }
    }

    /** Hands out what is new or other than before, and keeps it in mind. */
    async function take(topics: OkTopic[], parties: OkParties, downTo: number): Promise<void> {
      const first = downTo === 0
      const fresh: { topic: OkTopic; edited: boolean }[] = []
      for (const topic of topics) {
        const at = topic.at ?? now
        const hash = shortHash(topic.text)
        const followed = cursor.followed.find(({ id }) => id === topic.id)
        if (followed) {
          if (topic.discussion) followed.told = topic.discussion
          if (followed.hash !== hash) fresh.push({ topic, edited: true })
          followed.hash = hash
          delete followed.missing
        } else if (at > downTo || at > cursor.floor) {
          // A clock that is ahead of ours must not hide what comes after.
          cursor.top = Math.max(cursor.top, Math.min(at, now))
          if (first && at < since.getTime()) continue
          fresh.push({ topic, edited: false })
          cursor.followed.push({
            id: topic.id,
            at,
            hash,
            comments: 0,
            ...(topic.discussion ? { told: topic.discussion } : {}),
          })
        }
      }
      const said = fresh.filter(({ topic }) => topic.text !== '')
      const authors = await calls.authors(
        said.map(({ topic }) => topic.author),
        parties,
        signal,
      )
      for (const { topic, edited } of said)
        messages.push({ ...toPost(topic, authors), ...(edited ? { editedAt: time.now() } : {}) })
    }

    /** Old comments are no news to who has just begun; later a topic stays until its comments were read. */
    function trim(first: boolean): void {
      const newest = cursor.followed.toSorted((a, b) => b.at - a.at)
      const kept = newest.filter(
        (each, n) => each.at > now - FOLLOWED_FOR && (n < FOLLOWED || (!first && isUnread(each))),
      )
      const keep = new Set(kept)
      for (const each of newest) if (!keep.has(each)) cursor.floor = Math.max(cursor.floor, each.at)
      if (cursor.floor === 0) cursor.floor = since.getTime()
      cursor.followed = kept.toReversed()
    }

    /** @returns false: one of them failed, and rests */
    async function readDiscussions(): Promise<boolean> {
      // Fewer than before: some were taken away, and the next one is news again.
      for (const each of cursor.followed)
        if (each.told && !each.open) each.comments = Math.min(each.comments, each.told.comments)
      for (let asked = 0; asked < DISCUSSIONS; asked += 1) {
        const due = cursor.followed.filter(isDue)
        const topic = due.find(({ open }) => open) ?? due.at(-1)
        if (!topic?.told) return true
        const { id, type, comments } = topic.told
        try {
          const page = await calls.comments(id, type, topic.open?.anchor ?? null, signal)
          delete topic.restsUntil
          await takeComments(topic, page)
          if (!topic.open) topic.comments = comments
        } catch (error) {
          if (isTrouble(error, 'temporary')) {
            // One discussion that fails must not keep topics from being read.
            topic.restsUntil = now + REST
            return false
          }
          // Comments may be closed where the topics are not.
          if (!isTrouble(error, 'access-denied', 'not-found', 'bad-request')) throw error
          delete topic.open
          topic.comments = comments
        }
      }
      return true
    }

    async function takeComments(topic: Followed, { comments, parties, anchor }: OkComments): Promise<void> {
      const seen = topic.seen ?? { at: 0, ids: [] }
      const { downTo, ids: known = [] } = topic.open ?? { downTo: seen.at, ids: seen.ids }
      const fresh = comments.filter(
        ({ id, at }) => (at ?? now) >= downTo && !known.includes(id) && !seen.ids.includes(id),
      )
      const authors = await calls.authors(
        fresh.map(({ author }) => author),
        parties,
        signal,
      )
      for (const comment of fresh) {
        if (comment.text === '' && !comment.removed) continue
        messages.push({
          network: 'ok',
          externalId: `${gid}/${topic.id}/c${comment.id}`,
          kind: 'comment',
          publishedAt: comment.at === null ? null : new Date(comment.at),
          text: comment.text,
          url: `https://ok.ru/group/${gid}/topic/${topic.id}`,
          author: authorOf(comment.author, comment.authorName, authors),
          group: rawGroupOf(cursor.group),
          ...(comment.removed ? { deleted: true } : {}),
        })
      }
      const newest = Math.max(seen.at, ...fresh.map(({ at }) => at ?? 0))
      const ids = fresh.filter(({ at }) => at === newest).map(({ id }) => id)
      topic.seen = { at: newest, ids: newest === seen.at ? [...seen.ids, ...ids].slice(-20) : ids.slice(-20) }
      const met = comments.some(({ at }) => at !== null && at < downTo)
      const before = topic.open?.anchor
      delete topic.open
      if (anchor && !met && anchor !== before) topic.open = { anchor, downTo, ids: known }
    }

    function toPost(topic: OkTopic, authors: OkParties): RawMessage {
      return {
        network: 'ok',
        externalId: `${gid}/${topic.id}`,
        kind: 'post',
        publishedAt: topic.at === null ? null : new Date(topic.at),
        text: topic.text,
        url: `https://ok.ru/group/${gid}/topic/${topic.id}`,
        author: authorOf(topic.author, null, authors),
        group: rawGroupOf(cursor.group),
      }
    }

    function authorOf(ref: string | null, name: string | null, authors: OkParties): RawAuthor | null {
      if (ref === null) return null
      if (ref === `group:${gid}`) {
        const { externalId, name: title, avatar, link } = cursor.group
        return { externalId, name: title, avatar, url: link }
      }
      const [kind, id = ''] = ref.split(':')
      return (
        authors.get(ref) ?? {
          externalId: id,
          name: name ?? id,
          url: `https://ok.ru/${kind === 'group' ? 'group' : 'profile'}/${id}`,
        }
      )
    }
  }
}

const isUnread = ({ open, told, comments }: Followed): boolean =>
  open !== undefined || (told !== undefined && told.comments > comments)
