/** Feeds of every kind of site: news, blogs, LiveJournal, forums. A link may lead to a feed or to a page that has one. */
import { HOUR } from '../../../kit/clock.ts'
import type { FoundGroup, GroupReader, HubOffer, NetworkAdapter, Reading, Time } from '../shared/adapter.ts'
import type { Fetch, NetworkAnswer } from '../shared/ask-network.ts'
import { rawGroupOf } from '../shared/raw-group.ts'
import { shortHash } from '../shared/short-hash.ts'
import type { RawMessage } from '../shared/source.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import { openAskSite, type AskSite } from './ask-site.ts'
import { openHubClient, type HubCallbacks } from './ask-hub.ts'
import type { DiscoveredPage } from './discover.ts'
import type { Feed, FeedItem } from './feed.ts'
import { readHeaderLinks } from './feed-links.ts'
import { askLater, continueGap, openGap, type FeedGap } from './older-pages.ts'
import { isLivejournal, livejournalFeed, normalAddress, readRssLink } from './link.ts'
import { parseFeedInThread, parsePageInThread } from './parse-in-thread.ts'

export interface RssOptions {
  /** Asks no one but the open internet: the addresses are what people gave us. */
  fetch: Fetch
  time: Time
  /** Who we are, with an address to complain to. */
  userAgent: string
  /** Milliseconds for one answer. */
  timeout?: number
  /** Milliseconds for parsing one answer. */
  parseWithin?: number
  /** Null: hubs can not reach us, and feeds are only polled. */
  hubs?: HubCallbacks | null
}

export interface FeedCursor {
  /** For the next conditional question. */
  etag: string | null
  modified: string | null
  /** Milliseconds: the site wants to be left alone until then, and for this long after each answer. */
  restsUntil: number
  rest: number
  /** Milliseconds: nothing older is wanted. */
  from: number
  /** What stands for the feed where it has no image of its own. */
  icon: string | null
  /** Of what is in the feed now: the key and the text of each, shortened. */
  seen: [key: string, text: string][]
  /** More came than the feed holds, and older pages of it are still to be read. */
  gap?: FeedGap
}

/** Of a longer feed only the newest are looked at. */
const MOST_ITEMS = 200
const LONGEST_REST = 6 * HOUR
/** Of the addresses where a feed may be. */
const MOST_TRIES = 10

export function rssAdapter({ fetch, time, userAgent, timeout, parseWithin, hubs = null }: RssOptions): NetworkAdapter {
  const asking = { fetch, userAgent, ...(timeout === undefined ? {} : { timeout }) }
  const site = new Site(openAskSite({ ...asking, time }), parseWithin)
  return {
    network: 'rss',
    readLink: readRssLink,
    resolve: (key, signal) => resolve(site, key, signal),
    groups: feedReader(site, time),
    search: null,
    streams: [],
    ...(hubs && { hubs: openHubClient(asking, hubs) }),
  }
}

async function resolve(site: Site, key: string, signal: AbortSignal): Promise<FoundGroup> {
  if (!URL.canParse(key)) throw new NetworkError('bad-request', 'no address')
  const answer = await site.askAnyhow(new URL(key), signal)
  const given = await site.feedOf(answer)
  if (given) return groupOf(given, answer.url, await site.iconOf(given, answer.url, signal))
  const journal = livejournalFeed(new URL(answer.url))
  const page = await site.pageOf(answer)
  const places = [...(journal ? [journal] : []), ...page.named, ...page.usual].filter((place) => place !== answer.url)
  let failure: unknown
  for (const place of [...new Set(places)].slice(0, MOST_TRIES)) {
    const found = await site.askFeed(place, signal).catch((error: unknown) => {
      if (!isNetworkError(error, 'temporary') || isTimeout(error) || signal.aborted) throw error
      // Some sites break at addresses they do not know; one that the page names may be broken just now.
      if (page.named.includes(place)) failure ??= error
      return null
    })
    if (found)
      return groupOf(
        found.feed,
        found.url,
        found.feed.image ?? (journal ? await site.iconOf(found.feed, found.url, signal) : page.icon),
      )
  }
  throw failure ?? new NetworkError('bad-request', `${new URL(answer.url).host} has no feed`)
}

function feedReader(site: Site, time: Time): GroupReader<FeedCursor> {
  return {
    callsPerRead: 1,
    allowance: () => ({ perSecond: 10, perDay: null }),
    async read({ externalId, hasNews = false }, last, since, signal): Promise<Reading<FeedCursor>> {
      const now = time.now()
      if (last?.gap && last.gap.askAt <= now.getTime())
        return readOlderPage(site, externalId, last, last.gap, now, signal)
      // No site rests for longer; a clock that went wrong and was set right would have it so.
      if (last && !hasNews && last.restsUntil > now.getTime() && last.restsUntil <= now.getTime() + LONGEST_REST)
        return { messages: [], cursor: last, more: false }
      const answer = await site.ask(externalId, signal, {
        ...(last?.etag ? { 'if-none-match': last.etag } : {}),
        ...(last?.modified ? { 'if-modified-since': last.modified } : {}),
      })
      if (answer.status === 304 && last)
        return { messages: [], cursor: { ...last, restsUntil: restsUntil(answer, last.rest, now) }, more: false }
      const feed = await site.feedOf(answer)
      // A page of excuses, or half a feed: it may be whole the next time.
      if (!feed) throw new NetworkError('temporary', `${new URL(externalId).host}: no feed came`)
      const icon = last ? last.icon : await site.iconOf(feed, externalId, signal)
      const group = groupOf(feed, externalId, feed.image ?? icon)
      const items = newestOf(feed.items)
      const cursor: FeedCursor = {
        etag: answer.headers.get('etag'),
        modified: answer.headers.get('last-modified'),
        restsUntil: restsUntil(answer, feed.restsFor ?? 0, now),
        rest: feed.restsFor ?? 0,
        from: last?.from ?? since.getTime(),
        icon,
        seen: items.map((item) => [shortHash(item.key), shortHash(item.text)]),
      }
      const gap = gapBelow(feed.olderPage, items, last)
      if (gap) cursor.gap = gap
      return {
        messages: fresh(items, last, cursor.from).map((item) => messageOf(item, group, last, now)),
        cursor,
        more: gap !== undefined && gap.askAt <= now.getTime(),
        group,
        hub: hubOf(answer, feed),
      }
    },
  }
}

/** Secrets are given to hubs: none is asked that others can listen in on. Where a feed has no name for itself, it is known by its address. */
function hubOf({ headers, url }: NetworkAnswer, feed: Feed): HubOffer | null {
  const named = readHeaderLinks(headers.get('link'), url)
  const hub = named.hub ?? feed.hub
  return hub?.startsWith('https:') ? { hub, topic: named.self ?? feed.self ?? url } : null
}

/** Nothing of what was known is in the feed any more: there may be more between, and the feed may say where. */
function gapBelow(page: string | null, items: FeedItem[], last: FeedCursor | null): FeedGap | undefined {
  const edge = last?.seen.map(([key]) => key) ?? []
  const known = new Set(edge)
  if (edge.length === 0 || items.length === 0 || items.some(({ key }) => known.has(shortHash(key)))) return last?.gap
  return page === null ? last?.gap : openGap(page, edge, last?.gap)
}

/** When the page does not come, the newest are read at once, and it is asked for later. */
async function readOlderPage(
  site: Site,
  address: string,
  last: FeedCursor,
  gap: FeedGap,
  now: Date,
  signal: AbortSignal,
): Promise<Reading<FeedCursor>> {
  const { gap: _, ...rest } = last
  const after = (next: FeedGap | null): FeedCursor => (next ? { ...rest, gap: next } : rest)
  const later = (): Reading<FeedCursor> => {
    const next = askLater(gap, now.getTime())
    const suspicion = `${new URL(address).host} does not show an older page of its feed`
    return { messages: [], cursor: after(next), more: true, ...(next ? { suspicion } : {}) }
  }
  let feed: Feed | null
  try {
    feed = await site.feedOf(await site.ask(gap.page, signal))
  } catch (error) {
    if (signal.aborted || !isNetworkError(error)) throw error
    return later()
  }
  if (!feed) return later()
  const group = groupOf(feed, address, feed.image ?? last.icon)
  const items = newestOf(feed.items)
  const known = new Set([...gap.edge, ...last.seen.map(([key]) => key)])
  const unknown = items.filter(({ key }) => !known.has(shortHash(key)))
  const recent = unknown.filter(({ publishedAt }) => !publishedAt || publishedAt.getTime() >= last.from)
  const next =
    recent.length === 0 && unknown.length > 0
      ? null
      : continueGap(
          gap,
          items.map(({ key }) => shortHash(key)),
          feed.olderPage,
        )
  return {
    messages: recent.filter(({ text }) => text !== '').map((item) => messageOf(item, group, last, now)),
    cursor: after(next),
    more: next !== null,
  }
}

/** What is asked of sites, in the ways in which they have to be asked, and what their answers say. */
class Site {
  readonly ask: AskSite
  readonly #parseWithin: number | undefined

  constructor(ask: AskSite, parseWithin?: number) {
    this.ask = ask
    this.#parseWithin = parseWithin
  }

  feedOf(answer: NetworkAnswer): Promise<Feed | null> {
    return parseFeedInThread(toParse(answer), this.#parseWithin)
  }

  pageOf(answer: NetworkAnswer): Promise<DiscoveredPage> {
    return parsePageInThread(toParse(answer), this.#parseWithin)
  }

  /** Links are given as https and without `www.`; some sites know only the other spelling. */
  async askAnyhow(url: URL, signal: AbortSignal): Promise<NetworkAnswer> {
    const spellings = [url.host, `www.${url.host}`].flatMap((host) =>
      ['https:', 'http:'].map((protocol) => `${protocol}//${host}${url.pathname}${url.search}`),
    )
    const usable =
      isLivejournal(url) || /^[\d.]+(:|$)|^\[/.test(url.host)
        ? [url.href, url.href.replace(/^https:/, 'http:')]
        : spellings
    let failure: unknown
    for (const address of url.protocol === 'http:' ? [url.href] : usable) {
      try {
        return await this.ask(address, signal)
      } catch (error) {
        // Answers are answers, and silence would be as long the next time.
        if (!isNetworkError(error, 'temporary') || error.cause === undefined || signal.aborted || isTimeout(error))
          throw error
        failure ??= error
      }
    }
    if (isNetworkError(failure) && isNobodyThere(failure))
      throw new NetworkError('not-found', failure.message, { cause: failure })
    throw failure
  }

  async askFeed(address: string, signal: AbortSignal): Promise<{ feed: Feed; url: string } | null> {
    try {
      const answer = await this.ask(address, signal)
      const feed = await this.feedOf(answer)
      return feed && { feed, url: answer.url }
    } catch (error) {
      if (isNetworkError(error, 'not-found', 'access-denied', 'bad-request')) return null
      throw error
    }
  }

  /** Asked once for a feed. What stands for a site is no reason to go without its messages. */
  async iconOf(feed: Feed, address: string, signal: AbortSignal): Promise<string | null> {
    if (feed.image) return feed.image
    try {
      // A journal's picture is in its other feed.
      if (isLivejournal(new URL(address)))
        return (await this.feedOf(await this.ask(address.replace(/atom$/, 'rss'), signal)))?.image ?? null
      const answer = await this.ask(feed.link, signal)
      return (await this.pageOf(answer)).icon
    } catch (error) {
      if (signal.aborted || !isNetworkError(error)) throw error
      return null
    }
  }
}

const toParse = ({ bytes, headers, url }: NetworkAnswer) => ({
  bytes,
  contentType: headers.get('content-type'),
  address: url,
})

function groupOf({ name, kind, link }: Feed, address: string, avatar: string | null): FoundGroup {
  return { externalId: normalAddress(new URL(address)), kind, name, avatar, followers: null, link }
}

/** Those without a date stay where the feed has them. */
function newestOf(items: FeedItem[]): FeedItem[] {
  const each = [...new Map(items.map((item) => [item.key, item])).values()]
  if (each.length <= MOST_ITEMS) return each
  return each
    .toSorted((a, b) => (b.publishedAt?.getTime() ?? Infinity) - (a.publishedAt?.getTime() ?? Infinity) || 0)
    .slice(0, MOST_ITEMS)
}

/**
 * New and changed ones. At the first reading those without a date count as read: no one could tell last year's from today's,
 * and all of them would be shown as just written.
 */
function fresh(items: FeedItem[], last: FeedCursor | null, from: number): FeedItem[] {
  const seen = new Map(last?.seen)
  return items.filter(({ key, text, publishedAt }) => {
    if (text === '' || (publishedAt ? publishedAt.getTime() < from : !last)) return false
    return seen.get(shortHash(key)) !== shortHash(text)
  })
}

function messageOf(
  { key, text, url, author, publishedAt, updatedAt, isReply }: FeedItem,
  group: FoundGroup,
  last: FeedCursor | null,
  now: Date,
): RawMessage {
  const wasSeen = last?.seen.some(([seen]) => seen === shortHash(key)) ?? false
  const changedAt = updatedAt && (!publishedAt || updatedAt > publishedAt) ? updatedAt : now
  return {
    network: 'rss',
    // Forums number their entries, so a key means something only within its feed.
    externalId: `${group.externalId}#${key}`,
    kind: isReply ? 'comment' : 'post',
    publishedAt,
    text,
    url: url ?? group.link,
    author: author && {
      externalId: author.url ?? `${new URL(group.link).hostname}/${author.name}`,
      name: author.name,
      avatar: author.avatar,
      url: author.url,
    },
    group: rawGroupOf(group),
    ...(wasSeen ? { editedAt: changedAt } : {}),
  }
}

/** What the site asks for, in whichever way it says it. */
function restsUntil({ headers }: NetworkAnswer, rest: number, now: Date): number {
  const age = /(?:^|[,\s])max-age=(\d+)/i.exec(headers.get('cache-control') ?? '')?.[1]
  return now.getTime() + Math.min(LONGEST_REST, Math.max(rest, Number(age ?? 0) * 1000))
}

const causesOf = (error: unknown): unknown[] =>
  error instanceof Error && error.cause !== undefined ? [error.cause, ...causesOf(error.cause)] : []
const isTimeout = (error: NetworkError): boolean =>
  causesOf(error).some((cause) => cause instanceof Error && cause.name === 'TimeoutError')
const isNobodyThere = (error: NetworkError): boolean =>
  causesOf(error).some((cause) => /^E(NOTFOUND|NODATA)$/.test(String((cause as { code?: unknown }).code)))
