import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
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

/**
 * What several pages share comes in few files: each request costs more than the bytes of an icon. The libraries stand
 * apart from our code, so that a release leaves them in people's caches.
 */
const sharedChunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\//, priority: 3 },
  {
    name: 'ui',
    test: /node_modules\/(@mantine|@floating-ui|@tabler|react-remove-scroll)/,
    minShareCount: 3,
    priority: 2,
  },
  { name: 'kit', test: /\/(web\/kit|rules|contract)\//, minShareCount: 3, priority: 1 },
]

export default defineConfig({
  root: here('./web'),
  plugins: [react(), compressed],
  resolve: { alias: { typebox: here('./web/kit/calls/no-schemas.ts') } },
  css: { postcss: { plugins: [namedMedia] }, modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: here('./dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/auth': server, '/dev/mail': server, '/socket.io': { ...server, ws: true } },
  },
})
