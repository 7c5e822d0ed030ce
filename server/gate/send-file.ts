/** A file, streamed as it is made. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { AppContext, FileAnswer } from '../kit/context.ts'

/** RFC 6266: a plain name for old clients, and the real one for those that read RFC 5987. */
const attachment = (fileName: string): string =>
  `attachment; filename="file${/\.\w+$/.exec(fileName)?.[0] ?? ''}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`

export function sendFile(
  context: Pick<AppContext, 'log'>,
  reply: FastifyReply,
  { fileName, type, length, contents }: FileAnswer,
): FastifyReply {
  const stream = Readable.from(contents, { objectMode: false })
  stream.on('error', (error) => {
    // What has left already cannot be taken back, but the browser sees that less came than was promised.
    if (reply.raw.headersSent) context.log.error({ err: error, fileName }, 'a file was broken off')
  })
  return reply
    .type(type)
    .header('content-length', length)
    .header('content-disposition', attachment(fileName))
    .header('cache-control', 'private, no-store')
    .send(stream)
}
