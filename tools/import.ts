import { parseArgs } from 'node:util'
import { isAbsolute, resolve } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../server/config/config.ts'
import { openPlaceFinder } from '../server/features/watching/locations/locations.public.ts'
import { openBus } from '../server/kit/bus.ts'
import { systemClock } from '../server/kit/clock.ts'
import { loadLanguage } from '../server/kit/language.ts'
import type { Database } from '../server/kit/sql.ts'
import { CannotStart, prepareDatabase } from '../server/prepare-database.ts'
import { openStandingQueries } from '../server/stream/match/standing-queries.ts'
import { readSourceCursor, runSource } from '../server/stream/pipeline.ts'
import {
  FileError,
  openFileImport,
  type FileCursor,
  type FileImport,
} from '../server/stream/receive/files/file-import.ts'
import { addFitted, reportFitted, type FittedItems } from '../server/stream/receive/files/fitted-report.ts'
import { openDatabase } from './open-database.ts'
import { isAlive } from './postgres-processes.ts'
import { progressBar, type ProgressBar } from './progress-bar.ts'
import { stopAsked, type StopAsked } from './stop-asked.ts'
import { runTool, ToolError } from './tool-error.ts'

const usage = `npm run import -- ФАЙЛ [--speed N] [--again]

  ФАЙЛ       сообщения в NDJSON, можно сжатые: .gz, .zst
  --speed N  с теми же промежутками, с какими писались, в N раз быстрее (без него — как можно быстрее)
  --again    с начала, хотя файл уже загружен; повторы ничего не меняют`

const mistakesShown = 20

await runTool(() =>
  main().catch((error: unknown) => {
    throw error instanceof FileError || error instanceof CannotStart ? new ToolError(error.message) : error
  }),
)

async function main(): Promise<number | void> {
  const { path, speed, again, same } = readArguments()
  const asked = stopAsked()
  const file = await openFileImport(path, { speed, again })
  const server = await openDatabase((line) => console.log(line))
  try {
    if (asked.already()) return
    const config = readConfig({ ...process.env, DATABASE_URL: server.url })
    const database = await prepareDatabase(config)
    try {
      return await importFile(database, config.messageDays, server.startedBy, file, again, same, asked)
    } finally {
      await database.close()
    }
  } finally {
    await server.stop()
  }
}

type Totals = { lines: number; received: number; stored: number; items: number; fitted: FittedItems }

async function importFile(
  database: Database,
  messageDays: number,
  owner: number | undefined,
  file: FileImport,
  again: boolean,
  same: string,
  asked: StopAsked,
): Promise<number> {
  const before = again ? null : await readSourceCursor<FileCursor>(database, file.source.name)
  if (before?.done) {
    console.log(
      `\n  Этот файл уже загружен целиком: строк ${number(before.line)}. Загрузить ещё раз: ${same} --again\n`,
    )
    return 0
  }
  if (before) console.log(`  Продолжаю со строки ${number(before.line + 1)}.`)

  const bar = progressBar()
  const ending = new AbortController()
  // The embedded database goes with anyone who has started it, and does not come back by waiting.
  const ownerIsGone = () => owner !== undefined && !isAlive(owner)
  const log = pino(
    { level: 'warn', base: null },
    {
      write(line: string) {
        if (ownerIsGone()) ending.abort()
        else printLogLine(bar, line)
      },
    },
  )
  const [bus, language] = await Promise.all([openBus(database.url, log), loadLanguage()])
  const standingQueries = await openStandingQueries(database.db, bus, language, log, systemClock)
  const findPlace = await openPlaceFinder(database.db)
  void asked.promise.then(() => {
    bar.print('  Останавливаюсь после начатой пачки…')
    ending.abort()
  })

  const totals: Totals = { lines: 0, received: 0, stored: 0, items: 0, fitted: new Map() }
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1_000
  let at: FileCursor | null = before
  let failure: unknown
  try {
    const context = { database, clock: systemClock, log, language, standingQueries, findPlace, messageDays }
    await runSource(context, file.source, ending.signal, (progress) => {
      at = progress.cursor
      totals.lines = at.line - (before?.line ?? 0)
      totals.received += progress.received
      totals.stored += progress.messages
      totals.items += progress.items
      addFitted(totals.fitted, progress.fitted)
      bar.show(
        at.fileBytes / file.size,
        `${factsOf(totals)}  ${number(totals.lines / Math.max(seconds(), 0.001))} строк/с`,
      )
    })
  } catch (error) {
    failure = error
  } finally {
    bar.end()
    standingQueries.close()
    await bus.close()
  }

  const cursor = at as FileCursor | null
  if (ownerIsGone())
    throw new ToolError(
      `База остановилась вместе с процессом ${owner}, который её запустил. Сохранено строк: ${number(cursor?.line ?? 0)}. Продолжить: ${same}`,
    )
  if (!failure || totals.lines > 0) await sum(database, file, cursor, before, totals, seconds())
  if (failure) throw failure
  if (cursor?.done) return cursor.refused > 0 && totals.received === 0 && totals.lines > 0 ? 1 : 0
  console.log(`  Загрузка остановлена. Продолжить с этого места: ${same}\n`)
  // On a terminal npm would bury this line under its complaint about the code.
  return process.stdout.isTTY ? 0 : 130
}

function factsOf({ stored, received, items }: Totals): string {
  return `новых ${number(stored)}, повторов ${number(received - stored)}, в ленты ${number(items)}`
}

async function sum(
  database: Database,
  file: FileImport,
  at: FileCursor | null,
  before: FileCursor | null,
  totals: Totals,
  seconds: number,
): Promise<void> {
  const { lines, received, stored, items, fitted } = totals
  console.log(`
  прочитано строк      ${number(lines)} за ${seconds.toFixed(1)} с, ${number(lines / Math.max(seconds, 0.001))} в секунду
  новых сообщений      ${number(stored)}
  повторов             ${number(received - stored)}
  попало в ленты       ${number(items)}`)
  for (const line of await reportFitted(database.db, fitted)) console.log(line)

  const refused = (at?.refused ?? 0) - (before?.refused ?? 0)
  console.log(
    `  строк с ошибками     ${number(refused)}${before?.refused ? ` (и раньше ${number(before.refused)})` : ''}`,
  )
  const shown = file.mistakes.filter(({ line }) => line <= (at?.line ?? 0)).slice(0, mistakesShown)
  for (const { line, reason } of shown) console.log(`    строка ${line}: ${reason}`)
  if (refused > shown.length) console.log(`    … и ещё ${number(refused - shown.length)}`)
  console.log()
}

function printLogLine(bar: ProgressBar, line: string): void {
  const { error } = JSON.parse(line) as { error?: string }
  if (error)
    bar.print(`  База не отвечает, пробую ещё раз (${error}). Ctrl-C остановит загрузку, сохранённое останется.`)
}

function readArguments() {
  const { values, positionals } = parse()
  const [written] = positionals
  if (values.help) {
    console.log(usage)
    process.exit(0)
  }
  if (!written || positionals.length > 1) throw new ToolError(`Нужен один файл:\n\n${usage}`)
  const speed = values.speed === undefined ? undefined : Number(values.speed)
  if (speed !== undefined && !(speed > 0 && Number.isFinite(speed)))
    throw new ToolError(`--speed должно быть числом больше нуля, а задано «${values.speed}».`)
  // npm runs us in the clone's root; the path was written where the person stands.
  const path = isAbsolute(written)
    ? written
    : resolve(process.env.INIT_CWD ?? process.env.PWD ?? process.cwd(), written)
  return {
    path,
    speed,
    again: values.again,
    same: `npm run import -- ${written}${values.speed ? ` --speed ${values.speed}` : ''}`,
  }
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        speed: { type: 'string' },
        again: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch {
    throw new ToolError(`Такого ключа нет, или у него нет значения.\n\n${usage}`)
  }
}

function number(value: number): string {
  return Math.round(value).toLocaleString('ru-RU')
}
