import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { listModerationMarks } from '../server/features/reading/moderation/moderation.public.ts'
import type { Db } from '../server/kit/sql.ts'
import { runTool, ToolError } from './tool-error.ts'
import { withDatabase } from './with-database.ts'

const usage = `npm run export:marks -- ФАЙЛ

  ФАЙЛ  сюда запишутся тексты с отметками модераторов и читателей, по строке JSON на текст;
        по ним учится модель: npm run train:relevance -- --marks ФАЙЛ`

await runTool(main)

async function main(): Promise<number | void> {
  const [path, ...more] = process.argv.slice(2)
  if (!path || path.startsWith('-') || more.length > 0) {
    console.error(usage)
    return 1
  }
  console.log(`Отметок записано: ${await withDatabase((db) => writeMarks(db, path))}`)
}

async function writeMarks(db: Db, path: string): Promise<number> {
  let written = 0
  async function* lines(): AsyncGenerator<string> {
    for await (const marks of listModerationMarks(db)) {
      written += marks.length
      yield marks.map((mark) => `${JSON.stringify(mark)}\n`).join('')
    }
  }
  const file = createWriteStream(path)
  await pipeline(Readable.from(lines()), file).catch((error: NodeJS.ErrnoException) => {
    throw error.path === path ? new ToolError(`В файл ${path} не записать: ${error.message}`) : error
  })
  return written
}
