/**
 * How long the preview of a project takes over a million stored messages, how fast they are indexed, how large the index is,
 * and what storing loses while it is made. A PostgreSQL of its own that writes to the disk as a real one does; everything in
 * one process, as `npm start` runs it.
 *
 *   npm run bench:preview -- [--messages 1000000] [--times 7]
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config/config.ts'
import { features } from '../server/features.ts'
import { createAccount } from '../server/features/people/accounts/accounts.public.ts'
import { previewProject } from '../server/features/watching/projects/preview.ts'
import { runIndexer } from '../server/archive/archive.public.ts'
import type { CallContext } from '../server/kit/context.ts'
import { openBus } from '../server/kit/bus.ts'
import { systemClock } from '../server/kit/clock.ts'
import { hooksOf } from '../server/kit/feature.ts'
import { loadLanguage } from '../server/kit/language.ts'
import { silentLog } from '../server/kit/log.ts'
import type { Database } from '../server/kit/sql.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { openStandingQueries } from '../server/stream/match/standing-queries.ts'
import { runSource } from '../server/stream/pipeline.ts'
import type { RawMessage } from '../server/stream/receive/shared/source.ts'
import { startPostgres } from '../tools/postgres.ts'
import { createDatabase } from './create-database.ts'
import { DAYS, indexAll, loadMessages } from './preview-load.ts'
import { openSource, readAll, realMessages } from './stream-messages.ts'

const { values } = parseArgs({
  options: { messages: { type: 'string', default: '1000000' }, times: { type: 'string', default: '7' } },
})
const count = Number(values.messages)
const times = Number(values.times)
if (!(count > 0 && times > 0)) throw new Error('every option takes a number above 0')

interface Asked {
  name: string
  keywords: string[]
  context?: string[]
  excluded?: string[]
}

const nouns = [
  'мастер',
  'ремонт',
  'квартира',
  'врач',
  'машина',
  'школа',
  'ребёнок',
  'курс',
  'работа',
  'телефон',
  'сайт',
  'дом',
  'собака',
  'окно',
  'книга',
  'игра',
  'город',
  'фильм',
  'банк',
  'кошка',
]

const asked: Asked[] = [
  { name: 'a rare word', keywords: ['плиточник'] },
  { name: 'a common word', keywords: ['работа'] },
  { name: 'the commonest word', keywords: ['и'] },
  { name: 'two words near each other', keywords: ['ищу мастера'] },
  { name: 'two common words near each other', keywords: ['можно сделать'] },
  { name: 'a phrase', keywords: ['"в этом году"'] },
  { name: 'a beginning', keywords: ['программи*'] },
  {
    name: 'ten phrases with stop-words',
    keywords: [
      'ремонт квартиры',
      'сделать ремонт',
      'нужен сантехник',
      'ищу электрика',
      'посоветуйте мастера',
      'положить плитку',
      'поклеить обои',
      'натяжной потолок',
      'нужна бригада',
      'отделка балкона',
    ],
    excluded: ['вакансия', 'курсы', 'продам', 'работа', 'зарплата'],
  },
  {
    name: 'a brand with its context',
    keywords: ['озон', 'ozon', 'wildberries', 'вайлдберриз'],
    context: ['доставка', 'заказ', 'возврат', 'пункт выдачи', 'посылка'],
    excluded: ['промокод', 'кэшбэк'],
  },
  {
    name: '60 keywords, 30 contexts, 100 stop-words',
    keywords: pairs(['посоветуйте', 'ищу', 'нужен'], nouns),
    context: ['где', 'кто', 'город', 'цена', 'можно', 'хороший', 'опыт', 'контакты', 'телефон', 'сколько', ...nouns],
    excluded: pairs(['продам', 'сдам', 'вакансия', 'акция', 'скидка'], nouns),
  },
]

function pairs(before: string[], words: string[]): string[] {
  return before.flatMap((word) => words.map((noun) => `${word} ${noun}`))
}

async function openHouse(server: string, name: string): Promise<Database> {
  return prepareDatabase(configOf(await createDatabase(server, name)))
}

function configOf(url: string) {
  return readConfig({
    DATABASE_URL: url,
    PORT: '0',
    NODE_ENV: 'test',
    DEMO: 'on',
    MADE_UP_NETWORK: 'off',
    LOG_LEVEL: 'silent',
  })
}

async function measurePreviews(database: Database): Promise<string[][]> {
  const language = await loadLanguage()
  const userId = await database.db.transaction().execute((tx) =>
    createAccount(
      tx,
      { clock: systemClock, hooks: hooksOf(features) },
      {
        email: 'bench@example.ru',
        password: 'правильный пароль',
        username: 'bench',
        timeZone: 'Europe/Moscow',
        roles: [],
      },
    ),
  )
  const asking = {
    db: database.db,
    clock: systemClock,
    log: silentLog,
    language,
    config: { messageDays: DAYS },
    person: { id: userId, roles: [], sessionId: 0 },
  } as unknown as CallContext
  const rows: string[][] = []
  for (const { name, keywords, context = [], excluded = [] } of asked) {
    const took: number[] = []
    let found = ''
    const before = process.cpuUsage()
    for (let time = 0; time < times; time += 1) {
      const startedAt = performance.now()
      const preview = await previewProject(asking, {
        keywords,
        context,
        excludedKeywords: excluded,
        censorFilter: true,
        neuralFilter: true,
        networks: [],
        kinds: [],
      })
      took.push(performance.now() - startedAt)
      found = `${preview.estimated ? '~' : ''}${number(preview.total)}`
    }
    const [first = 0] = took
    const { user, system } = process.cpuUsage(before)
    rows.push([
      name,
      found,
      number(first),
      number(middle(took)),
      number(Math.max(...took)),
      number((user + system) / 1000 / times),
    ])
  }
  return rows
}

/** Messages a second through the whole stream, with the indexer beside it and without. */
async function measureStoring(
  server: string,
  messages: readonly RawMessage[],
): Promise<{ alone: number; beside: number }> {
  const language = await loadLanguage()
  const rate = async (name: string, indexed: boolean): Promise<number> => {
    const database = await openHouse(server, name)
    const bus = await openBus(database.url, silentLog)
    const standingQueries = await openStandingQueries(database.db, bus, language, silentLog, systemClock)
    const indexer = indexed
      ? runIndexer({ db: database.db, clock: systemClock, log: silentLog, language, days: DAYS })
      : null
    const startedAt = performance.now()
    await runSource(
      { database, clock: systemClock, log: silentLog, language, standingQueries },
      {
        name: 'bench',
        async *read() {
          for (let at = 0; at < messages.length; at += 1_000)
            yield { messages: messages.slice(at, at + 1_000), cursor: at }
        },
      },
      new AbortController().signal,
    )
    const seconds = (performance.now() - startedAt) / 1000
    await indexer?.close()
    standingQueries.close()
    await bus.close()
    await database.close()
    return messages.length / seconds
  }
  // Once for nothing: words and code that are met for the first time are slower.
  await rate('bench_warm', false)
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // Now one first, now the other: the machine is not the same all the time.
    for (const indexed of round % 2 === 0 ? [false, true] : [true, false]) {
      const measured = await rate(`bench_${indexed ? 'beside' : 'alone'}_${round}`, indexed)
      if (indexed) beside.push(measured)
      else alone.push(measured)
    }
  }
  return { alone: middle(alone), beside: middle(beside) }
}

const ROUNDS = 4
const middle = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}

const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })
const megabytes = (bytes: number): string => `${number(bytes / 1024 ** 2)} MB`

function print(table: string[][]): void {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)))
  const line = (row: string[]): string =>
    `| ${row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' | ')} |`
  const [head = [], ...rest] = table
  console.log([line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rest.map(line)].join('\n'))
}

console.log(
  realMessages === null
    ? 'The real messages are not there (../shared/data/messages.ndjson.zst): made-up ones take their place, and their words are far fewer.'
    : `Real messages, repeated. Node ${process.version}`,
)
const postgres = await startPostgres({
  ephemeral: true,
  settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '256MB' },
})
try {
  const messages = (await readAll(await openSource(250_000, 1_000))).flatMap((batch) => batch.messages)
  const database = await openHouse(postgres.url, 'bench_preview')
  const now = new Date()
  await loadMessages(database, messages, count, now)
  const { indexing, merging, segments, bytes, messageBytes } = await indexAll(database, await loadLanguage(), now)
  console.log(
    `${number(count)} messages, ${number(new Set(messages.map(({ text }) => text)).size)} texts; indexed in ${number(indexing)} s (${number(count / indexing)} a second) and merged in ${number(merging)} s into ${segments} segments; index ${megabytes(bytes)}, messages ${megabytes(messageBytes)}`,
  )
  print([['preview, ms', 'found', 'first', 'p50', 'max', 'processor'], ...(await measurePreviews(database))])
  await database.close()
  const { alone, beside } = await measureStoring(postgres.url, messages.slice(0, 60_000))
  console.log(
    'Processor: of this process (Node), for one preview; the rest of the time the database works, or somebody else does.',
  )
  console.log(
    `stored alone ${number(alone)} messages a second, beside the indexer ${number(beside)}: ${number(beside / alone, 2)} of it`,
  )
} finally {
  await postgres.stop()
}
