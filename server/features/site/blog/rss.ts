/** The blog as RSS 2.0: the last articles, whole. */
import type { AppContext } from '../../../kit/context.ts'
import { selectPublished, showArticle } from './article-row.ts'

/** So many stand in it. */
const IN_FEED = 20

export async function writeRss({ db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>): Promise<string> {
  const site = config.siteUrl.replace(/\/$/, '')
  const rows = await selectPublished(db, clock.now())
    .orderBy('articles.publishedAt', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(IN_FEED)
    .execute()
  const articles = rows.map(showArticle)
  const changed = articles.map(({ changedAt }) => Date.parse(changedAt))
  const items = articles.map((article) => {
    const address = `${site}/blog/${article.slug}`
    return [
      '<item>',
      `<title>${escapeXml(article.title)}</title>`,
      `<link>${escapeXml(address)}</link>`,
      // It stays the same whatever becomes of the address.
      `<guid isPermaLink="false">${escapeXml(`${site}/blog#${article.id}`)}</guid>`,
      `<pubDate>${new Date(article.createdAt).toUTCString()}</pubDate>`,
      `<dc:creator>${escapeXml(article.author)}</dc:creator>`,
      ...article.tags.map((tag) => `<category>${escapeXml(tag)}</category>`),
      `<description>${escapeXml(article.excerpt)}</description>`,
      `<content:encoded>${escapeXml(withSite(article.content, site))}</content:encoded>`,
      '</item>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    '<title>Блог Эхолота</title>',
    `<link>${escapeXml(`${site}/blog`)}</link>`,
    '<description>Как находить клиентов в социальных сетях и отвечать первым</description>',
    '<language>ru</language>',
    `<atom:link href="${escapeXml(`${site}/blog/rss.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...(changed.length === 0 ? [] : [`<lastBuildDate>${new Date(Math.max(...changed)).toUTCString()}</lastBuildDate>`]),
    ...items,
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

/** Where it is read no address of ours is near: they are written whole. */
const withSite = (html: string, site: string): string =>
  html
    .replace(/ (href|src)="\/(?!\/)/g, ` $1="${site}/`)
    .replace(/ srcset="([^"]*)"/g, (_, sources: string) => ` srcset="${sources.replace(/(^|, )\//g, `$1${site}/`)}"`)
    .replace(/ href="#[^"]*"/g, '')

/** XML knows no control characters. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
