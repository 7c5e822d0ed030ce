/**
 * Public pages whole, for guests and search engines: drawn on the server, kept for a while, the same for all guests. Whatever
 * goes wrong with that, the browser draws the page as it does for people who are signed in.
 */
import type { FastifyInstance } from 'fastify'
import type { Call } from '../../../contract/call.ts'
import { addressRange } from '../../kit/address-range.ts'
import { AppError } from '../../kit/app-error.ts'
import { MINUTE } from '../../kit/clock.ts'
import type { AppContext } from '../../kit/context.ts'
import type { LogDefect } from '../defect-log.ts'
import type { RateLimiter } from '../rate-limiter.ts'
import type { WebFiles } from '../web-files.ts'
import { inTime, readDrawing } from '../web-drawing.ts'
import { bytesOfPage, drawPublicPage, type DrawnPage } from './draw-page.ts'
import { readPageAddress } from './page-address.ts'
import { openPageCache, type CacheBounds } from './page-cache.ts'

const MB = 1024 * 1024
const bounds: CacheBounds = {
  fresh: MINUTE,
  stale: 10 * MINUTE,
  count: 1_000,
  bytes: 96 * MB,
  lesser: 50,
  making: 16,
}

/** Drawings that one address may cause; what is kept costs nothing. Above it the browser draws. */
const drawings = { rateLimit: { count: 300, seconds: 60 } } as Call

export interface PublicPages {
  /**
   * @param asked path, and what stands behind the question mark
   * @param ip who asks; null: the server itself
   * @returns null: the browser draws what stands there
   */
  find(asked: string, ip: string | null): Promise<DrawnPage | null>
}

export function openPublicPages(
  app: FastifyInstance,
  context: Pick<AppContext, 'clock' | 'config'>,
  { documents }: WebFiles,
  { limiter, logDefect, drawWithin }: { limiter: RateLimiter; logDefect: LogDefect; drawWithin: number },
): PublicPages {
  const { clock } = context
  const drawing = readDrawing()
  const defect = (address: string, error: unknown): void =>
    logDefect('page', error, { page: address }, 'a public page is not drawn')
  const cache = openPageCache<DrawnPage>(clock, bounds, {
    bytesOf: bytesOfPage,
    isLesser: ({ status, movedTo }) => status === 404 || movedTo !== null,
    onFailed: defect,
  })

  async function draw(name: keyof typeof documents, address: string): Promise<DrawnPage> {
    const document = documents[name].drawn
    if (!drawing || document === undefined) throw new Error('the web is built without pages to draw')
    return drawPublicPage(app, context, await drawing, document, address)
  }

  async function mayDraw(ip: string | null): Promise<boolean> {
    if (ip === null) return true
    try {
      await limiter.check('pages.draw', drawings, addressRange(ip))
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  return {
    async find(asked, ip) {
      const { name, drawn: address } = readPageAddress(asked)
      if (address === null) return null
      try {
        if (!cache.has(address) && !(await mayDraw(ip))) return null
        const page = cache.get(address, () => draw(name, address))
        return page && (await inTime(page, drawWithin))
      } catch (error) {
        defect(address, error)
        return null
      }
    },
  }
}
