/** Feeds of every format -> one shape: names and texts as a person reads them, addresses whole. */
import { createHash } from 'node:crypto'
import { load } from 'cheerio'
import { parseFeed, type AtomFeed, type JsonFeed, type RdfFeed, type RssFeed } from 'feedsmith'
import type { SourceKind } from '../../../../contract/networks.ts'
import { plainText } from '../shared/plain-text.ts'
import { cutFeed, MOST_ITEMS } from './cut-feed.ts'
import { readFeedLinks, type FeedLinks } from './feed-links.ts'
import { isLivejournal } from './link.ts'
import { readDate } from './read-date.ts'

export interface Feed extends Shown, FeedLinks {}

interface Shown {
  name: string
  kind: SourceKind
  /** The site it belongs to. */
  link: string
  image: string | null
  /** Milliseconds for which it does not change, as it says itself. */
  restsFor: number | null
  items: FeedItem[]
}

export interface FeedItem {
  /** Names it within its feed. */
  key: string
  title: string
  text: string
  url: string | null
  author: { name: string; url: string | null; avatar: string | null } | null
  publishedAt: Date | null
  updatedAt: Date | null
  /** An answer to another entry. */
  isReply: boolean
}

type When = Date | null
const parse = (text: string) => parseFeed(text, { maxItems: MOST_ITEMS, parseDateFn: readDate })

/** @returns null for what is no feed */
export function readFeed(whole: string, address: string): Feed | null {
  const shown = readShown(whole, address)
  return shown && { ...shown, ...readFeedLinks(whole, address) }
}

function readShown(whole: string, address: string): Shown | null {
  const text = cutFeed(whole)
  if (text === null) return null
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(text)
  } catch {
    return null
  }
  switch (parsed.format) {
    case 'rss':
      return ofRss(parsed.feed, address)
    case 'atom':
      return isLivejournal(new URL(address))
        ? withPosters(ofAtom(parsed.feed, address), text)
        : ofAtom(parsed.feed, address)
    case 'rdf':
      return ofRdf(parsed.feed, address)
    case 'json':
      return ofJson(parsed.feed, address)
  }
}

function ofRss(feed: RssFeed.Feed<When>, address: string): Shown {
  const link = wholeAddress(feed.link, address) ?? new URL('/', address).href
  return {
    name: nameOf(feed.title, link),
    kind: 'site',
    link,
    image: wholeAddress(feed.image?.url ?? feed.itunes?.image, address),
    restsFor: feed.ttl === undefined ? null : feed.ttl * 60_000,
    items: (feed.items ?? []).map((item) => {
      const url = wholeAddress(
        item.link ?? item.atom?.links?.[0]?.href ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
        address,
      )
      const author = item.dc?.creators?.[0] ?? item.authors?.[0]?.name ?? item.itunes?.author
      return itemOf({
        id: item.guid?.value,
        url,
        title: item.title,
        html: item.content?.encoded ?? item.description,
        author: author
          ? { name: plainText(author), url: wholeAddress(item.authors?.[0]?.link, address), avatar: null }
          : null,
        published: item.pubDate ?? item.dc?.dates?.[0] ?? item.atom?.published,
        updated: item.atom?.updated,
        isReply: (item.thr?.inReplyTos?.length ?? 0) > 0,
      })
    }),
  }
}

function ofAtom(feed: AtomFeed.Feed<When>, address: string): Shown {
  const link = alternate(feed.links, address) ?? new URL('/', address).href
  return {
    name: nameOf(textOf(feed.title), link),
    kind: 'site',
    link,
    image: wholeAddress(feed.icon ?? feed.logo, address),
    restsFor: null,
    items: (feed.entries ?? []).map((entry) => {
      const author = entry.authors?.[0] ?? feed.authors?.[0]
      const body = entry.content?.value ? entry.content : entry.summary
      return itemOf({
        id: entry.id,
        url: alternate(entry.links, address),
        title: textOf(entry.title),
        ...(isText(body) ? { plain: body?.value } : { html: body?.value }),
        author: author?.name
          ? { name: plainText(author.name), url: wholeAddress(author.uri, address), avatar: null }
          : null,
        published: entry.published ?? entry.updated,
        updated: entry.updated,
        isReply: (entry.thr?.inReplyTos?.length ?? 0) > 0,
      })
    }),
  }
}

function ofRdf(feed: RdfFeed.Feed<When>, address: string): Shown {
  const link = wholeAddress(feed.link, address) ?? new URL('/', address).href
  return {
    name: nameOf(feed.title, link),
    kind: 'site',
    link,
    image: wholeAddress(feed.image?.url, address),
    restsFor: null,
    items: (feed.items ?? []).map((item) => {
      const author = item.dc?.creators?.[0]
      return itemOf({
        id: item.rdf?.about,
        url: wholeAddress(item.link, address),
        title: item.title,
        html: item.content?.encoded ?? item.description,
        author: author ? { name: plainText(author), url: null, avatar: null } : null,
        published: item.dc?.dates?.[0],
        updated: undefined,
        isReply: false,
      })
    }),
  }
}

function ofJson(feed: JsonFeed.Feed<When>, address: string): Shown {
  const link = wholeAddress(feed.home_page_url, address) ?? new URL('/', address).href
  return {
    name: nameOf(feed.title, link),
    kind: 'site',
    link,
    image: wholeAddress(feed.icon ?? feed.favicon, address),
    restsFor: null,
    items: (feed.items ?? []).map((item) => {
      const author = item.authors?.[0] ?? feed.authors?.[0]
      return itemOf({
        id: item.id,
        url: wholeAddress(item.url ?? item.external_url, address),
        title: item.title,
        html: item.content_html,
        plain: item.content_text ?? item.summary,
        author: author?.name
          ? { name: author.name, url: wholeAddress(author.url, address), avatar: wholeAddress(author.avatar, address) }
          : null,
        published: item.date_published,
        updated: item.date_modified,
        isReply: false,
      })
    }),
  }
}

interface RawItem {
  id: string | undefined
  url: string | null
  title: string | undefined
  html?: string | undefined
  plain?: string | undefined
  author: FeedItem['author']
  published: When | undefined
  updated: When | undefined
  isReply: boolean
}

function itemOf({ id, url, title = '', html, plain, author, published, updated, isReply }: RawItem): FeedItem {
  const name = plainText(title)
  const body = html === undefined ? (plain ?? '').trim() : plainText(html)
  return {
    key:
      id?.trim() ||
      url ||
      createHash('sha1')
        .update(`${name}\n${published?.toISOString() ?? body}`)
        .digest('hex'),
    title: name,
    text: joined(name, body),
    url,
    author: author?.name ? author : null,
    publishedAt: published ?? null,
    updatedAt: updated ?? null,
    isReply,
  }
}

/** Many engines take the beginning of a text for its title. */
function joined(title: string, body: string): string {
  const start = title.replace(/(\.\.\.|…)$/, '').trim()
  if (title === '' || body === '') return title || body
  return body.startsWith(start) ? body : `${title}\n\n${body}`
}

/** LiveJournal names the writer in words of its own, which matter in communities, and says what kind of journal it is. */
function withPosters(feed: Shown, text: string): Shown {
  const $ = load(text, { xml: true })
  const kind: SourceKind = $('lj\\:journal').attr('type') === 'community' ? 'community' : 'person'
  const posters = new Map(
    $('entry')
      .toArray()
      .map((entry) => [$(entry).children('id').text().trim(), $(entry).children('lj\\:poster').attr('user')]),
  )
  const owner = $('lj\\:journal').attr('username')
  const items = feed.items.map((item) => {
    const user = posters.get(item.key) ?? (kind === 'person' ? owner : undefined)
    return user
      ? { ...item, author: { name: user, url: `https://${user.replaceAll('_', '-')}.livejournal.com/`, avatar: null } }
      : item
  })
  return { ...feed, kind, items }
}

const isText = (text: { type?: string } | undefined): boolean =>
  text?.type === undefined || text.type === 'text' || text.type === 'text/plain'

function textOf(title: AtomFeed.Text | undefined): string {
  if (!title) return ''
  // What is text may hold signs that mean something in HTML.
  return isText(title) ? title.value.replace(/&/g, '&amp;').replace(/</g, '&lt;') : title.value
}

const nameOf = (title: string | undefined, link: string): string =>
  plainText(title ?? '').replace(/\s+/g, ' ') || new URL(link).hostname

const alternate = (links: AtomFeed.Link<When>[] | undefined, base: string): string | null =>
  wholeAddress(
    (
      links?.find(({ rel, type }) => (rel ?? 'alternate') === 'alternate' && !/atom|rss|json/.test(type ?? '')) ??
      links?.find(({ rel }) => (rel ?? 'alternate') === 'alternate')
    )?.href,
    base,
  )

function wholeAddress(address: string | undefined, base: string): string | null {
  if (!address || !URL.canParse(address.trim(), base)) return null
  const url = new URL(address.trim(), base)
  return /^https?:$/.test(url.protocol) ? url.href : null
}
