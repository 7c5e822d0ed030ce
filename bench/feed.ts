/**
 * How long a page of the feed takes, and a count, for readers with 1, 10 and 50 products: ours beside the floor, which is
 * the cheapest SQL for as many rows with the same contents that asks for no rule that hides. A PostgreSQL of its own.
 *
 *   npm run bench:feed -- [--items 1000000] [--seconds 2] [--pages | --views] [--folder PATH]
 *
 * `--seconds`: how long each line is measured. `--pages`: plain pages only, no filters and counts. `--views`: the counts of
 * every product only. `--folder`: keep the database there, and take it from there the next time. One file, because all its parts measure one
 * filled database as the same readers.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { WORD_TOTAL_CAP } from '../contract/reading/feed.ts'
import { TOTAL_CAP } from '../contract/total-cap.ts'
import { emptyFilter, type FilterFields } from '../contract/reading/filters.ts'
import { readView, viewFields, viewKey } from '../rules/filters/views.ts'
import { readConfig } from '../server/config/config.ts'
import { readCards } from '../server/features/reading/feed/read/cards.ts'
import { countViews, VIEW_COUNT_CAP } from '../server/features/reading/feed/read/count-views.ts'
import { countItems, getNewestSeqId, pickPage } from '../server/features/reading/feed/read/pick.ts'
import { readScope, type FeedScope } from '../server/features/reading/feed/read/scope.ts'
import { termsOf } from '../rules/filters/fits.ts'
import { systemClock } from '../server/kit/clock.ts'
import { loadLanguage } from '../server/kit/language.ts'
import type { Database } from '../server/kit/sql.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { startPostgres } from '../tools/postgres.ts'
import { floorOfCount, floorOfPage, type FloorAsk, type FloorPools } from './feed-floor.ts'
import { loadFeed, PRODUCTS, readReaders, type BenchReader, type LoadWords } from './feed-load.ts'
import { realMessages } from './stream-messages.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '2' },
    pages: { type: 'boolean', default: false },
    views: { type: 'boolean', default: false },
    folder: { type: 'string' },
  },
})
const items = Number(values.items)
const seconds = Number(values.seconds)
if (!(items >= 100_000 && seconds > 0)) throw new Error('--items takes 100000 or more, --seconds a number above 0')

const LIMIT = 20
const MOST_SAMPLES = 300
const LEAST_SAMPLES = 5
/** Far above what a badge shows, as server/features/reading/feed/live/feed-listeners.ts counts. */
const BADGE_COUNTED = 999

interface Line {
  products: number
  what: string
  ours: number[]
  /** Only which, without contents; null for counts. */
  picking: number[] | null
  floor: number[]
  called: string
  rows: string
}

const timed = async <Value>(into: number[], work: () => Promise<Value>): Promise<Value> => {
  const startedAt = performance.now()
  const value = await work()
  into.push(performance.now() - startedAt)
  return value
}

/** Turn by turn, so that whatever else the machine does weighs on both. */
async function alternate(
  line: Line,
  ours: (n: number) => Promise<void>,
  floor: (n: number) => Promise<unknown>,
): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    await ours(time)
    await floor(time)
  }
  line.ours.length = 0
  if (line.picking) line.picking.length = 0
  const until = performance.now() + seconds * 1_000
  for (let n = 0; n < MOST_SAMPLES && (n < LEAST_SAMPLES || performance.now() < until); n += 1) {
    await ours(n)
    await timed(line.floor, () => floor(n))
  }
  console.log(
    `  ${line.products}: ${line.what}: ${number(at(line.ours, 0.5))} ms, floor ${number(at(line.floor, 0.5))} ms ${line.called}`,
  )
}

type PageAsk = Parameters<typeof pickPage>[2]

/** What one reader's pages and counts take, line by line. */
class ReaderMeasure {
  readonly lines: Line[] = []
  readonly #database: Database
  readonly #pools: FloorPools
  readonly #reader: BenchReader
  /** What every question to the floor says of the reader. */
  readonly #asker: Pick<FloorAsk, 'userId' | 'team' | 'productIds'>

  constructor(database: Database, pools: FloorPools, reader: BenchReader) {
    const { userId, mateId, productIds } = reader
    this.#database = database
    this.#pools = pools
    this.#reader = reader
    this.#asker = { userId, team: [userId, mateId], productIds }
  }

  async scope(fields: Partial<FilterFields> = {}): Promise<FeedScope> {
    const context = { db: this.#database.db, clock: systemClock, language: await loadLanguage() }
    return readScope(context, { id: this.#reader.userId, roles: [] }, { ...emptyFilter, ...fields })
  }

  /** @param asks one after the other, round and round, so that no page is asked for twice in a row */
  async page(what: string, scope: FeedScope, asks: PageAsk[], narrowed: Partial<FloorAsk> = {}): Promise<void> {
    const { db } = this.#database
    const line = this.#start(what, true)
    const floorAsks = asks.map(({ upTo, edge, offset, limit }): FloorAsk => ({
      ...this.#asker,
      ...narrowed,
      offset,
      limit,
      after: edge?.direction === 'back' ? edge.seqId : 0,
      upTo: edge?.direction === 'forward' ? edge.seqId - 1 : upTo,
      back: edge?.direction === 'back',
    }))
    const floor = await floorOfPage(this.#pools, floorAsks[0] as FloorAsk)
    line.called = floor.called
    let shown = 0
    await alternate(
      line,
      (n) =>
        timed(line.ours, async () => {
          const seqIds = await timed(line.picking ?? [], () => pickPage(db, scope, asks[n % asks.length] as PageAsk))
          shown = (await readCards(db, scope, seqIds)).length
        }),
      async (n) => {
        line.rows = `${shown}/${await floor.run(floorAsks[n % asks.length] as FloorAsk)}`
      },
    )
  }

  async count(
    what: string,
    scope: FeedScope,
    ranges: Range[],
    cap: number,
    narrowed: Partial<FloorAsk> = {},
  ): Promise<void> {
    const { db } = this.#database
    const line = this.#start(what, false)
    const floorAsks = ranges.map((range): FloorAsk => ({
      ...this.#asker,
      ...narrowed,
      ...range,
      offset: 0,
      limit: cap + 1,
    }))
    const floor = await floorOfCount(this.#pools, floorAsks[0] as FloorAsk)
    line.called = floor.called
    await alternate(
      line,
      (n) =>
        timed(line.ours, async () => {
          line.rows = String(await countItems(db, scope, ranges[n % ranges.length] as Range, cap))
        }),
      (n) => floor.run(floorAsks[n % ranges.length] as FloorAsk),
    )
  }

  /** What came for the view of each product, all in one question; beside it one question for each, and no floor. */
  async views(what: string, scope: FeedScope, ranges: Range[], cap: number): Promise<void> {
    const { db } = this.#database
    const line = this.#start(what, false)
    line.called = 'one question each'
    const views = this.#reader.productIds.map((productId) => viewKey({ productType: 'category', productId }))
    const alone = await Promise.all(views.map((view) => this.scope(viewFields(readView(view) ?? null))))
    await alternate(
      line,
      (n) =>
        timed(line.ours, async () => {
          const { after, upTo } = ranges[n % ranges.length] as Range
          const asked = views.map((view) => ({ view, since: after }))
          const counts = await countViews(db, scope, asked, upTo, cap)
          line.rows = String([...counts.values()].reduce((sum, { count }) => sum + count, 0))
        }),
      async (n) => {
        for (const each of alone) await countItems(db, each, ranges[n % ranges.length] as Range, cap)
      },
    )
  }

  #start(what: string, picking: boolean): Line {
    const line: Line = {
      products: this.#reader.productIds.length,
      what,
      ours: [],
      picking: picking ? [] : null,
      floor: [],
      called: '',
      rows: '',
    }
    this.lines.push(line)
    return line
  }
}

/** Items between two places of the feed. */
interface Range {
  after: number
  upTo: number
}

const plainAsks = (tops: number[], offset: number): PageAsk[] =>
  tops.map((upTo) => ({ upTo, edge: null, offset, limit: LIMIT }))

async function measureReader(
  database: Database,
  pools: FloorPools,
  reader: BenchReader,
  words: LoadWords,
): Promise<Line[]> {
  const measure = new ReaderMeasure(database, pools, reader)
  const newest = await getNewestSeqId(database.db)
  const scope = await measure.scope()
  const tops = Array.from({ length: 10 }, (_, n) => newest - n * 50)
  if (values.views) {
    await measureViews(measure, scope, tops)
    return measure.lines
  }
  await measurePlainPages(database, measure, scope, newest, tops)
  if (values.pages) return measure.lines
  await measureWords(measure, words, tops)
  await measure.page('favourites', await measure.scope({ onlyFavorites: true }), plainAsks(tops, 0), {
    favorites: true,
  })
  await measurePlaces(database, measure, tops)
  await measure.count(
    'total',
    scope,
    tops.map((upTo) => ({ after: 0, upTo })),
    TOTAL_CAP,
  )
  await measure.count(
    'badge, since 5,000 items',
    scope,
    tops.map((upTo) => ({ after: upTo - 5_000, upTo })),
    BADGE_COUNTED,
  )
  await measureViews(measure, scope, tops)
  return measure.lines
}

async function measureViews(measure: ReaderMeasure, scope: FeedScope, tops: number[]): Promise<void> {
  for (const since of [5_000, 100_000]) {
    const ranges = tops.map((upTo) => ({ after: upTo - since, upTo }))
    await measure.views(`every product, since ${since.toLocaleString('en')} items`, scope, ranges, VIEW_COUNT_CAP)
  }
}

async function measurePlainPages(
  { db }: Database,
  measure: ReaderMeasure,
  scope: FeedScope,
  newest: number,
  tops: number[],
): Promise<void> {
  await measure.page('page 1', scope, plainAsks(tops, 0))
  const long = await pickPage(db, scope, { upTo: newest, edge: null, offset: 0, limit: LIMIT * 60 })
  const edges = (at: number, direction: 'forward' | 'back', offset = 0): PageAsk[] =>
    tops.map((_, n) => ({
      upTo: newest,
      edge: { seqId: long[LIMIT * (at + n) - 1] ?? 1, direction },
      offset,
      limit: LIMIT,
    }))
  await measure.page('page 50, by the edge', scope, edges(49, 'forward'))
  await measure.page('page 50, back by the edge', scope, edges(50, 'back'))
  await measure.page('page 50, by offset', scope, plainAsks(tops, 49 * LIMIT))
  await measure.page('jump of 100 pages', scope, edges(1, 'forward', 99 * LIMIT))
}

async function measureWords(measure: ReaderMeasure, words: LoadWords, tops: number[]): Promise<void> {
  for (const [name, { term, part }] of Object.entries(words)) {
    const asked = await measure.scope({ includedWords: [term] })
    const terms = termsOf(asked.question.included)
    await measure.page(`word in ${percent(part)}, page 1`, asked, plainAsks(tops, 0), { terms })
    if (name === 'common')
      await measure.page(`word in ${percent(part)}, page 50`, asked, plainAsks(tops, 49 * LIMIT), { terms })
    await measure.count(
      `word in ${percent(part)}, total`,
      asked,
      tops.map((upTo) => ({ after: 0, upTo })),
      WORD_TOTAL_CAP,
      { terms },
    )
  }
}

async function measurePlaces({ pool }: Database, measure: ReaderMeasure, tops: number[]): Promise<void> {
  const {
    rows: [place],
  } = await pool.query<{ id: number; name: string; region: number }>(
    `select l.id, l.name, l.parent_id as region from bench_places p join locations l on l.id = p.id where p.place = 40`,
  )
  if (!place) return
  const placed = await measure.scope({
    locations: [
      { type: 'region', id: place.region, name: '' },
      { type: 'town', id: place.id, name: place.name },
    ],
  })
  await measure.page('places, page 1', placed, plainAsks(tops, 0), {
    locationIds: [place.region, place.id],
    regionIds: [place.region],
  })
}

function at(samples: number[], part: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

const percent = (part: number): string => `${Number((part * 100).toPrecision(1))} %`
const number = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0))

function print(lines: Line[]): void {
  const table = [
    [
      'products',
      'what',
      'p50 ms',
      'p99 ms',
      'picking p50',
      'floor p50',
      'floor p99',
      'ratio p50',
      'rows',
      'floor goes',
      'samples',
    ],
    ...lines.map(({ products, what, ours, picking, floor, called, rows }) => [
      String(products),
      what,
      number(at(ours, 0.5)),
      number(at(ours, 0.99)),
      picking ? number(at(picking, 0.5)) : '',
      number(at(floor, 0.5)),
      number(at(floor, 0.99)),
      (at(ours, 0.5) / at(floor, 0.5)).toFixed(2),
      rows,
      called,
      String(ours.length),
    ]),
  ]
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)))
  const line = (row: string[]): string => `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`
  const [head = [], ...rest] = table
  console.log([line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rest.map(line)].join('\n'))
}

if (realMessages === null)
  console.log('The real messages are not there (../shared/data/messages.ndjson.zst): made-up ones take their place.')
// As a real server of ours, but nothing waits for the disk.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '256MB',
  max_wal_size: '8GB',
}
const postgres = await startPostgres(
  values.folder === undefined ? { ephemeral: true, settings } : { dataDir: values.folder, settings },
)
try {
  const config = readConfig({
    DATABASE_URL: postgres.url,
    NODE_ENV: 'test',
    DEMO: 'off',
    MADE_UP_NETWORK: 'off',
    LOG_LEVEL: 'silent',
  })
  const database = await prepareDatabase(config)
  const {
    rows: [there],
  } = await database.pool.query<{ there: boolean }>(`select to_regclass('bench_words') is not null as there`)
  if (!there?.there) await loadFeed(database, items)
  const {
    rows: [known],
  } = await database.pool.query<{ words: LoadWords }>('select words from bench_words')
  if (!known) throw new Error('the words to ask for are not there')
  const keeping = new pg.Pool({ connectionString: postgres.url, options: '-c plan_cache_mode=force_generic_plan' })
  const lines: Line[] = []
  for (const reader of await readReaders(database))
    lines.push(...(await measureReader(database, { pool: database.pool, keeping }, reader, known.words)))
  console.log(
    `${items.toLocaleString('en')} feed items of ${PRODUCTS} products; a page is ${LIMIT} messages; words: ${Object.values(
      known.words,
    )
      .map(({ term }) => term)
      .join(', ')}`,
  )
  print(lines)
  await keeping.end()
  await database.close()
} finally {
  await postgres.stop()
}
