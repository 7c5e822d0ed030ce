/**
 * How fast the stream is: messages a second from a file to the database, against each step alone, and how long it takes
 * from a message being received to the badge of an open feed. A PostgreSQL of its own that writes to the disk as a real
 * one does; everything in one process, as `npm start` runs it.
 *
 *   npm run bench:stream -- [--messages 60000] [--batch 1000] [--seconds 12] [--rates 10,100,1000]
 */
import { parseArgs } from 'node:util'
import { fingerprint } from '../engine/duplicates/fingerprint.ts'
import { textTerms } from '../engine/language/terms.ts'
import type { Scorer } from '../engine/relevance/score.ts'
import { systemClock } from '../server/kit/clock.ts'
import { loadScorer } from '../server/kit/relevance.ts'
import type { AppContext } from '../server/kit/context.ts'
import type { StandingQueries } from '../server/stream/match/standing-queries.ts'
import { normalise, type Message } from '../server/stream/normalise/normalise.ts'
import { runSource } from '../server/stream/pipeline.ts'
import type { RawBatch, Source } from '../server/stream/receive/shared/source.ts'
import { markOf, scoreMessage, type Scores } from '../server/stream/score/score.ts'
import { openStore, type MatchedBatch } from '../server/stream/store/store.ts'
import { startPostgres } from '../tools/postgres.ts'
import { openHouse } from './house.ts'
import { measureLatency, type Latency } from './stream-latency.ts'
import { mixForLatency, openSource, readAll, realMessages } from './stream-messages.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '60000' },
    batch: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '12' },
    rates: { type: 'string', default: '10,100,1000' },
  },
})
const count = Number(values.messages)
const batchSize = Number(values.batch)
const seconds = Number(values.seconds)
const rates = values.rates.split(',').map(Number)
if (![count, batchSize, seconds, ...rates].every((number) => number > 0))
  throw new Error('every option takes numbers above 0')

interface Row {
  step: string
  /** Milliseconds for all messages: of the clock, and of this process's processor. */
  took: number
  busy: number
  messages: number
  items: number | null
}

async function timed(
  step: string,
  work: () => Promise<{ messages: number; items?: number }> | { messages: number; items?: number },
): Promise<Row> {
  const before = process.cpuUsage()
  const startedAt = performance.now()
  const { messages, items } = await work()
  const took = performance.now() - startedAt
  const { user, system } = process.cpuUsage(before)
  return { step, took, busy: (user + system) / 1000, messages, items: items ?? null }
}

async function throughTheStream(house: AppContext & { standingQueries: StandingQueries }, source: Source<unknown>) {
  const sum = { messages: 0, items: 0 }
  await runSource(house, source, new AbortController().signal, ({ received, items }) => {
    sum.messages += received
    sum.items += items
  })
  return sum
}

async function measureRate(server: string): Promise<Row[]> {
  const source = await openSource(count, batchSize)
  const rows = await measureSteps(server, source)
  const whole = await openHouse(server, 'bench_whole')
  rows.push(await timed('end to end', () => throughTheStream(whole, source)))
  await whole.database.db.deleteFrom('sourceCursors').execute()
  rows.push(await timed('the same again, all known', () => throughTheStream(whole, source)))
  await whole.close()
  const most = await openHouse(server, 'bench_most', true)
  rows.push(await timed('end to end, most are kept', () => throughTheStream(most, source)))
  await most.close()
  return rows
}

/** Each step alone, on what the step before made. */
async function measureSteps(server: string, source: Source<unknown>): Promise<Row[]> {
  const house = await openHouse(server, 'bench_steps')
  const raw = await readAll(source)
  const messages = raw.reduce((sum, batch) => sum + batch.messages.length, 0)
  const scorer = await loadScorer()
  warmUp(house.standingQueries, scorer, raw)

  const rows: Row[] = []
  const step = async (name: string, work: () => unknown): Promise<void> => {
    rows.push(
      await timed(name, async () => {
        await work()
        return { messages }
      }),
    )
  }
  await step('read alone', () => readAll(source))
  const now = new Date()
  let normalised: Message[][] = []
  await step('normalise alone', () => {
    normalised = raw.map((batch) => batch.messages.flatMap((message) => normalise(message, now) ?? []))
  })
  const texts = normalised.flatMap((each) => each.map((message) => message.text))
  await step('score alone, every message', () => {
    for (const text of texts) scorer.score(text)
  })
  await step('fingerprint alone, every message', () => {
    for (const text of texts) fingerprint(text)
  })
  const batches: MatchedBatch[] = []
  rows.push(
    await timed('match alone', () => {
      batches.push(...normalised.map((each, cursor) => matchAll(house, scorer, cursor, each)))
      return {
        messages,
        items: batches.flatMap((batch) => batch.messages).reduce((sum, { hits }) => sum + hits.length, 0),
      }
    }),
  )
  await step('score and fingerprint what fits', () => {
    for (const { hits, scores } of batches.flatMap((batch) => batch.messages)) if (hits.length > 0) scores()
  })
  const store = openStore(house.database, systemClock)
  rows.push(
    await timed('store alone', async () => {
      let items = 0
      for (const batch of batches) items += (await store.store(batch)).items
      return { messages, items }
    }),
  )
  await house.close()
  return rows
}

/** Once for nothing: words and code that are met for the first time are slower, in whatever step they are met. */
function warmUp(standingQueries: StandingQueries, scorer: Scorer, raw: RawBatch<unknown>[]): void {
  for (const { text, network, kind } of raw.flatMap((batch) => batch.messages)) {
    standingQueries.match({ text, network, kind, group: null })
    scorer.score(text)
    fingerprint(text)
  }
}

function matchAll(
  { standingQueries, language }: Pick<AppContext, 'language'> & { standingQueries: StandingQueries },
  scorer: Scorer,
  cursor: number,
  normalised: Message[],
): MatchedBatch {
  const messages = normalised.map((message) => {
    const hits = standingQueries
      .match(message)
      .map((hit) => markOf(scorer, message.text, hit, () => scoreMessage(scorer, () => null, message)))
    let known: Scores | undefined
    return {
      message,
      hits,
      scores: () => (known ??= scoreMessage(scorer, () => null, message)),
      terms: () => textTerms(language, message.text),
      suppressedUnder: () => undefined,
    }
  })
  return { source: 'bench', cursor, received: normalised.length, messages }
}

const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })

function print(table: string[][]): void {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)))
  const line = (row: string[]): string =>
    `| ${row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' | ')} |`
  const [head = [], ...rest] = table
  console.log([line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rest.map(line)].join('\n'))
}

function printAll(rows: Row[], latencies: Latency[]): void {
  const whole = rows.find((row) => row.step === 'end to end')
  const ofWhole = (row: Row): string =>
    whole ? (row.messages / row.took / (whole.messages / whole.took)).toFixed(2) : ''
  print([
    ['step', 'messages/s', 'to end to end', 'ms per 1,000', 'processor ms', 'feed items'],
    ...rows.map((row) => [
      row.step,
      number((row.messages / row.took) * 1000),
      ofWhole(row),
      number((row.took / row.messages) * 1000, 1),
      number((row.busy / row.messages) * 1000, 1),
      row.items === null ? '' : number(row.items),
    ]),
    ['', '', '', '', '', ''],
    ['received to badge', 'p50 ms', 'p99 ms', 'longest ms', 'fitted of sent', 'signals'],
    ...latencies.map((each) => [
      `${number(each.perSecond)} messages/s`,
      number(each.p50),
      number(each.p99),
      number(each.longest),
      `${number(each.fitted)} of ${number(each.sent)}`,
      number(each.signals),
    ]),
  ])
  console.log(
    'Only messages that fit something are scored and known by their fingerprints; «most are kept»: a category asks for the commonest words.',
  )
  console.log(
    'Processor: of this process (Node), for 1,000 messages. A socket is notified of new items at most every 300 ms: that is most of the wait.',
  )
}

console.log(
  realMessages === null
    ? 'The real messages are not there (../shared/data/messages.ndjson.zst): made-up ones take their place.'
    : `Real messages; for the badge, three of ten are made-up ones that fit a category. Node ${process.version}`,
)
// As a real server: what is committed is on the disk.
const postgres = await startPostgres({
  ephemeral: true,
  settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '256MB' },
})
try {
  const rows = await measureRate(postgres.url)
  const house = await openHouse(postgres.url, 'bench_latency')
  const make = await mixForLatency(house.standingQueries)
  const latencies: Latency[] = []
  // Once for nothing.
  await measureLatency(house, house.standingQueries, make, 50, 2)
  let sent = 100
  for (const rate of rates) {
    // Others than before: copies of what a feed has count as nothing new.
    const next: typeof make = (n, ...more) => make(sent + n, ...more)
    latencies.push(await measureLatency(house, house.standingQueries, next, rate, seconds))
    sent += rate * seconds
  }
  await house.close()
  printAll(rows, latencies)
} finally {
  await postgres.stop()
}
