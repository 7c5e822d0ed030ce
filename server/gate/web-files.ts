/** The built web: its files, and the documents of its pages. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ResultOf } from '../../contract/call.ts'
import { contract } from '../../contract/contract.ts'
import { findPage, tabTitle, type PageName } from '../../contract/pages.ts'
import { requestOf } from '../../contract/request.ts'
import type { Config } from '../config/config.ts'
import { escape } from '../kit/mail/look.ts'
import { askAs } from './ask-as.ts'
import { sessionCookieName } from './cookies.ts'

const inBuild = (path: string): string => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url))
const webFolder = inBuild('web')

/** As the build wrote them (tools/web/documents.ts): for guests, and for people with a session. */
type Documents = Record<PageName, Record<'guest' | 'person', string>>

export interface WebFiles {
  /** Of the scripts that stand in the documents, as a security policy names them. */
  scripts: string[]
  documents: Documents
}

/** Null: the web is not built. */
export function readWebFiles(): WebFiles | null {
  const path = inBuild('documents.json')
  if (!existsSync(path)) return null
  const documents = JSON.parse(readFileSync(path, 'utf8')) as Documents
  const texts = Object.values(documents).flatMap((of) => Object.values(of))
  const scripts = new Set(
    texts.flatMap((text) => [...text.matchAll(/<script>([^]*?)<\/script>/g)].map((found) => found[1] ?? '')),
  )
  const hash = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  return { scripts: [...scripts].map(hash), documents }
}

/**
 * Scripts, styles and letters are never a page of their own, and have no use for what is said of one: half a kilobyte for each. The service worker,
 * which stands at the root, is none of a page: it may do what its own answer allows.
 */
const PART_OF_PAGE = /\/assets\/.*\.(?:js|css|woff2)(?:\.br|\.gz)?$/
const ofPages = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

export async function serveWebFiles(app: FastifyInstance): Promise<void> {
  await app.register(serveStatic, {
    root: webFolder,
    index: false,
    // The build writes .br and .gz beside each file.
    preCompressed: true,
    // Names of built files carry a hash of their contents.
    setHeaders(reply, path) {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (PART_OF_PAGE.test(path)) for (const name of ofPages) reply.removeHeader(name)
    },
  })
}

/** Is it a page that is asked for, and not a call or a file? */
export const asksForPage = ({ method, url }: FastifyRequest): boolean =>
  method === 'GET' && !/^\/(api|auth)\//.test(url) && !/\.\w+($|\?)/.test(url)

/** Sends the document of the asked address: 404 when there is no such page, or no such category. */
export async function sendDocument(
  app: FastifyInstance,
  { documents }: WebFiles,
  config: Pick<Config, 'production' | 'trustProxy'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name, params } = findPage(new URL(request.url, 'http://page').pathname)
  const about = name === 'category' ? await askCategory(app, request, config, params.slug ?? '') : null
  const visitor = request.cookies[sessionCookieName(config)] === undefined ? 'guest' : 'person'
  // An address that the category had before leads to the one it has now.
  if (about?.slug != null && about.slug !== params.slug)
    return reply
      .header('cache-control', 'no-cache')
      .redirect(`/category/${about.slug}${new URL(request.url, 'http://page').search}`, 301)
  const document = documents[name][visitor]
  return reply
    .code(name === 'not-found' || about?.absent ? 404 : 200)
    .header('cache-control', 'no-cache')
    .header('vary', 'cookie')
    .type('text/html; charset=utf-8')
    .send(about?.title == null ? document : withTitle(document, about.title))
}

const withTitle = (document: string, title: string): string =>
  document.replace(/<title data-first>[^<]*/, () => `<title data-first>${escape(tabTitle(title))}`)

/** What the category is called, asked for as its page asks; null: that can't be said now. */
async function askCategory(
  app: FastifyInstance,
  request: FastifyRequest,
  config: Pick<Config, 'trustProxy'>,
  slug: string,
): Promise<{ absent: boolean; title: string | null; slug: string | null }> {
  const asked = requestOf(contract.categories.getCategory, { slug, page: 1 })
  const answer = await askAs<ResultOf<typeof contract.categories.getCategory>>(app, request, config, asked)
  if (answer.status === 'ok') return { absent: false, title: answer.result.category.name, slug: answer.result.slug }
  const absent = answer.code === 'CATEGORY_NOT_FOUND' || answer.code === 'VALIDATION_FAILED'
  return { absent, title: absent ? 'Такой категории нет' : null, slug: null }
}
