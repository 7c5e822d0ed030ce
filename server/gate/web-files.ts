/** The built web: its files, and the documents of its pages. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPublic, pages as paths, type PageName } from '../../contract/pages.ts'
import type { Config } from '../config/config.ts'
import { escape } from '../kit/mail/look.ts'
import { clientAddress } from './client-address.ts'
import { sessionCookieName } from './cookies.ts'
import type { DrawnPage } from './public-pages/draw-page.ts'
import { addressOf } from './public-pages/page-address.ts'
import type { PublicPages } from './public-pages/public-pages.ts'

const inBuild = (path: string): string => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url))
const webFolder = inBuild('web')

/** As the build wrote them (tools/web/documents.ts): for guests, for people with a session, and for pages that are drawn here. */
type Documents = Record<PageName, Record<'guest' | 'person', string> & { drawn?: string }>

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
  (method === 'GET' || method === 'HEAD') && !/^\/(api|auth)\//.test(url) && !/\.\w+($|\?)/.test(url)

/**
 * Sends the page of the asked address. To guests whole, where it is public; else the document in which a browser draws it. 404
 * when there is no such page, or nothing of the name that the address holds.
 */
export async function sendPage(
  { documents }: WebFiles,
  pages: PublicPages,
  config: Pick<Config, 'production' | 'trustProxy'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pathname, search } = new URL(request.url, 'http://page')
  const { name, rightly } = addressOf(request.url)
  reply.header('cache-control', 'no-cache').header('vary', 'cookie')
  if (rightly !== null) return reply.redirect(rightly + search, 301)
  const isGuest = request.cookies[sessionCookieName(config)] === undefined
  // Whether there is what its address names, a public page knows once it is drawn.
  const drawn =
    isGuest || paths[name].path.includes(':')
      ? await pages.find(request.url, clientAddress(request.headers, request.ip, config.trustProxy))
      : null
  // An address that it had before leads to the one it has now.
  if (drawn?.movedTo != null && drawn.movedTo !== pathname) return reply.redirect(drawn.movedTo + search, 301)
  if (!isPublic(name)) reply.header('x-robots-tag', 'noindex')
  reply.code(drawn?.status ?? (name === 'not-found' ? 404 : 200)).type('text/html; charset=utf-8')
  if (isGuest && drawn !== null) return sendDrawn(drawn, request, reply)
  const document = documents[name][isGuest ? 'guest' : 'person']
  return reply.send(drawn === null ? document : withTitle(document, drawn))
}

function sendDrawn({ bodies, etag }: DrawnPage, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('etag', etag).header('vary', 'cookie, accept-encoding')
  if (headers['if-none-match']?.split(/,\s*/).includes(etag) && reply.statusCode === 200) return reply.code(304).send()
  const accepted = String(headers['accept-encoding'] ?? '')
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bodies[encoding])
}

const withTitle = (document: string, { title }: DrawnPage): string =>
  document.replace(/<title data-first>[^<]*/, () => `<title data-first>${escape(title)}`)
