/**
 * An account's own posts from the AppView: the days before it was watched, and now and then a look at whether the stream
 * missed anything. Other people's replies come with the stream only.
 */
import { DAY, HOUR } from '../../../kit/clock.ts'
import type { GroupReader, Reading, Time } from '../shared/adapter.ts'
import { asObject } from '../../../kit/as-object.ts'
import { asText, type Json } from '../shared/json.ts'
import type { RawMessage } from '../shared/source.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import type { AskAppView } from './app-view.ts'
import type { Profiles } from './profiles.ts'
import {
  authorOf,
  deletionOf,
  foundGroupOf,
  groupOf,
  messageOf,
  readPost,
  readProfile,
  readUri,
  uriOf,
  type Profile,
} from './shape.ts'

export interface AuthorFeedCursor {
  /** Everything up to it was read, in milliseconds of the feed's own order. */
  upTo: number
  /** What the AppView saw later than that was not there when it was read last; null at the first round. */
  seenUpTo: number | null
  /** The newest posts that were read: key and time, newest first. What should be among them and is not was deleted. */
  recent: [rkey: string, at: number][]
  /** A round that is not at its end: the feed's own cursor, and what the rest of this will be. */
  round: {
    at: string
    upTo: number
    seenUpTo: number
    newest: [rkey: string, at: number][]
    /** Known posts stood on its pages. */ met?: true
  } | null
  /** Since when the feed lacks all the posts that are known; in milliseconds. */
  suspectedSince?: number
}

const method = 'app.bsky.feed.getAuthorFeed'
const PAGE = 100
const MOST_RECENT = 50
const FOLLOWED_FOR = 7 * DAY
/** Posts appear in the feed later than the time they are ordered by, and out of the order in which they were seen. */
const LATE = 10 * 60_000
const UNORDERED = 10_000
/** So far back is read again when our clock is behind what it showed before. */
const SET_BACK = DAY
/** Posts that one call asks for by themselves. */
const MOST_CHECKS = 25
/** So long a feed is not believed that lacks everything that was known. */
const SUSPECTED_FOR = HOUR

interface Entry {
  rkey: string
  at: number
  seenAt: number
  message: RawMessage
}

interface Page {
  entries: Entry[]
  /** The time of the last thing on it, a repost perhaps; null on an empty page. */
  oldest: number | null
  next: string | null
  /** As the feed shows it, without its followers. */
  author: Profile | null
}

interface AuthorFeedOptions {
  ask: AskAppView
  pool: TokenPool
  profiles: Profiles
  time: Time
}

export function authorFeed({ ask, pool, profiles, time }: AuthorFeedOptions): GroupReader<AuthorFeedCursor> {
  return {
    callsPerRead: 1,
    allowance: () => pool.allowance(method),
    async read({ externalId: did }, cursor, since, signal): Promise<Reading<AuthorFeedCursor>> {
      const before = cursor ?? { upTo: since.getTime(), seenUpTo: null, recent: [], round: null }
      const page = await askPage(ask, did, before.round?.at ?? null, signal).catch((error: unknown) => {
        // A place in the feed that is no longer known: the next reading begins the round again.
        if (before.round && isNetworkError(error, 'bad-request')) return null
        throw error
      })
      if (!page) return { messages: [], cursor: { ...before, round: null }, more: false }
      await profiles.learn([did], signal)

      const compared = compare(before, page, time.now().getTime())
      const checked = await check(ask, did, compared.toCheck, signal)
      const isDisbelieved = shouldDisbelieve(before, compared, checked)
      const full = profiles.find(did)
      const profile = full ?? page.author
      return {
        messages: [
          ...compared.fresh.map(({ message }) => ({
            ...message,
            author: authorOf(did, profile),
            group: groupOf(did, profile),
          })),
          ...checked.gone.map((rkey) => deletionOf(did, rkey)),
        ],
        cursor: isDisbelieved
          ? // From the newest again the next time, down to what is known: nothing is taken for read.
            { ...before, round: null, suspectedSince: compared.suspectedSince }
          : nextCursor(before, compared, checked.gone),
        more: compared.next !== null,
        // The last page of an account that is read for the first time is often bare.
        ...(isDisbelieved && before.recent.length > 0
          ? { suspicion: `the feed of ${did} shows no posts where there were some` }
          : {}),
        ...(full ? { group: foundGroupOf(full) } : {}),
      }
    },
  }
}

async function askPage(ask: AskAppView, did: string, at: string | null, signal: AbortSignal): Promise<Page> {
  const params: [string, string][] = [
    ['actor', did],
    ['limit', String(PAGE)],
    ['filter', 'posts_with_replies'],
  ]
  if (at !== null) params.push(['cursor', at])
  return readPage(did, await ask(method, params, signal))
}

/** Those that are gone, and those that are there; neither when that is not reported just now. */
interface Checked {
  gone: string[]
  there: string[]
}

async function check(ask: AskAppView, did: string, rkeys: string[], signal: AbortSignal): Promise<Checked> {
  const asked = rkeys.slice(0, MOST_CHECKS)
  if (asked.length === 0) return { gone: [], there: [] }
  let answer: Json
  try {
    answer = await ask(
      'app.bsky.feed.getPosts',
      asked.map((rkey) => ['uris', uriOf(did, rkey)]),
      signal,
    )
  } catch (error) {
    if (!isNetworkError(error) || signal.aborted) throw error
    return { gone: [], there: [] }
  }
  if (!Array.isArray(answer.posts)) return { gone: [], there: [] }
  const found = new Set(answer.posts.map((post) => readUri(asObject(post)?.uri)?.rkey))
  return { gone: asked.filter((rkey) => !found.has(rkey)), there: asked.filter((rkey) => found.has(rkey)) }
}

/** A page beside what is known. */
interface Compared {
  fresh: Entry[]
  upTo: number
  seenUpTo: number
  /** Where the round goes on; null: the page is its end. */
  next: string | null
  /** Known posts stood on the pages of this round. */
  met: boolean
  /** Known ones should stand there, or at least what the page before promised; that is believed when it comes out so twice. */
  isSuspected: boolean
  /** It is too early to believe it. */
  isPatient: boolean
  suspectedSince: number
  /** What should stand there and does not. */
  toCheck: string[]
}

/** What is older than these was read. */
function floorsOf({ upTo, seenUpTo }: AuthorFeedCursor, now: number): { at: number; seenAt: number } {
  if (seenUpTo === null) return { at: upTo, seenAt: -Infinity }
  // Clocks that ran ahead were set right: by them no one knows what came since, and what is read twice is known by its key.
  if (seenUpTo > now) return { at: now - SET_BACK, seenAt: now - SET_BACK }
  return { at: upTo - LATE, seenAt: seenUpTo - UNORDERED }
}

function compare(before: AuthorFeedCursor, page: Page, now: number): Compared {
  const { recent, round } = before
  const floors = floorsOf(before, now)
  const known = new Set(recent.map(([rkey]) => rkey))
  // A page may be empty because of what is hidden in it: the place of a next one says that there is more.
  const meetsEdge = page.oldest !== null && page.oldest < floors.at
  const next = meetsEdge || page.next === round?.at ? null : page.next
  const met = round?.met === true || page.entries.some(({ rkey }) => known.has(rkey))
  const isBare = round !== null && page.oldest === null
  const isSuspected = next === null && !meetsEdge && !met && (recent.length > 0 || isBare)
  const suspectedSince = before.suspectedSince ?? now
  const isPatient =
    isSuspected && (recent.length > 0 ? now - suspectedSince < SUSPECTED_FOR : before.suspectedSince === undefined)
  const unseen = isSuspected ? recent.map(([rkey]) => rkey) : round ? [] : missing(recent, page)
  return {
    fresh: page.entries.filter(
      ({ rkey, at, seenAt }) => at >= floors.at && seenAt >= floors.seenAt && !known.has(rkey),
    ),
    upTo: Math.max(round?.upTo ?? before.upTo, ...page.entries.map(({ at }) => Math.min(at, now))),
    seenUpTo: Math.max(
      round?.seenUpTo ?? before.seenUpTo ?? before.upTo,
      ...page.entries.map(({ seenAt }) => Math.min(seenAt, now)),
    ),
    next,
    met,
    isSuspected,
    isPatient,
    suspectedSince,
    toCheck: isPatient ? [] : unseen,
  }
}

const shouldDisbelieve = (
  { recent }: AuthorFeedCursor,
  { isSuspected, isPatient }: Compared,
  { gone, there }: Checked,
): boolean => isSuspected && (isPatient || (recent.length > 0 && (gone.length === 0 || there.length > 0)))

function nextCursor(before: AuthorFeedCursor, compared: Compared, deleted: string[]): AuthorFeedCursor {
  const { fresh, upTo, seenUpTo, next, met, isSuspected, suspectedSince } = compared
  const left = before.recent.filter(([rkey]) => !deleted.includes(rkey))
  const newest = newestOf(
    [...(before.round?.newest ?? []), ...fresh.map(({ rkey, at }): [string, number] => [rkey, at])],
    upTo,
  )
  if (next !== null)
    return { ...before, recent: left, round: { at: next, upTo, seenUpTo, newest, ...(met ? { met } : {}) } }
  return {
    upTo,
    seenUpTo,
    recent: newestOf([...newest, ...left], upTo),
    round: null,
    // Not all of those that are gone may have been asked for yet.
    ...(isSuspected && left.length > 0 ? { suspectedSince } : {}),
  }
}

function newestOf(posts: AuthorFeedCursor['recent'], upTo: number): AuthorFeedCursor['recent'] {
  return posts
    .filter(([, at]) => at > upTo - FOLLOWED_FOR)
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, MOST_RECENT)
}

/** Of the posts that the newest page reaches back to, those that are not on it. */
function missing(recent: AuthorFeedCursor['recent'], { entries, oldest, next }: Page): string[] {
  const there = new Set(entries.map(({ rkey }) => rkey))
  const reaches = next === null ? -Infinity : (oldest ?? Infinity)
  return recent.filter(([rkey, at]) => at > reaches && !there.has(rkey)).map(([rkey]) => rkey)
}

function readPage(did: string, answer: Record<string, unknown>): Page {
  if (!Array.isArray(answer.feed)) throw new NetworkError('temporary', `${method} answered no feed`)
  const page: Page = { entries: [], oldest: null, next: asText(answer.cursor), author: null }
  for (const item of answer.feed) {
    const view = asObject(item)
    const post = asObject(view?.post)
    const reason = asObject(view?.reason)
    const indexedAt = Date.parse(asText(reason?.indexedAt) ?? asText(post?.indexedAt) ?? '')
    const name = readUri(post?.uri)
    if (!post || !name || Number.isNaN(indexedAt)) continue
    const content = readPost(name.did, name.rkey, post.record)
    const written = !reason && content?.createdAt ? content.createdAt.getTime() : indexedAt
    // The feed's order: as written, but no later than when it was seen.
    const at = Math.min(written, indexedAt)
    if (asText(reason?.$type) !== 'app.bsky.feed.defs#reasonPin') page.oldest = Math.min(page.oldest ?? Infinity, at)
    // Reposts and what is quoted around a reply are other people's.
    const author = readProfile(post.author)
    if (reason || !content || name.did !== did || author?.did !== did) continue
    page.author = author
    page.entries.push({ rkey: name.rkey, at, seenAt: indexedAt, message: messageOf(content, new Date(indexedAt)) })
  }
  return page
}
