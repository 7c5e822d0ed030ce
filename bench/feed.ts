/**
 * How long a page of the feed takes, and a count, for readers with 1, 10 and 50 products: ours beside the floor, which is
 * the cheapest SQL for as many rows with the same contents that asks for no rule that hides. A PostgreSQL of its own.
 *
 *   npm run bench:feed -- [--items 1000000] [--seconds 2] [--pages] [--folder PATH]
 *
 * `--seconds`: how long each line is measured. `--pages`: plain pages only, no filters and counts. `--folder`: keep the
 * database there, and take it from there the next time.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { TOTAL_CAP, WORD_TOTAL_CAP } from '../contract/reading/feed.ts'
import { emptyFilter, type FilterFields } from '../contract/reading/filters.ts'
import { readConfig } from '../server/config/config.ts'
import { createAccount } from '../server/features/people/accounts/accounts.public.ts'
import { readCards } from '../server/features/reading/feed/read/cards.ts'
import { countItems, getNewestSeqId, pickPage } from '../server/features/reading/feed/read/pick.ts'
import { readScope, type Scope } from '../server/features/reading/feed/read/scope.ts'
import { subscribe } from '../server/features/access/subscriptions/subscriptions.public.ts'
import { DAY, systemClock } from '../server/kit/clock.ts'
import { loadLanguage } from '../server/kit/language.ts'
import type { Database } from '../server/kit/sql.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { startPostgres } from '../tools/postgres.ts'
import { floorOfCount, floorOfPage, type FloorAsk, type FloorPools } from './feed-floor.ts'
import { loadItems, loadMarks, loadTexts, PRODUCTS, type LoadWords } from './feed-load.ts'
import { realMessages } from './stream-messages.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '2' },
    pages: { type: 'boolean', default: false },
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

interface BenchReader {
  userId: number
  mateId: number
  productIds: number[]
}

/** Which of the 80 products, heaviest first, a reader holds. */
const holdings = [[5], Array.from({ length: 10 }, (_, n) => 5 + 8 * n), Array.from({ length: 50 }, (_, n) => 1 + n)]

async function load(database: Database): Promise<void> {
  const { db, pool } = database
  const now = systemClock.now()
  console.log(`${items.toLocaleString('en')} feed items are made up …`)
  const words = await loadTexts(database, await loadLanguage())
  await loadItems(database, items, now)
  const { rows: products } = await pool.query<{ n: number; id: number }>(
    'select place as n, id from bench_products order by place',
  )
  await pool.query('create table bench_held (user_id bigint, mate_id bigint, product_id bigint)')
  await pool.query('create table bench_words as select $1::jsonb as words', [JSON.stringify(words)])
  for (const held of holdings) {
    const [userId, mateId] = await db.transaction().execute(async (tx) => {
      const account = (name: string) =>
        createAccount(tx, systemClock, {
          email: `${name}${held.length}@example.ru`,
          password: 'bench bench',
          username: name,
          timeZone: 'Europe/Moscow',
        })
      const ids = [await account('reader'), await account('mate')] as const
      for (const n of held) {
        const productId = products[n - 1]?.id ?? 0
        await subscribe(tx, {
          userId: ids[0],
          productType: 'category',
          productId,
          tariffType: 'regular',
          startsAt: new Date(now.getTime() - DAY),
          expiresAt: new Date(now.getTime() + 1_000 * DAY),
        })
      }
      return ids
    })
    await pool.query(
      `insert into membership_cards (owner_id, email, username, user_id, status, created_at) values ($1, $2, 'mate', $3, 'accepted', now())`,
      [userId, `mate${held.length}@example.ru`, mateId],
    )
    await pool.query(`insert into bench_held select $1, $2, id from bench_products where place = any($3)`, [
      userId,
      mateId,
      held,
    ])
    await loadMarks(database, userId, mateId)
  }
  await pool.query('analyze')
}

async function readReaders({ pool }: Database): Promise<BenchReader[]> {
  const { rows } = await pool.query<BenchReader>(
    `select user_id as "userId", mate_id as "mateId", array_agg(product_id::int order by product_id) as "productIds" from bench_held group by 1, 2 order by cardinality(array_agg(product_id))`,
  )
  return rows
}

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

async function measureReader(
  { db, pool }: Database,
  pools: FloorPools,
  reader: BenchReader,
  words: LoadWords,
): Promise<Line[]> {
  const { userId, mateId, productIds } = reader
  const context = { db, clock: systemClock, language: await loadLanguage() }
  const scopeFor = (fields: Partial<FilterFields> = {}): Promise<Scope> =>
    readScope(context, { id: userId, roles: [] }, { ...emptyFilter, ...fields })
  const newest = await getNewestSeqId(db)
  const lines: Line[] = []
  const base = { userId, team: [userId, mateId], productIds }
  const start = (what: string, picking: boolean): Line => {
    const line: Line = {
      products: productIds.length,
      what,
      ours: [],
      picking: picking ? [] : null,
      floor: [],
      called: '',
      rows: '',
    }
    lines.push(line)
    return line
  }

  /** @param asks one after the other, round and round, so that no page is asked for twice in a row */
  const page = async (what: string, scope: Scope, asks: PageAsk[], narrowed: Partial<FloorAsk> = {}): Promise<void> => {
    const line = start(what, true)
    const floorAsks = asks.map(({ upTo, edge, offset, limit }): FloorAsk => ({
      ...base,
      ...narrowed,
      offset,
      limit,
      after: edge?.direction === 'back' ? edge.seqId : 0,
      upTo: edge?.direction === 'forward' ? edge.seqId - 1 : upTo,
      back: edge?.direction === 'back',
    }))
    const floor = await floorOfPage(pools, floorAsks[0] as FloorAsk)
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
  const count = async (
    what: string,
    scope: Scope,
    ranges: { after: number; upTo: number }[],
    cap: number,
    narrowed: Partial<FloorAsk> = {},
  ): Promise<void> => {
    const line = start(what, false)
    const floorAsks = ranges.map((range): FloorAsk => ({ ...base, ...narrowed, ...range, offset: 0, limit: cap + 1 }))
    const floor = await floorOfCount(pools, floorAsks[0] as FloorAsk)
    line.called = floor.called
    await alternate(
      line,
      (n) =>
        timed(line.ours, async () => {
          line.rows = String(
            await countItems(db, scope, ranges[n % ranges.length] as { after: number; upTo: number }, cap),
          )
        }),
      (n) => floor.run(floorAsks[n % ranges.length] as FloorAsk),
    )
  }

  const scope = await scopeFor()
  const tops = Array.from({ length: 10 }, (_, n) => newest - n * 50)
  const plain = (offset: number): PageAsk[] => tops.map((upTo) => ({ upTo, edge: null, offset, limit: LIMIT }))
  await page('page 1', scope, plain(0))
  const long = await pickPage(db, scope, { upTo: newest, edge: null, offset: 0, limit: LIMIT * 60 })
  const edges = (at: number, direction: 'forward' | 'back', offset = 0): PageAsk[] =>
    tops.map((_, n) => ({
      upTo: newest,
      edge: { seqId: long[LIMIT * (at + n) - 1] ?? 1, direction },
      offset,
      limit: LIMIT,
    }))
  await page('page 50, by the edge', scope, edges(49, 'forward'))
  await page('page 50, back by the edge', scope, edges(50, 'back'))
  await page('page 50, by offset', scope, plain(49 * LIMIT))
  await page('jump of 100 pages', scope, edges(1, 'forward', 99 * LIMIT))
  if (values.pages) return lines
  for (const [name, { term, part }] of Object.entries(words)) {
    const fields = { includedWords: [term] }
    const asked = await scopeFor(fields)
    const terms = asked.question.includedTerms
    await page(`word in ${percent(part)}, page 1`, asked, plain(0), { terms })
    if (name === 'common') await page(`word in ${percent(part)}, page 50`, asked, plain(49 * LIMIT), { terms })
    await count(
      `word in ${percent(part)}, total`,
      asked,
      tops.map((upTo) => ({ after: 0, upTo })),
      WORD_TOTAL_CAP,
      { terms },
    )
  }
  await page('favourites', await scopeFor({ onlyFavorites: true }), plain(0), { favorites: true })
  const {
    rows: [place],
  } = await pool.query<{ id: number; name: string; region: number }>(
    `select l.id, l.name, l.parent_id as region from bench_places p join locations l on l.id = p.id where p.place = 40`,
  )
  if (place) {
    const placed = await scopeFor({
      locations: [
        { type: 'region', id: place.region, name: '' },
        { type: 'town', id: place.id, name: place.name },
      ],
    })
    await page('places, page 1', placed, plain(0), { locationIds: [place.region, place.id], regionIds: [place.region] })
  }
  await count(
    'total',
    scope,
    tops.map((upTo) => ({ after: 0, upTo })),
    TOTAL_CAP,
  )
  await count(
    'badge, since 5,000 items',
    scope,
    tops.map((upTo) => ({ after: upTo - 5_000, upTo })),
    BADGE_COUNTED,
  )
  return lines
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
  if (!there?.there) await load(database)
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
