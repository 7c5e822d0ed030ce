/** The built web: its files, and the documents of its pages. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PageName } from '../../contract/pages.ts'

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
