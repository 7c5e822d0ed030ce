/** The built web: its files, and its one page for every address that is none of ours. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url))

export async function serveWebFiles(app: FastifyInstance): Promise<void> {
  if (!existsSync(webFolder)) return
  await app.register(serveStatic, {
    root: webFolder,
    // The build writes .br and .gz beside each file.
    preCompressed: true,
    // Names of built files carry a hash of their contents.
    setHeaders: (response, path) =>
      response.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  })
}

/** Is it a page that is asked for, and not a call or a file? */
export function asksForPage({ method, url }: FastifyRequest): boolean {
  return method === 'GET' && !/^\/(api|auth)\//.test(url) && !/\.\w+($|\?)/.test(url) && existsSync(webFolder)
}
