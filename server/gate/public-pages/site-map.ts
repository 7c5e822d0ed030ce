/** What search engines may know of the site: which addresses there are, and which they need not ask for. */
import type { FastifyInstance } from 'fastify'
import { isPublic, pages, type PageName } from '../../../contract/pages.ts'
import { MINUTE } from '../../kit/clock.ts'
import type { AppContext, PublicAddress } from '../../kit/context.ts'
import { marksOfVisits } from './page-address.ts'

/** More addresses than this no file of a sitemap may hold. */
const MOST = 50_000
/** So long one list is given away. In milliseconds. */
const FRESH = 5 * MINUTE

export function addSiteMap(app: FastifyInstance, ctx: AppContext): void {
  const { siteUrl } = ctx.config
  let listed: { at: number; files: Promise<string[]> } | null = null

  /** @returns a file, or several where there are more addresses than one may hold */
  function files(): Promise<string[]> {
    const now = ctx.clock.now().getTime()
    if (listed && now - listed.at < FRESH) return listed.files
    const made = listAddresses(ctx).then((all) => {
      const parts = Array.from({ length: Math.max(1, Math.ceil(all.length / MOST)) }, (_, part) =>
        all.slice(part * MOST, (part + 1) * MOST),
      )
      return parts.map((part) => siteMapOf(siteUrl, part))
    })
    listed = { at: now, files: made }
    // What failed is asked for again.
    made.catch(() => (listed = null))
    return made
  }

  app.get('/robots.txt', (_, reply) => reply.type('text/plain; charset=utf-8').send(robotsOf(siteUrl)))
  app.get('/sitemap.xml', async (_, reply) => {
    const all = await files()
    return reply.type('application/xml; charset=utf-8').send(all.length === 1 ? all[0] : indexOf(siteUrl, all.length))
  })
  app.get<{ Params: { part: string } }>('/sitemap-:part.xml', async ({ params }, reply) => {
    const file = (await files())[Number(params.part) - 1]
    return file === undefined ? reply.callNotFound() : reply.type('application/xml; charset=utf-8').send(file)
  })
}

/** Pages of one address by themselves, the others as their features list them. */
async function listAddresses(ctx: AppContext): Promise<PublicAddress[]> {
  const alone = (Object.keys(pages) as PageName[])
    .filter((name) => isPublic(name) && !pages[name].path.includes(':'))
    .map((name) => ({ path: pages[name].path, changedAt: null }))
  const listed = await Promise.all(ctx.hooks.publicAddresses.map((list) => list(ctx)))
  return [...alone, ...listed.flat()]
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1'

function siteMapOf(site: string, addresses: readonly PublicAddress[]): string {
  const lines = addresses.map(({ path, changedAt, image }) =>
    [
      `<url><loc>${escape(site + path)}</loc>`,
      changedAt && `<lastmod>${changedAt.toISOString()}</lastmod>`,
      image !== undefined && `<image:image><image:loc>${escape(site + image)}</image:loc></image:image>`,
      '</url>',
    ]
      .filter(Boolean)
      .join(''),
  )
  return `${HEAD}<urlset xmlns="${NAMESPACE}" xmlns:image="${IMAGES}">\n${lines.join('\n')}\n</urlset>\n`
}

function indexOf(site: string, count: number): string {
  const lines = Array.from({ length: count }, (_, at) => `<sitemap><loc>${site}/sitemap-${at + 1}.xml</loc></sitemap>`)
  return `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${lines.join('\n')}\n</sitemapindex>\n`
}

/** A robot heeds the one group that is meant for it the most: what is meant for all stands in both. */
function robotsOf(site: string): string {
  const rules = ['Disallow: /api/', 'Disallow: /auth/', 'Disallow: /feed', 'Allow: /']
  return [
    'User-agent: *',
    ...rules,
    '',
    'User-agent: Yandex',
    ...rules,
    `Clean-param: ${marksOfVisits.join('&')} /`,
    '',
    `Sitemap: ${site}/sitemap.xml`,
    '',
  ].join('\n')
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
