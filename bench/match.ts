/**
 * How fast messages are matched against standing queries: our index, a plain loop, PostgreSQL, and the limit (reading a
 * message and looking its words up, with no query at all), all in one run on the same real messages.
 *
 *   npm run bench:match -- [--queries 1000,10000,100000] [--seconds 5] [--messages 30000] [--no-postgres] [--no-rest]
 *
 * At the largest size up to 100,000 it goes on with what comes after: updates while messages are matched, hostile
 * messages, two workers, and what comes back when most queries are removed. 1,000,000 queries are measured without the
 * rivals and take some minutes.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { loadDictionary } from '../engine/language/az.ts'
import type { Language, Morphology } from '../engine/language/language.ts'
import { createLanguage } from '../engine/language/language.ts'
import { createMatcher, type Matcher } from '../engine/match/matcher.ts'
import { loadWordLists } from '../server/kit/engine-data.ts'
import type { Hostile } from './match-hostile.ts'
import { measureHostile } from './match-hostile.ts'
import { PlainLoop } from './match-plain-loop.ts'
import { PostgresRival } from './match-postgres.ts'
import type { Removal, Updates } from './match-updates.ts'
import { measureRemoval, measureUpdates } from './match-updates.ts'
import { measureWorkers } from './match-workers.ts'
import { QueryLoad, readMessages, seeded, shuffle, toStanding, type LoadQuery } from './query-load.ts'

interface Row {
  queries: number
  engine: string
  perSecond: number
  p50: number
  p99: number
  found: number
  loadSeconds?: number
  bytes?: number
  rss?: number
}

const SEED = 7
/** Messages shown to the index before queries are added, as a running stream would have. */
const OBSERVED = 5000
/** Forms in the memo of the language: 100,000 queries hold more than its usual size. */
const MEMO = 300_000
/** The rivals are not measured above: they need more memory and hours. */
const MOST_FOR_RIVALS = 100_000
const UPDATES = 2000
/** Queries left when most are removed, one of this many. */
const KEPT = 100
const DICTIONARY = fileURLToPath(new URL('../node_modules/az/dicts', import.meta.url))
/** Messages per call of PostgreSQL: more are no faster, fewer are slower. */
const POSTGRES_BATCH = 500

const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '1000,10000,100000' },
    seconds: { type: 'string', default: '5' },
    messages: { type: 'string', default: '30000' },
    'no-postgres': { type: 'boolean', default: false },
    'no-rest': { type: 'boolean', default: false },
  },
})
const sizes = values.queries.split(',').map(Number)
const seconds = Number(values.seconds)
if (sizes.some((size) => !(size > 0)) || !(seconds > 0))
  throw new Error('--queries takes numbers parted by commas, --seconds a number')

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const used = (): number => {
  // Buffers are given back one round after what held them.
  collectGarbage()
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Goes over the messages again and again for the time given (at least once over a part of them), one after another. */
const measure = (
  texts: readonly string[],
  match: (text: string) => number,
): Pick<Row, 'perSecond' | 'p50' | 'p99' | 'found'> => {
  const took: number[] = []
  let found = 0
  const begin = performance.now()
  let before = begin
  for (let at = 0; before - begin < seconds * 1000; at = at + 1 === texts.length ? 0 : at + 1) {
    found += match(texts[at]!)
    const now = performance.now()
    took.push(now - before)
    before = now
  }
  const sorted = Float64Array.from(took).sort()
  return {
    perSecond: (took.length / (before - begin)) * 1000,
    p50: quantile(sorted, 0.5) * 1000,
    p99: quantile(sorted, 0.99) * 1000,
    found: found / took.length,
  }
}

const measurePostgres = async (
  rival: PostgresRival,
  texts: readonly string[],
): Promise<Pick<Row, 'perSecond' | 'p50' | 'p99' | 'found'>> => {
  await rival.match(texts.slice(0, POSTGRES_BATCH))
  let [done, found] = [0, 0]
  const begin = performance.now()
  while (performance.now() - begin < seconds * 1000) {
    const batch = texts.slice(done % texts.length, (done % texts.length) + POSTGRES_BATCH)
    found += (await rival.match(batch)).length
    done += batch.length
  }
  const perSecond = (done / (performance.now() - begin)) * 1000
  const took: number[] = []
  for (const text of texts.slice(0, 500)) {
    const start = performance.now()
    await rival.match([text])
    took.push(performance.now() - start)
  }
  const sorted = Float64Array.from(took).sort()
  return { perSecond, p50: quantile(sorted, 0.5) * 1000, p99: quantile(sorted, 0.99) * 1000, found: found / done }
}

const measureLimit = (
  dictionary: Morphology,
  texts: readonly string[],
): Pick<Row, 'perSecond' | 'p50' | 'p99' | 'found'> => {
  const empty = createMatcher(createLanguage(dictionary, { memoSize: MEMO }))
  for (const text of texts) empty.matchIds(text)
  return measure(texts, (text) => empty.matchIds(text).length)
}

/** Our index, filled with the queries, and what that cost. */
interface Filled {
  matcher: Matcher
  language: Language
  loadSeconds: number
  bytes: number
  rss: number
}

const fillIndex = (size: number, texts: readonly string[], load: QueryLoad, dictionary: Morphology): Filled => {
  const language = createLanguage(dictionary, { memoSize: MEMO })
  const before = used()
  const matcher = createMatcher(language)
  for (const text of texts.slice(-OBSERVED)) matcher.observe(text)
  const start = performance.now()
  let id = 0
  for (const query of load.queries(size, SEED)) matcher.add(id++, toStanding(query))
  const loadSeconds = (performance.now() - start) / 1000
  const bytes = used() - before
  return { matcher, language, loadSeconds, bytes, rss: process.memoryUsage().rss }
}

const measureIndex = (size: number, texts: readonly string[], { matcher, loadSeconds, bytes, rss }: Filled): Row[] => {
  const cold = performance.now()
  let found = 0
  for (const text of texts) found += matcher.matchIds(text).length
  const coldPerSecond = (texts.length / (performance.now() - cold)) * 1000
  return [
    {
      queries: size,
      engine: 'our index, first pass (words new)',
      perSecond: coldPerSecond,
      p50: NaN,
      p99: NaN,
      found: found / texts.length,
    },
    {
      queries: size,
      engine: 'our index',
      ...measure(texts, (text) => matcher.matchIds(text).length),
      loadSeconds,
      bytes,
      rss,
    },
    {
      queries: size,
      engine: 'our index, with offsets',
      ...measure(texts, (text) => matcher.match(text).length),
    },
  ]
}

/** Holds the index against the loop on the way. */
const measurePlainLoop = (queries: LoadQuery[], texts: readonly string[], { matcher, language }: Filled): Row => {
  const start = performance.now()
  const plain = new PlainLoop(language, queries)
  const loadSeconds = (performance.now() - start) / 1000
  const row: Row = {
    queries: queries.length,
    engine: 'plain loop',
    ...measure(texts, (text) => plain.match(text).length),
    loadSeconds,
  }
  for (const text of texts.slice(0, Math.ceil(500_000 / queries.length))) {
    const [ours, theirs] = [matcher.matchIds(text), plain.match(text)]
    if (ours.join() !== theirs.join())
      throw new Error(`The index says ${ours.join()}, the plain loop ${theirs.join()}: ${text}`)
  }
  return row
}

/** What comes after: updates, hostile messages, workers, and most queries removed, so that the index is of no more use. */
const measureRest = async (
  queries: LoadQuery[],
  texts: readonly string[],
  load: QueryLoad,
  { matcher, language }: Filled,
): Promise<void> => {
  const size = queries.length
  const fresh = [...load.queries(UPDATES, SEED + 1)].map(toStanding)
  printUpdates(size, measureUpdates(matcher, fresh, texts))
  printHostile(size, measureHostile(language, matcher, texts))
  const { one, two } = await measureWorkers(
    { queries, texts: texts.slice(0, 10_000), dictionary: DICTIONARY, memo: MEMO },
    seconds * 1000,
  )
  console.log(
    `Workers, ${size.toLocaleString('en')} queries: one ${round(one)} msg/s, two ${round(two)} msg/s, ratio ${(two / one).toFixed(2)}\n`,
  )
  printRemoval(size, measureRemoval(matcher, Math.ceil(size / KEPT), texts))
}

const measureRival = async (
  rival: PostgresRival,
  queries: LoadQuery[],
  texts: readonly string[],
  load: QueryLoad,
): Promise<Row> => {
  const start = performance.now()
  await rival.load(queries, (form) => load.frequency(form))
  const loadSeconds = (performance.now() - start) / 1000
  return {
    queries: queries.length,
    engine: 'PostgreSQL, anchor join *',
    ...(await measurePostgres(rival, texts)),
    loadSeconds,
    bytes: await rival.bytes(),
  }
}

const run = async (
  size: number,
  texts: readonly string[],
  load: QueryLoad,
  rival: PostgresRival | null,
): Promise<Row[]> => {
  const dictionary = await loadDictionary(DICTIONARY, loadWordLists())
  const rows: Row[] = [{ queries: size, engine: 'limit: read and look up only', ...measureLimit(dictionary, texts) }]
  const filled = fillIndex(size, texts, load, dictionary)
  rows.push(...measureIndex(size, texts, filled))
  if (size > MOST_FOR_RIVALS) return rows
  const queries = [...load.queries(size, SEED)]
  rows.push(measurePlainLoop(queries, texts, filled))
  if (!values['no-rest'] && size === Math.max(...sizes.filter((one) => one <= MOST_FOR_RIVALS)))
    await measureRest(queries, texts, load, filled)
  if (rival !== null) rows.push(await measureRival(rival, queries, texts, load))
  return rows
}

const round = (value: number): string =>
  Number.isNaN(value) ? '' : value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })

const printTable = (table: string[][], left: number): void => {
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  const line = (row: string[]): string =>
    `| ${row.map((cell, i) => (i === left ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`
  console.log(
    [line(table[0]!), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...table.slice(1).map(line)].join(
      '\n',
    ),
  )
}

const mebibytes = (bytes: number): string => round(bytes / 2 ** 20)

const printUpdates = (size: number, { took, perSecond, bytes }: Updates): void => {
  const kinds = ['add', 'replace', 'remove'] as const
  console.log(
    `\n${size.toLocaleString('en')} queries, one of each update per 30 messages; ${round(perSecond)} msg/s meanwhile`,
  )
  printTable(
    [
      ['update', 'p50 us', 'p99 us', 'longest us'],
      ...kinds.map((kind) => [kind, ...[0.5, 0.99, 1].map((share) => round(quantile(took[kind], share)))]),
    ],
    0,
  )
  const [before, more, again] = bytes
  console.log(
    `MiB: ${mebibytes(before)}, with ${round(took.add.length)} more ${mebibytes(more)}, all of these removed and added again ${mebibytes(again)}\n`,
  )
}

const printRemoval = (size: number, { kept, removing, matching, messages, bytes }: Removal): void => {
  console.log(
    `${size.toLocaleString('en')} queries, all but ${kept.toLocaleString('en')} removed, one message per ten removals`,
  )
  const row = (what: string, times: Float64Array): string[] => [
    what,
    ...[0.5, 0.99, 1].map((share) => round(quantile(times, share))),
  ]
  printTable([['', 'p50 us', 'p99 us', 'longest us'], row('remove', removing), row('message meanwhile', matching)], 0)
  console.log(
    `MiB: ${mebibytes(bytes[0])}, afterwards ${mebibytes(bytes[1])}; the last fell ${round(messages)} messages after the last removal\n`,
  )
}

const printHostile = (size: number, rows: Hostile[]): void => {
  console.log(`Hostile messages; where nothing else stands, against ${size.toLocaleString('en')} queries`)
  printTable(
    [
      ['message', 'ms, words new', 'ms, again', 'work'],
      ...rows.map(({ what, milliseconds, again, work }) => [
        what,
        milliseconds.toFixed(2),
        again.toFixed(2),
        work.toLocaleString('en'),
      ]),
    ],
    0,
  )
  console.log('')
}

const print = (rows: Row[]): void => {
  const cells = rows.map((row) => {
    const ours = rows.find((other) => other.queries === row.queries && other.engine === 'our index')!
    return [
      row.queries.toLocaleString('en'),
      row.engine,
      round(row.perSecond),
      (row.perSecond / ours.perSecond).toFixed(row.perSecond < ours.perSecond / 10 ? 5 : 2),
      round(row.p50),
      round(row.p99),
      row.found.toFixed(2),
      row.loadSeconds?.toFixed(1) ?? '',
      row.bytes === undefined ? '' : mebibytes(row.bytes),
      row.rss === undefined ? '' : mebibytes(row.rss),
    ]
  })
  const table = [
    ['queries', 'engine', 'msg/s', 'ratio', 'p50 us', 'p99 us', 'fits/msg', 'load s', 'MiB', 'RSS MiB'],
    ...cells,
  ]
  printTable(table, 1)
  console.log(
    '* asks for all words anywhere in the message (there is no unordered «near» in PostgreSQL), with its own stemmer.',
  )
  console.log(
    'Ratio: to our index in the same run. One process, one core; the plain loop was held against the index on the way.',
  )
  console.log('RSS: of the whole process, with the messages, the dictionary and the maker of the queries.')
}

const texts = await readMessages()
if (texts === null) {
  console.log('The real messages are not there (../shared/data/messages.ndjson.zst): nothing to measure.')
} else {
  const load = new QueryLoad(texts)
  const slice = shuffle(texts, seeded(SEED)).slice(0, Number(values.messages))
  const characters = slice.reduce((sum, text) => sum + text.length, 0) / slice.length
  console.log(
    `${slice.length.toLocaleString('en')} real messages of ${characters.toFixed(0)} characters on average; Node ${process.version}`,
  )
  const rival = values['no-postgres'] ? null : await PostgresRival.open()
  try {
    const rows: Row[] = []
    for (const size of sizes) rows.push(...(await run(size, slice, load, rival)))
    print(rows)
  } finally {
    await rival?.close()
  }
}
