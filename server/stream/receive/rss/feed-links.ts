/** Where a feed says it goes on, what it calls itself, and the hub that notifies of its news. */
import { readJson } from '../shared/json.ts'

export interface FeedLinks {
  /** The next older page (RFC 5005, and JSON Feed's `next_url`). */
  olderPage: string | null
  /** Who notifies of news (WebSub), and as what they know the feed. */
  hub: string | null
  self: string | null
}

/** Longer ones are no one's. */
const MAX_ADDRESS = 2_000

/** What a feed says of itself stands before its first entry, or behind its last one. */
const aboutFeed = (text: string): string => {
  const first = text.search(/<(?:entry|item)[\s>]/i)
  if (first < 0) return text
  const end = Math.max(text.lastIndexOf('</entry>'), text.lastIndexOf('</item>'))
  return text.slice(0, first) + text.slice(Math.max(first, end))
}

/** Of relations that it does not name, null. */
export function readFeedLinks(text: string, address: string): FeedLinks {
  const { next, hub, self } = text.trimStart().startsWith('{') ? linksOfJson(text) : linksOfXml(aboutFeed(text))
  const older = wholeAddress(next, address)
  return {
    olderPage: older === address ? null : older,
    hub: wholeAddress(hub, address),
    self: ownAddress(self, address),
  }
}

/** Link headers (RFC 8288) say the same of a feed, and stand above what its text says. */
export function readHeaderLinks(header: string | null, address: string): Pick<FeedLinks, 'hub' | 'self'> {
  const links = (header ?? '').split(/,(?=\s*<)/).flatMap((link) => {
    const [, href, more = ''] = /^\s*<([^<>]*)>(.*)$/s.exec(link) ?? []
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(more)
    const rels = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/)
    return href === undefined ? [] : [{ href, rels }]
  })
  const hrefOf = (rel: string) => links.find(({ rels }) => rels.includes(rel))?.href
  return { hub: wholeAddress(hrefOf('hub'), address), self: ownAddress(hrefOf('self'), address) }
}

type WrittenLinks = Partial<Record<'next' | 'hub' | 'self', string>>

function linksOfJson(text: string): WrittenLinks {
  const feed = readJson(text) as { next_url?: unknown; feed_url?: unknown; hubs?: unknown } | null
  const hubs = Array.isArray(feed?.hubs) ? (feed.hubs as ({ type?: unknown; url?: unknown } | null)[]) : []
  const hub = hubs.find((each) => /^(websub|pubsubhubbub)$/i.test(String(each?.type)))?.url
  const found = { next: feed?.next_url, self: feed?.feed_url, hub }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'string'))
}

function linksOfXml(text: string): WrittenLinks {
  const tags = text.match(/<(?:\w+:)?link\b[^<>]{1,2000}>/gi) ?? []
  const hrefOf = (rel: string): string | undefined =>
    tags
      .filter((tag) => new RegExp(`\\srel\\s*=\\s*["']?${rel}["'\\s/>]`, 'i').test(tag))
      .flatMap((tag) => /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)?.slice(1).find(Boolean) ?? [])[0]
      ?.replace(/&(?:amp|#38|#x26);/gi, '&')
  // An archive before a page: its documents do not change while they are read.
  const found = { next: hrefOf('prev-archive') ?? hrefOf('next'), hub: hrefOf('hub'), self: hrefOf('self') }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** A hub compares what a feed calls itself letter by letter: a whole address stays as it is written. */
function ownAddress(written: string | undefined, base: string): string | null {
  const whole = wholeAddress(written, base)
  return whole !== null && written !== undefined && URL.canParse(written) ? written.trim() : whole
}

function wholeAddress(written: string | undefined, base: string): string | null {
  if (written === undefined || !URL.canParse(written, base)) return null
  const { protocol, href } = new URL(written, base)
  return /^https?:$/.test(protocol) && href.length <= MAX_ADDRESS ? href : null
}
