import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { planChunks } from './tools/web/chunks.ts'
import { writeDocuments } from './tools/web/documents.ts'
import { writeServiceWorker } from './tools/web/service-worker.ts'
import { shortContract } from './tools/web/short-contract.ts'
import { mediaNames } from './web/kit/ui/breakpoints.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** `@media (--tablet)` in a style sheet becomes the width that breakpoints.ts gives it. */
const namedMedia = {
  postcssPlugin: 'named-media',
  AtRule: {
    media(rule: { params: string }): void {
      const params = rule.params.replace(/\((--[a-z-]+)\)/g, (_, name: string) => {
        const meaning = mediaNames[name]
        if (meaning === undefined) throw new Error(`no breakpoint is named ${name}`)
        return meaning
      })
      if (params !== rule.params) rule.params = params
    },
  },
}

/** Text is compressed once here, and not at every request: the server sends the `.br` or `.gz` that lies beside a file. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir }) {
    if (dir === undefined) return
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|svg|html)$/.test(name)) continue
      const content = readFileSync(join(dir, name))
      if (content.length < 1024) continue
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content))
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content))
    }
  },
}

/** Where the server is when Vite is started alone; with a bare address Vite would change the host, which the server checks. */
const server = { target: 'http://127.0.0.1:3000' }

const base: UserConfig = {
  root: here('./web'),
  plugins: [react(), shortContract()],
  resolve: {
    alias: [
      { find: 'typebox', replacement: here('./web/kit/calls/no-schemas.ts') },
      // Mantine draws each field twice to give it an id of chance: with one of a feed's tools the whole page is laid out and drawn in one go.
      { find: /^.*\/use-id\/use-id\.mjs$/, replacement: here('./web/kit/ui/hooks/stable-id.ts') },
    ],
  },
  css: { postcss: { plugins: [namedMedia] }, modules: { localsConvention: 'camelCaseOnly' } },
  build: { outDir: here('./dist/web'), emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': server,
      '/auth': server,
      '/pictures': server,
      '/blog/rss.xml': server,
      '/dev/mail': server,
      '/socket.io': { ...server, ws: true },
    },
  },
}

/** It is built as the rest is, but for what only pages have. */
const serviceWorker = writeServiceWorker(
  { ...base, plugins: [shortContract()], css: {} },
  here('./web/service-worker/service-worker.ts'),
)

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return { ...base, plugins: [...(base.plugins ?? []), serviceWorker] }
  const name = await planChunks(base)
  return {
    ...base,
    plugins: [
      ...(base.plugins ?? []),
      writeDocuments(base, { web: here('./web'), documents: here('./dist/documents.json'), draw: here('./dist/draw') }),
      serviceWorker,
      compressed,
    ],
    build: {
      ...base.build,
      rolldownOptions: {
        output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name, debugName: 'chunks' }] } },
      },
    },
  }
})
