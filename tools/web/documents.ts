/**
 * The documents of the web: one for each page, for guests and for people who are signed in. Each names its title, fetches the
 * scripts and styles of its page together with those of all, and holds the shell of it (web/draw.tsx). A page that the
 * server draws whole (contract/pages.ts) has a third one, `drawn`, with two gaps for it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type InlineConfig, type Plugin, type Rollup } from 'vite'
import { documentGaps } from '../../contract/document-gaps.ts'
import { isDrawn, pages, sightOf, tabTitle, type PageName } from '../../contract/pages.ts'

export const visitors = ['guest', 'person'] as const
export type Visitor = (typeof visitors)[number]
export type Documents = Record<PageName, Record<Visitor, string> & { drawn?: string }>

type DrawFirstSight = (path: string, expected: Visitor) => Promise<string>

interface Paths {
  /** Of the web's sources. */
  web: string
  /** A file for all of them. */
  documents: string
  /** A folder for what draws pages; `draw.js` in it leads to the rest. */
  draw: string
}

/** @param config what the web is built with, without this plugin */
export function writeDocuments(config: InlineConfig, { web, documents, draw: drawing }: Paths): Plugin {
  return {
    name: 'documents',
    apply: 'build',
    // After Vite has written its own document.
    enforce: 'post',
    async generateBundle(_, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') throw new Error('the build wrote no index.html')
      // What the server sends is written below; a copy with nothing of a page in it would be one more way in.
      delete bundle['index.html']
      const draw = await buildDrawing(config, web, drawing)
      const written = {} as Documents
      const fromPublic = (name: string): string => readFileSync(join(web, 'public', name), 'utf8')
      const bare = withInlined(String(index.source), fromPublic('first-script.js'), fromPublic('loading.css'))
      const hydrateLater = inline(fromPublic('hydrate-later.js'))
      for (const name of Object.keys(pages) as PageName[]) {
        const head = links(bundle, name, bare)
        const fonts = fontsOf(bundle)
        written[name] = {
          guest: documentOf(bare, name, 'guest', head, fonts, await draw(pathOf(name), 'guest')),
          person: documentOf(bare, name, 'person', head, fonts, await draw(pathOf(name), 'person')),
          ...(isDrawn(name) && { drawn: withGaps(bare, head, fonts, hydrateLater) }),
        }
      }
      writeFileSync(documents, JSON.stringify(written))
    },
  }
}

/** An address of the page that no one has: what it draws depends on none. */
const pathOf = (name: PageName): string => pages[name].path.replace(/:\w+/g, '0').replace('*', '/0')

/** All that pages need goes into it: their libraries as they are in production, and only what is used of them. */
async function buildDrawing(config: InlineConfig, web: string, outDir: string): Promise<DrawFirstSight> {
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ...config.build,
      ssr: join(web, 'draw.tsx'),
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      minify: false,
    },
  })
  const { drawFirstSight } = (await import(pathToFileURL(join(outDir, 'draw.js')).href)) as {
    drawFirstSight: DrawFirstSight
  }
  return drawFirstSight
}

const withoutComments = (text: string): string =>
  text.replaceAll(/^\s*(\/\/.*)?\n/gm, '').replaceAll(/\/\*[^]*?\*\/\n?/g, '')
const inline = (script: string): string => `<script>\n${withoutComments(script)}</script>`

function withInlined(html: string, script: string, style: string): string {
  return html
    .replace(/<script src="\/first-script.js"><\/script>/, () => inline(script))
    .replace(
      /<link rel="stylesheet" href="\/loading.css" ?\/?>/,
      () => `<style>${withoutComments(style).replaceAll(/\s+/g, ' ')}</style>`,
    )
}

function documentOf(
  bare: string,
  name: PageName,
  visitor: Visitor,
  head: string,
  fonts: string,
  sight: string,
): string {
  const whole = bare
    .replace('<html lang="ru">', `<html lang="ru" data-visitor="${visitor}" data-fonts="${fonts}">`)
    .replace(/<title data-first>[^<]*/, () => `<title data-first>${escapeText(tabTitle(pages[name].title))}`)
    .replace('</head>', () => `${head}</head>`)
    // What stands on the screen first, its styles and letters, comes first.
    .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
    .replace(
      /<!-- Stands until[^]*?<div class="loading-notes">/,
      () => `${withoutHead(sight)}<div class="loading-notes">`,
    )
  // What people come for is fetched and drawn before its scripts (web/public/first-script.js).
  return visitor === 'person' && sightOf(name) !== null ? withScriptsHeld(whole) : whole
}

/**
 * A page that stands there whole is taken over as it is: nothing may lie beside it, and no description but its own. Its scripts wait
 * until they are wanted (web/public/hydrate-later.js).
 */
function withGaps(bare: string, head: string, fonts: string, hydrateLater: string): string {
  return withScriptsHeld(
    bare
      .replace(
        '<html lang="ru">',
        `<html lang="ru" data-visitor="guest" data-drawn data-site="${documentGaps.site}" data-fonts="${fonts}">`,
      )
      .replace(/<title data-first>[^<]*<\/title>/, () => documentGaps.head)
      .replace(/<meta\s+data-first[^>]*>\s*/, '')
      .replace('</head>', () => `${head}\n${hydrateLater}\n</head>`)
      .replace(/<div id="root">[^]*<\/div>/, () => `<div id="root">${documentGaps.page}</div>${documentGaps.answers}`),
  )
}

/** Scripts in a template: nothing of it is fetched before it is put into the page. */
function withScriptsHeld(document: string): string {
  const scripts = [...document.matchAll(FILE)]
    .map(([link]) => link)
    .filter((link) => !link.includes('rel="stylesheet"'))
  return document
    .replaceAll(FILE, (link) => (scripts.includes(link) ? '' : link))
    .replace(
      '</head>',
      () => `<template id="scripts">${scripts.map((link) => link.trim()).join('\n')}</template>\n</head>`,
    )
}

/** A script or style of the build, as documents name it. */
const FILE = /^\s*<(?:script|link) [^>]*"\/assets\/[^"]+\.(?:js|css)"[^>]*>(?:<\/script>)?\n?/gm

/** What React would lift into the head is not known yet, or stands there already; what only search engines read is of no use here. */
function withoutHead(sight: string): string {
  const bare = sight
    .replaceAll(/<title>[^<]*<\/title>|<meta [^>]*>|<link rel="canonical"[^>]*>/g, '')
    .replaceAll(/<script type="application\/ld\+json">[^<]*<\/script>/g, '')
  if (bare.includes('<script')) throw new Error('the shell of a page needs a script')
  return bare
}

/** Scripts and styles of a page, as far as the document does not name them yet. */
function links(bundle: Rollup.OutputBundle, name: PageName, bare: string): string {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/pages/${name}-page.tsx`)))
  if (!page) throw new Error(`no file of the build holds the page ${name}`)
  const files = new Set<string>()
  const queue = [page.fileName]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const chunk = bundle[file]
    if (files.has(file) || chunk?.type !== 'chunk') continue
    files.add(file)
    queue.push(...chunk.imports)
  }
  const styles = new Set([...files].flatMap((file) => [...(cssOf(bundle[file]) ?? [])]))
  return [
    ...[...styles].toReversed().map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...[...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ]
    .filter((link) => !bare.includes(/href="([^"]+)"/.exec(link)?.[1] ?? ''))
    .join('\n')
}

const cssOf = (file: Rollup.OutputBundle[string] | undefined): Set<string> | undefined =>
  file?.type === 'chunk'
    ? (file as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss
    : undefined

const fontsOf = (bundle: Rollup.OutputBundle): string =>
  Object.keys(bundle)
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => `/${file}`)
    .join(' ')

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
