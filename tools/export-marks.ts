import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '../server/config/config.ts'
import { listModerationMarks } from '../server/features/reading/moderation/moderation.public.ts'
import type { Db } from '../server/kit/sql.ts'
import { CannotStart, prepareDatabase } from '../server/prepare-database.ts'
import { openDatabase } from './open-database.ts'
import { runTool, ToolError } from './tool-error.ts'

const usage = `npm run export:marks -- ФАЙЛ

  ФАЙЛ  сюда запишутся тексты с отметками модераторов и читателей, по строке JSON на текст;
        по ним учится модель: npm run train:relevance -- --marks ФАЙЛ`

await runTool(() =>
  main().catch((error: unknown) => {
    throw error instanceof CannotStart ? new ToolError(error.message) : error
  }),
)

async function main(): Promise<number | void> {
  const [path, ...more] = process.argv.slice(2)
  if (!path || path.startsWith('-') || more.length > 0) {
    console.error(usage)
    return 1
  }
  const server = await openDatabase((line) => console.log(line))
  try {
    const database = await prepareDatabase(readConfig({ ...process.env, DATABASE_URL: server.url }))
    try {
      console.log(`Отметок записано: ${await writeMarks(database.db, path)}`)
    } finally {
      await database.close()
    }
  } finally {
    await server.stop()
  }
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
