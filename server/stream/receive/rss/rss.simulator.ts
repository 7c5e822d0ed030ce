/**
 * A small web on this machine: sites by name, with pages and feeds in every format, conditional answers, and LiveJournal with
 * its rules for bots. `fetch` asks it as if its names were real, over real connections; anyone who starts it fills it.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import iconv from 'iconv-lite'
import type { Fetch } from '../shared/ask-network.ts'
import { openLocalServer, type LocalServer } from '../shared/local-server.simulator.ts'

interface SimulatedItem {
  id: string
  title: string
  html: string
  author?: string
  at: Date | null
  /** As it stands in the feed, in place of `at`. */
  date?: string
  updatedAt?: Date
}

export interface SimulatedFeed {
  address: string
  format: 'rss' | 'atom' | 'rdf' | 'json'
  title: string
  link: string
  image?: string
  encoding: string
  /** What the header says of it; null: nothing. */
  charset: string | null
  ttl?: number
  headers: Record<string, string>
  /** The feed shows no more than the newest of them. */
  window: number
  /** Older pages are behind `?page=`, named in the feed by this relation. */
  paged?: 'next' | 'prev-archive'
  /** They do not come. */
  olderBroken?: boolean
  /** Who notifies of its news, and what the feed calls itself there. */
  hub?: string
  self?: string
  items: SimulatedItem[]
  journal?: { user: string; type: 'personal' | 'community' }
}

export interface SimulatedPage {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}

/** What the next question to a site meets. */
type RssFault = SimulatedPage | 'silent' | 'broken' | 'half'

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const rfc822 = (item: SimulatedItem): string => item.date ?? item.at?.toUTCString() ?? ''

/** @param page 1: the newest */
function render(feed: SimulatedFeed, page: number): string {
  const sorted = feed.items.toSorted((a, b) => (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0))
  const items = sorted.slice((page - 1) * feed.window, page * feed.window)
  const older = feed.paged && sorted.length > page * feed.window ? `${feed.address}?a=b&page=${page + 1}` : null
  const named = { ...(older !== null && feed.paged && { [feed.paged]: older }), hub: feed.hub, self: feed.self }
  const links = (prefix: string): string =>
    Object.entries(named)
      .map(([rel, href]) => (href === undefined ? '' : `<${prefix}link rel="${rel}" href="${escape(href)}"/>`))
      .join('')
  const prolog = `<?xml version="1.0" encoding="${feed.encoding}"?>`
  const base = new URL(feed.link)
  switch (feed.format) {
    case 'json':
      return JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: feed.title,
        home_page_url: feed.link,
        icon: feed.image,
        next_url: older ?? undefined,
        feed_url: feed.self,
        hubs: feed.hub === undefined ? undefined : [{ type: 'WebSub', url: feed.hub }],
        items: items.map(({ id, title, html, author, at, updatedAt }) => ({
          id,
          url: new URL(id, base).href,
          title,
          content_html: html,
          authors: author ? [{ name: author }] : [],
          date_published: at?.toISOString(),
          date_modified: updatedAt?.toISOString(),
        })),
      })
    case 'atom': {
      const { journal } = feed
      return `${prolog}<feed xmlns="http://www.w3.org/2005/Atom" xmlns:lj="http://www.livejournal.org/rss/lj/1.0/"><id>urn:${escape(feed.link)}</id><title>${escape(feed.title)}</title>
        <link rel="alternate" type="text/html" href="${escape(feed.link)}"/>${links('')}${feed.image ? `<logo>${feed.image}</logo>` : ''}${journal ? `<lj:journal userid="1" username="${journal.user}" type="${journal.type}"/>` : ''}
        ${items
          .map(
            ({
              id,
              title,
              html,
              author,
              at,
              date,
              updatedAt,
            }) => `<entry><id>${escape(id)}</id><title>${escape(title)}</title><link rel="alternate" type="text/html" href="${journal ? `${feed.link}${id.split(':').at(-1)}.html` : new URL(id, base).href}"/>
          <published>${date ?? at?.toISOString() ?? ''}</published><updated>${(updatedAt ?? at)?.toISOString() ?? ''}</updated>${author ? (journal ? `<lj:poster user="${author}" userid="2"/>` : `<author><name>${escape(author)}</name></author>`) : ''}<content type="html">${escape(html)}</content></entry>`,
          )
          .join('\n')}</feed>`
    }
    case 'rdf':
      return `${prolog}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <channel rdf:about="${escape(feed.address)}"><title>${escape(feed.title)}</title><link>${escape(feed.link)}</link><description/></channel>
        ${items.map(({ id, title, html, author, at }) => `<item rdf:about="${new URL(id, base).href}"><title>${escape(title)}</title><link>${new URL(id, base).href}</link><description>${escape(html)}</description><dc:date>${at?.toISOString() ?? ''}</dc:date>${author ? `<dc:creator>${escape(author)}</dc:creator>` : ''}</item>`).join('\n')}</rdf:RDF>`
    case 'rss':
      return `${prolog}<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>${escape(feed.title)}</title><link>${escape(feed.link)}</link><description/>${links('atom:')}
        ${feed.ttl === undefined ? '' : `<ttl>${feed.ttl}</ttl>`}${feed.image ? `<image><url>${feed.image}</url><title/><link>${escape(feed.link)}</link></image>` : ''}
        ${items.map((item) => `<item><title>${escape(item.title)}</title><link>${escape(new URL(item.id, base).href)}</link><guid isPermaLink="false">${escape(item.id)}</guid>${rfc822(item) ? `<pubDate>${rfc822(item)}</pubDate>` : ''}${item.author ? `<dc:creator>${escape(item.author)}</dc:creator>` : ''}<description>cut</description><content:encoded><![CDATA[${item.html}]]></content:encoded></item>`).join('\n')}</channel></rss>`
  }
}

const types = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  rdf: 'application/rdf+xml',
  json: 'application/feed+json',
}

const isLiveJournal = (address: string): boolean => /(^|\.)livejournal\.com$/.test(new URL(address).hostname)

export async function startRssSimulator({ now }: { now: () => Date }): Promise<RssSimulator> {
  const local = await openLocalServer((request, response) => simulator.answer(request, response))
  const simulator = new RssSimulator(local, now)
  return simulator
}

export class RssSimulator {
  readonly url: string
  readonly asked: { address: string; status: number; headers: IncomingMessage['headers'] }[] = []
  /** Offences against the rules of LiveJournal. */
  readonly offences: string[] = []
  readonly faults: RssFault[] = []

  readonly #local: LocalServer
  readonly #now: () => Date
  readonly #pages = new Map<string, SimulatedPage | SimulatedFeed>()
  /** Hosts that are gone. */
  readonly #closed = new Set<string>()
  #made = 0
  /** Times of the calls of LiveJournal within the last second. */
  #journalCalls: number[] = []
  #journalsAtOnce = 0

  constructor(local: LocalServer, now: () => Date) {
    this.url = local.url
    this.#local = local
    this.#now = now
  }

  /** Bound, to be handed on by itself. */
  readonly fetch: Fetch = async (asked, init) => {
    let address = asked
    for (let hop = 0; hop <= 5; hop++) {
      if (!this.#isKnown(address))
        throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${address.hostname}`), { code: 'ENOTFOUND' })
      const headers = new Headers(init.headers)
      headers.set('x-asked-address', address.href)
      const response = await fetch(this.url, { ...init, headers, redirect: 'manual' })
      const location = response.headers.get('location')
      Object.defineProperty(response, 'url', { value: address.href })
      if (response.status < 300 || response.status > 399 || !location) return response
      address = new URL(location, address)
    }
    throw new Error('too many redirects')
  }

  page(address: string, page: SimulatedPage | string): void {
    this.#pages.set(new URL(address).href, typeof page === 'string' ? { body: page } : page)
  }

  addFeed(address: string, given: Partial<SimulatedFeed> = {}): SimulatedFeed {
    const feed: SimulatedFeed = {
      address: new URL(address).href,
      format: 'rss',
      title: 'Лента',
      link: new URL('/', address).href,
      encoding: 'utf-8',
      charset: 'utf-8',
      headers: {},
      window: 25,
      items: [],
      ...given,
    }
    this.#pages.set(feed.address, feed)
    return feed
  }

  addJournal(user: string, type: 'personal' | 'community' = 'personal'): SimulatedFeed {
    const link = `https://${user.replaceAll('_', '-')}.livejournal.com/`
    this.#pages.set(`${link}data/rss`, {
      headers: { 'content-type': 'text/xml; charset=utf-8' },
      body: `<?xml version="1.0"?><rss version="2.0"><channel><title>${user}</title><link>${link}</link><image><url>https://l-userpic.livejournal.com/1/${user}</url><title/><link>${link}</link></image></channel></rss>`,
    })
    return this.addFeed(`${link}data/atom`, {
      format: 'atom',
      title: `Журнал ${user}`,
      link,
      journal: { user, type },
    })
  }

  post(feed: SimulatedFeed, given: Partial<SimulatedItem> & { html: string }): SimulatedItem {
    const number = ++this.#made
    const id = feed.journal ? `urn:lj:livejournal.com:atom1:${feed.journal.user}:${number}` : `/post/${number}`
    const item = { id, title: '', at: this.#now(), ...given }
    feed.items.push(item)
    return item
  }

  delete(feed: SimulatedFeed, item: SimulatedItem): void {
    feed.items.splice(feed.items.indexOf(item), 1)
  }

  /** All its addresses are gone for good. */
  closeSite(host: string): void {
    this.#closed.add(host)
  }

  close(): Promise<void> {
    return this.#local.close()
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const address = String(request.headers['x-asked-address'])
    if (isLiveJournal(address)) {
      this.#journalsAtOnce += 1
      response.once('close', () => (this.#journalsAtOnce -= 1))
    }
    const offence = this.#offenceOf(address, request.headers)
    if (offence) this.offences.push(offence)
    const fault = this.faults.shift()
    const given = offence
      ? { status: 403, body: 'Bots, see /bots' }
      : typeof fault === 'object'
        ? fault
        : this.#find(address, request.headers)
    this.asked.push({ address, status: given.status ?? 200, headers: request.headers })
    if (fault === 'silent') return
    if (fault === 'broken') return void response.destroy()
    send(response, given, fault === 'half')
  }

  #isKnown({ origin, host }: URL): boolean {
    return this.#closed.has(host) || [...this.#pages.keys()].some((address) => new URL(address).origin === origin)
  }

  #find(address: string, headers: IncomingMessage['headers']): SimulatedPage {
    if (this.#closed.has(new URL(address).host)) return { status: 410, body: 'Gone' }
    const asked = new URL(address)
    const page = Number(asked.searchParams.get('page') ?? 1)
    const found = this.#pages.get(page > 1 ? asked.origin + asked.pathname : address)
    if (!found || (page > 1 && !('items' in found && found.paged)))
      return { status: 404, body: '<html><body>Не найдено</body></html>' }
    if (page > 1 && 'items' in found && found.olderBroken) return { status: 502, body: 'Bad gateway' }
    return 'items' in found ? answerFeed(found, page, headers) : found
  }

  #offenceOf(address: string, headers: IncomingMessage['headers']): string | null {
    if (!isLiveJournal(address)) return null
    const moment = this.#now().getTime()
    this.#journalCalls = [...this.#journalCalls.filter((at) => at > moment - 1000), moment]
    if (!/\S+@\S+/.test(headers['user-agent'] ?? '')) return 'no address to write to'
    if (this.#journalCalls.length > 5) return 'more than five a second'
    return this.#journalsAtOnce > 1 ? 'several at once' : null
  }
}

function answerFeed(feed: SimulatedFeed, page: number, asked: IncomingMessage['headers']): SimulatedPage {
  const body = iconv.encode(render(feed, page), feed.encoding)
  const etag = `"${createHash('sha1').update(body).digest('hex').slice(0, 10)}"`
  const headers = {
    etag,
    ...feed.headers,
    'content-type': `${types[feed.format]}${feed.charset === null ? '' : `; charset=${feed.charset}`}`,
  }
  return asked['if-none-match'] === etag ? { status: 304, headers } : { headers, body }
}

function send(response: ServerResponse, { status = 200, headers, body = '' }: SimulatedPage, half: boolean): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
  response.end(half ? bytes.subarray(0, bytes.length / 2) : bytes)
}
