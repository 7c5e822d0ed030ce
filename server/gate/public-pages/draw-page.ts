/** A public page as a guest sees it, drawn from what it asks first. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { documentGaps } from '../../../contract/document-gaps.ts'
import { findPage } from '../../../contract/pages.ts'
import type { AppContext } from '../../kit/context.ts'
import type { Drawing } from '../web-drawing.ts'
import { askAsGuest, placeOf } from '../first-answers.ts'

export interface DrawnPage {
  /** 404: there is nothing of that name, and the page says so. */
  status: 200 | 404
  /** What was asked for stands at another path now, and nothing was drawn; else null. */
  movedTo: string | null
  title: string
  description: string
  etag: string
  /** By the name of their encoding. */
  bodies: Record<'identity' | 'br' | 'gzip', Buffer>
  /** What messengers show beside a link to it. */
  picture: { path: string; title: string } | null
}

/** Better than at a request: what is kept is sent many times. */
const QUALITY = 7
const byBrotli = promisify(brotliCompress)
const byGzip = promisify(gzip)

/**
 * @param document with gaps (tools/web/documents.ts)
 * @param address path, and what stands behind the question mark
 * @throws when a call that the page asks fails, or the page can't be drawn
 */
export async function drawPublicPage(
  app: FastifyInstance,
  { clock, config }: Pick<AppContext, 'clock' | 'config'>,
  { drawPage }: Drawing,
  document: string,
  address: string,
): Promise<DrawnPage> {
  const [path = '/', search = ''] = address.split('?', 2)
  const found = findPage(path)
  const answers = await askAsGuest(app, found, search)
  const { absent, path: movedTo } = placeOf(found, answers)
  if (movedTo !== null && movedTo !== path) return moved(movedTo)
  const failed = answers.find(({ answer }) => answer.status !== 'ok')
  if (failed && !absent) throw new Error(`${failed.name} is not answered`, { cause: failed.answer })
  const at = clock.now()
  const { head, body } = await drawPage({ address, site: config.siteUrl, answers, at })
  const html = document
    .replace(documentGaps.site, () => escapeAttribute(config.siteUrl))
    .replace(documentGaps.head, () => head + verification(config))
    .replace(documentGaps.page, () => body)
    .replace(documentGaps.answers, () => dataScript({ at: at.toISOString(), answers }))
  const identity = Buffer.from(html)
  const [br, gzipped] = await Promise.all([
    byBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
    byGzip(identity),
  ])
  const picture = contentOf(head, 'property="og:image"')
  return {
    status: absent ? 404 : 200,
    movedTo: null,
    title: unescape(/<title>([^<]*)/.exec(head)?.[1] ?? ''),
    description: contentOf(head, 'name="description"') ?? '',
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bodies: { identity, br, gzip: gzipped },
    picture: picture?.startsWith(`${config.siteUrl}/og/`)
      ? { path: picture.slice(config.siteUrl.length), title: contentOf(head, 'property="og:title"') ?? '' }
      : null,
  }
}

export const bytesOfPage = ({ bodies }: DrawnPage): number =>
  Object.values(bodies).reduce((sum, { length }) => sum + length, 0)

const nothing = Buffer.alloc(0)
const moved = (movedTo: string): DrawnPage => ({
  status: 200,
  movedTo,
  title: '',
  description: '',
  etag: '',
  bodies: { identity: nothing, br: nothing, gzip: nothing },
  picture: null,
})

/** Search engines ask the owner of a site to show that it is theirs. */
function verification({ yandexVerification, googleVerification }: AppContext['config']): string {
  const meta = (name: string, content: string): string =>
    content === '' ? '' : `<meta name="${name}" content="${escapeAttribute(content)}">`
  return meta('yandex-verification', yandexVerification) + meta('google-site-verification', googleVerification)
}

/** Data and no script: a policy against scripts leaves it alone, and nothing in it can end it. */
const dataScript = (data: object): string =>
  `<script type="application/json" id="drawn">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

function contentOf(head: string, named: string): string | null {
  const found = new RegExp(`<meta ${named} content="([^"]*)"`).exec(head)?.[1]
  return found === undefined ? null : unescape(found)
}

const unescape = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
