/** Where a page keeps its feeds: what it says itself, then what the common engines of forums and blogs have. */
import { load } from 'cheerio'

export interface DiscoveredPage {
  /** Addresses of feeds the page names, the one that brings most first. */
  named: string[]
  /** Addresses its engine is known to have them at. */
  usual: string[]
  icon: string | null
}

const feedTypes = /^(application\/(rss\+xml|atom\+xml|rdf\+xml|feed\+json|json)|text\/xml|application\/xml)/i

const MOST_TAGS = 5_000
/** What tells of feeds stands at the beginning. */
const MOST_LETTERS = 512 * 1024

export function readPageOf(page: string, address: string): DiscoveredPage {
  const html = page.slice(0, MOST_LETTERS)
  const $ = load(tagsOf(html))
  const base = whole($('base[href]').attr('href'), address) ?? address
  const named = $('link[rel~="alternate" i][href], a[rel~="alternate" i][href], link[rel~="feed" i][href]')
    .toArray()
    .filter((link) => feedTypes.test($(link).attr('type') ?? ''))
    // WordPress names its calls in the same way.
    .filter((link) => !/oembed|wp-json|sitemap|opensearch/i.test($(link).attr('href') ?? ''))
    .flatMap((link) => {
      const found = whole($(link).attr('href'), base)
      return found ? [{ found, worth: worthOf(found, $(link).attr('title') ?? '') }] : []
    })
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ found }) => found)
  const icon = whole(
    $('link[rel~="apple-touch-icon" i]').attr('href') ??
      $('link[rel~="icon" i]').attr('href') ??
      $('meta[property="og:image"]').attr('content'),
    base,
  )
  return { named: [...new Set(named)], usual: usualFeeds(html, new URL(address)), icon }
}

/**
 * The tags that tell of feeds, side by side: a tree of the whole page would cost as much as anyone who wrote it likes, by nesting
 * deep.
 */
function tagsOf(html: string): string {
  const found = html.match(/<(?:link|base|meta|a)\b[^<>]{0,2000}>/gi) ?? []
  return found
    .slice(0, MOST_TAGS)
    .map((tag) => (/^<a/i.test(tag) ? `${tag}</a>` : tag))
    .join('')
}

/** A feed of all posts brings more than one of new topics; one of comments alone leaves out what they are about. */
function worthOf(address: string, title: string): number {
  if (
    /\/posts\.(rss|json)|[?&]mode=posts|all posts|latest posts|все сообщения|новые сообщения/i.test(
      `${address} ${title}`,
    )
  )
    return 1
  return /comments?([/?.]|$)|комментари/i.test(`${address} ${title}`) ? -1 : 0
}

/** By what their pages have in common. Their own page says which part of the forum is meant; the feed of all comes after it. */
const engines: { marks: RegExp; feeds: (url: URL, root: string) => (string | null)[] }[] = [
  {
    marks: /name="generator"[^<>]{0,200}discourse|data-discourse|discourse-assets/i,
    feeds: (url) => [
      at(/^\/(c|t|tag)\/.+/.exec(url.pathname), ([path]) => `${path.replace(/\/+$/, '')}.rss`),
      '/posts.rss',
      '/latest.rss',
    ],
  },
  {
    marks: /id="phpbb"|phpBB Limited|phpBB Group|Powered by phpBB/i,
    feeds: (url, root) => {
      const forum = url.searchParams.get('f')
      const topic = url.searchParams.get('t')
      return [
        topic && `${root}feed.php?t=${topic}`,
        topic && `${root}app.php/feed/topic/${topic}`,
        forum && `${root}feed.php?f=${forum}`,
        forum && `${root}app.php/feed/forum/${forum}`,
        `${root}feed.php?mode=posts`,
        `${root}feed.php`,
        `${root}app.php/feed`,
      ]
    },
  },
  {
    marks: /id="XF"|data-xf-init|XenForo/i,
    feeds: (url) => [
      at(/^(.*\/forums\/[^/]+)/.exec(url.pathname), ([path]) => `${path}/index.rss`),
      at(/^(.*\/)(?:forums|threads)\b/.exec(url.pathname), ([, root]) => `${root}forums/-/index.rss`),
      '/forums/-/index.rss',
    ],
  },
  {
    marks: /name="generator"[^<>]{0,200}vBulletin|vbulletin_global|Powered by vBulletin/i,
    feeds: (url, root) => {
      const forum = /[?&](?:f=)?(\d+)/.exec(url.search)?.[1]
      return [
        forum ? `${root}external.php?type=RSS2&forumids=${forum}&lastpost=1&count=50` : null,
        `${root}external.php?type=RSS2&lastpost=1&count=50`,
      ]
    },
  },
  {
    marks: /ipsLayout|ips_themes|Invision Community|IP\.Board|Invision Power/i,
    feeds: (url, root) => [
      at(/^(.*\/forum\/\d+-[^/]+)/.exec(url.pathname), ([path]) => `${path}.xml/`),
      at(/^(.*\/)(?:forum|topic)\/\d/.exec(url.pathname), ([, start]) => `${start}discover/all.xml/`),
      `${root}discover/all.xml/`,
      at(
        /showforum=(\d+)/.exec(url.search),
        ([, id]) => `${root}index.php?app=core&module=global&section=rss&type=forums&id=${id}`,
      ),
    ],
  },
  {
    marks: /SMF \d|Simple Machines|smf_theme_url/i,
    feeds: (url, root) => [
      at(
        /board[=,](\d+)/.exec(url.search),
        ([, board]) => `${root}index.php?action=.xml;type=rss2;board=${board}.0;limit=50`,
      ),
      `${root}index.php?action=.xml;type=rss2;sa=recent;limit=50`,
    ],
  },
]

const anywhere = ['/feed', '/rss', '/rss.xml', '/atom.xml', '/index.xml', '/feed.xml']

function usualFeeds(html: string, url: URL): string[] {
  const root = url.pathname.replace(/[^/]*$/, '')
  const found = engines.filter(({ marks }) => marks.test(html)).flatMap(({ feeds }) => feeds(url, root))
  return [...new Set([...found, ...anywhere].flatMap((path) => whole(path ?? undefined, url.href) ?? []))]
}

const at = (found: RegExpExecArray | null, write: (found: RegExpExecArray) => string): string | null =>
  found ? write(found) : null

function whole(address: string | undefined, base: string): string | null {
  if (!address || !URL.canParse(address, base)) return null
  const url = new URL(address, base)
  url.hash = ''
  return /^https?:$/.test(url.protocol) ? url.href : null
}
