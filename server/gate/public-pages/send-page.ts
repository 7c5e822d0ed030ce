/** What a browser is sent for the address of a page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPublic, pages as paths } from '../../../contract/pages.ts'
import type { Config } from '../../config/config.ts'
import { escape } from '../../kit/mail/look.ts'
import { clientAddress } from '../client-address.ts'
import { sessionCookieName } from '../cookies.ts'
import type { WebFiles } from '../web-files.ts'
import type { DrawnPage } from './draw-page.ts'
import { readPageAddress } from './page-address.ts'
import type { PublicPages } from './public-pages.ts'

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
  const { name, rightly } = readPageAddress(request.url)
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
