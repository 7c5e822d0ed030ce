/** Any address of the web may have a feed; this is asked after all networks that know their own. */
import type { PastedLink, ReadLink } from '../shared/adapter.ts'

/** Networks with no feeds worth the name, whose adapters are asked before. */
const others =
  /(^|\.)(youtube\.com|youtu\.be|vk\.com|vk\.ru|vkontakte\.ru|t\.me|telegram\.me|telegram\.org|ok\.ru|odnoklassniki\.ru|bsky\.app)$/
/** What tells where a reader came from, and nothing of the page. */
const traces = /^(utm_\w+|yclid|ysclid|gclid|fbclid|_openstat|sid|phpsessid|jsessionid)$/i

export function readRssLink({ url }: PastedLink): ReadLink | null {
  if (!url || !/^https?:$/.test(url.protocol) || others.test(url.hostname)) return null
  return { status: 'found', key: livejournalFeed(url) ?? normalAddress(url) }
}

/** Two spellings of one address are the same key. What a site may read out of an address stays in it. */
export function normalAddress(given: URL): string {
  const url = new URL(given)
  url.username = ''
  url.password = ''
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  const found = [...url.searchParams.keys()].filter((name) => traces.test(name))
  for (const name of found) url.searchParams.delete(name)
  return url.href
}

/** Every page of a journal belongs to one feed. Its name stands in the host, with a hyphen for what is `_` elsewhere. */
export function livejournalFeed({ hostname, pathname }: URL): string | null {
  const found = /^(?:([\w-]+)\.)?livejournal\.com$/.exec(hostname)
  if (!found) return null
  const [first = '', second = ''] = pathname.split('/').filter(Boolean)
  const name = nameOf(found[1], first, second).toLowerCase()
  if (notJournals.has(name) || !/^[\w-]+$/.test(name)) return null
  // A name that begins or ends with `_` is no host and stays in the path.
  if (/^[_-]|[_-]$/.test(name)) return `https://users.livejournal.com/${name.replaceAll('-', '_')}/data/atom`
  return `https://${name.replaceAll('_', '-')}.livejournal.com/data/atom`
}

function nameOf(host: string | undefined, first: string, second: string): string {
  if (host === 'users' || host === 'community') return first
  if (host !== undefined) return host
  if (first === 'users' || first === 'community') return second
  return first.startsWith('~') ? first.slice(1) : ''
}

const notJournals = new Set(['api', 'atom', 'files', 'ic', 'img', 'l-files', 'l-stat', 'mobile', 'pics', 'status'])

export const isLivejournal = (url: URL): boolean =>
  url.hostname === 'livejournal.com' || url.hostname.endsWith('.livejournal.com')
