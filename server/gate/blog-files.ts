/** What the blog hands out that is neither a call nor a page: pictures of its articles, and the articles as RSS. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { picturePattern } from '../../rules/blog/rich-text.ts'
import { readPictureFile, writeRss } from '../features/site/blog/blog.public.ts'
import { AppError } from '../kit/app-error.ts'
import type { AppContext } from '../kit/context.ts'

/** Readers ask for it again and again: what they have is good for so long, in seconds. */
const RSS_AGE = 300

export function addBlogFiles(app: FastifyInstance, context: AppContext): void {
  app.get<{ Params: { file: string } }>('/pictures/:file', async (request, reply) => {
    const [, id, width] = picturePattern.exec(`/pictures/${request.params.file}`) ?? []
    const bytes = id === undefined ? null : await readPictureFile(context.db, Number(id), Number(width))
    if (bytes === null) throw new AppError('NOT_FOUND')
    // What a number and a width show never changes.
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp').send(bytes)
  })

  app.get('/blog/rss.xml', async (request, reply) => {
    const rss = await writeRss(context)
    const tag = `"${createHash('sha256').update(rss).digest('base64url').slice(0, 22)}"`
    reply.header('cache-control', `public, max-age=${RSS_AGE}`).header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.type('application/rss+xml; charset=utf-8').send(rss)
  })
}
