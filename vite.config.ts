import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
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

/** Where `npm run dev` has the server; the built web is served by the server itself. */
const server = 'http://127.0.0.1:3000'

export default defineConfig({
  root: here('./web'),
  plugins: [react()],
  resolve: { alias: { typebox: here('./web/kit/calls/no-schemas.ts') } },
  css: { postcss: { plugins: [namedMedia] }, modules: { localsConvention: 'camelCaseOnly' } },
  build: { outDir: here('./dist/web'), emptyOutDir: true, target: 'es2022' },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/auth': server, '/socket.io': { target: server, ws: true } },
  },
})
