/** Pictures of titles under the addresses that the heads of public pages name (web/kit/ui/picture-address.ts). */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../kit/app-error.ts'
import { DAY } from '../../kit/clock.ts'
import type { AppContext } from '../../kit/context.ts'
import { clientAddress } from '../client-address.ts'
import type { LogDefect } from '../defect-log.ts'
import { openPageCache } from './page-cache.ts'
import type { PublicPages } from './public-pages.ts'
import { drawTitlePicture } from './title-picture.ts'

const MB = 1024 * 1024
/** `/og/category/photographers-0b1d9f3c.png` */
const PICTURE = /^\/og(\/[^?]*)-[\da-f]{8}\.png$/

export function addPictures(
  app: FastifyInstance,
  { clock, config }: Pick<AppContext, 'clock' | 'config'>,
  pages: PublicPages,
  logDefect: LogDefect,
): void {
  const cache = openPageCache<Buffer>(
    clock,
    // A picture never changes: another title has another address. Two at a time leave room for what people ask.
    { fresh: 30 * DAY, stale: 30 * DAY, count: 300, bytes: 32 * MB, lesser: 0, making: 2 },
    {
      bytesOf: ({ length }) => length,
      isLesser: () => false,
      onFailed: (path, error) => logDefect('picture', error, { path }, 'a picture is not drawn'),
    },
  )
  app.get('/og/*', async (request, reply) => {
    const asked = new URL(request.url, 'http://page').pathname
    const path = PICTURE.exec(asked)?.[1]
    if (path === undefined) return reply.callNotFound()
    const ip = clientAddress(request.headers, request.ip, config.trustProxy)
    const page = await pages.find(path === '/home' ? '/' : path, ip)
    // Nothing is drawn but what a page of ours is called now.
    if (page?.picture?.path !== asked) return reply.callNotFound()
    const { title } = page.picture
    const drawn = await cache.get(asked, () => drawTitlePicture(title))
    if (drawn === null) throw new AppError('SERVICE_UNAVAILABLE')
    return (
      reply
        .header('cache-control', 'public, max-age=2592000, immutable')
        // Messengers and search engines show it on pages of their own.
        .header('cross-origin-resource-policy', 'cross-origin')
        .type('image/png')
        .send(drawn)
    )
  })
}
