/** Everything the service keeps about a person, in one archive of readable files. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { personOf, type CallContext, type FileAnswer } from '../../../kit/context.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function packMyData(ctx: CallContext): Promise<FileAnswer> {
  const { db, clock } = ctx
  const userId = personOf(ctx).id
  await db
    .transaction()
    .execute((tx) => recordAuditEntry(tx, clock, ctx, { actorId: userId, userId, action: 'data-downloaded' }))
  const files: PersonalData = {}
  for (const read of ctx.hooks.personalData) Object.assign(files, await read(ctx, userId))
  // Whole before it leaves, so that a failure is reported and not half a file: it packs to a tenth.
  const bytes = await zip(files, clock.now())
  const day = clock.now().toISOString().slice(0, 10)
  return {
    fileName: `Мои данные ${day}.zip`,
    type: 'application/zip',
    length: bytes.length,
    contents: Readable.from([bytes]),
  }
}

async function zip(files: PersonalData, mtime: Date): Promise<Buffer> {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  archive.on('error', (error: Error) => output.destroy(error))
  archive.addBuffer(Buffer.from(contentsOf(files)), 'Что здесь.txt', { mtime })
  for (const [name, contents] of Object.entries(files)) {
    const source = Readable.from(written(contents))
    source.on('error', (error) => output.destroy(error))
    archive.addReadStream(source, `${name}.json`, { mtime })
  }
  archive.end()
  return buffer(output)
}

const contentsOf = (files: PersonalData): string => `Всё, что сервис хранит о вас, по файлу на каждую тему:

${Object.keys(files)
  .map((name) => `  ${name}.json`)
  .join('\n')}

Файлы откроет любой текстовый редактор. Время в них записано по Гринвичу.
Пароля здесь нет: сервис его не знает и хранит только то, по чему его можно проверить.
`

/** JSON for reading; of long lists never more than a line is in memory. */
async function* written(contents: PersonalData[string]): AsyncGenerator<string> {
  if (!(Symbol.asyncIterator in contents)) return yield `${JSON.stringify(contents, null, 2)}\n`
  let before = '['
  for await (const line of contents) {
    yield `${before}\n  ${JSON.stringify(line)}`
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}
