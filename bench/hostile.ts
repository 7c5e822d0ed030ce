/**
 * What one hostile request, or a handful of them, does to everybody else: the longest the event loop stood still, and how long an
 * ordinary request waited meanwhile. One process answers, asks and measures, so that what the asking itself costs is in the figures;
 * the first row is what they are without anything hostile.
 *
 *   npm run bench:hostile -- [--messages 20000] [--only cart,feeds]
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { io, type Socket } from 'socket.io-client'
import { readConfig } from '../server/config/config.ts'
import { createAccount } from '../server/features/people/accounts/accounts.public.ts'
import { subscribe } from '../server/features/access/subscriptions/subscriptions.public.ts'
import { features } from '../server/features.ts'
import { openBus } from '../server/kit/bus.ts'
import { DAY, systemClock } from '../server/kit/clock.ts'
import { hooksOf } from '../server/kit/feature.ts'
import { loadLanguage } from '../server/kit/language.ts'
import { silentLog } from '../server/kit/log.ts'
import type { Database } from '../server/kit/sql.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { runWeb } from '../server/roles/web.ts'
import { rssAdapter } from '../server/stream/receive/rss/rss.ts'
import type { RawMessage } from '../server/stream/receive/shared/source.ts'
import { startPostgres } from '../tools/postgres.ts'
import { indexAll, loadMessages } from './preview-load.ts'

const { values } = parseArgs({ options: { messages: { type: 'string', default: '20000' }, only: { type: 'string' } } })
const count = Number(values.messages)
if (!(count > 0)) throw new Error('--messages takes a number above 0')
const only = values.only?.split(',')

const EMAIL = 'bench@example.ru'
const PASSWORD = 'правильный пароль'
const BETWEEN_ORDINARY_MS = 20
/** Long enough to see what is usual. */
const USUAL_MS = 3_000

/** Behind a proxy, so that everybody has an address of their own. */
let addresses = 0
const from = (): Record<string, string> => {
  addresses += 1
  return { 'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}` }
}

interface Bench {
  address: string
  /** Of someone with a category. */
  cookie: string
  filterId: number
}

type Scenario = (bench: Bench) => Promise<void>

const ask = async (
  { address }: Bench,
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string> = from(),
): Promise<Response> => {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(address + path, { method, headers: { ...type, ...headers }, body: body ?? null })
  await response.arrayBuffer()
  return response
}
const times = <Result>(many: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: many }, (_, index) => work(index)))

/** What was sent may be refused, or be hung up on: either is an answer here. */
const settled = async (work: Promise<unknown>): Promise<void> => void (await Promise.allSettled([work]))

async function withSocket({ address, cookie }: Bench, work: (socket: Socket) => Promise<unknown>): Promise<void> {
  const socket = io(address, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { cookie, ...from() },
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  await settled(work(socket))
  socket.disconnect()
}

const wide = (fields: number): string =>
  `{${Array.from({ length: fields }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`

/** A feed at an address, as the adapter of feeds reads it. */
function readFeedOf(text: string, type: string): Promise<unknown> {
  const adapter = rssAdapter({
    fetch: async () => new Response(text, { headers: { 'content-type': type } }),
    time: { now: () => systemClock.now(), sleep: async () => {} },
    userAgent: 'bench',
  })
  return settled(adapter.resolve('https://feed.example/feed', new AbortController().signal))
}
const attributes = (many: number): string => Array.from({ length: many }, (_, index) => `a${index}=""`).join(' ')
const feedOf = (inside: string): string => `<rss version="2.0"><channel><title>x</title>${inside}</channel></rss>`

const scenarios: Record<string, [what: string, run: Scenario][]> = {
  cart: [
    [
      'a cart of 250 000 items, read 20 times',
      async (bench) => {
        const items = Array.from({ length: 250_000 }, () => 1).join(',')
        const tariffDetails = `{"product":"category","type":"regular","items":[${items}]}`
        const put = await ask(bench, 'PUT', '/api/cart', `{"tariff":3,"tariffDetails":${tariffDetails}}`)
        const cookie = put.headers
          .getSetCookie()
          .map((each) => each.split(';')[0])
          .join('; ')
        await times(20, () => ask(bench, 'GET', '/api/cart', undefined, { cookie, ...from() }))
      },
    ],
  ],
  search: [
    [
      '40 searches of categories with beginnings of words',
      async (bench) => {
        const body = JSON.stringify({ keywords: [...'пнвкмсрдот'].map((letter) => `${letter}*`), operator: 'OR' })
        await times(40, () => ask(bench, 'POST', '/api/category/search', body))
      },
    ],
    [
      '40 searches of categories with beginnings of four letters',
      async (bench) => {
        const body = JSON.stringify({ keywords: ['фото*', 'номе*', 'посо*', 'кого*', 'опыт*'], operator: 'OR' })
        await times(40, () => ask(bench, 'POST', '/api/category/search', body))
      },
    ],
  ],
  wide: [
    [
      '20 bodies of 110 000 unknown fields',
      async (bench) => {
        const body = wide(110_000)
        await times(20, () => settled(ask(bench, 'POST', '/auth/logout', body)))
      },
    ],
    [
      '20 bodies as wide as they may be',
      async (bench) => {
        const body = wide(7_000)
        await times(20, () => ask(bench, 'POST', '/auth/logout', body))
      },
    ],
    [
      '32 calls of 20 000 unknown fields over one socket',
      (bench) => {
        const input = JSON.parse(wide(20_000)) as object
        const call = (socket: Socket) => socket.timeout(60_000).emitWithAck('call', { name: 'accounts.getMe', input })
        return withSocket(bench, (socket) => times(32, () => call(socket)))
      },
    ],
  ],
  signIns: [
    [
      '120 sign-ins from 120 addresses',
      async (bench) => {
        const body = JSON.stringify({ email: EMAIL, password: 'не тот пароль' })
        await times(120, () => ask(bench, 'POST', '/auth/login', body))
      },
    ],
  ],
  listener: [
    [
      '30 times one filter a hundred times',
      (bench) => {
        const filters = Array.from({ length: 100 }, () => ({ filterId: bench.filterId, since: 0 }))
        const call = (socket: Socket) =>
          socket.timeout(60_000).emitWithAck('call', { name: 'feed.setFeedListener', input: { filters } })
        return withSocket(bench, (socket) => times(30, () => call(socket)))
      },
    ],
  ],
  feeds: [
    ['a feed of 46 000 items', () => readFeed(feedOf('<item><title>x</title><guid>y</guid></item>'.repeat(46_000)))],
    ['a feed of 300 000 attributes', () => readFeed(feedOf(`<item ${attributes(300_000)}/>`))],
    ['a feed of 400 000 entities', () => readFeed(feedOf(`<item><title>${'&amp;'.repeat(400_000)}</title></item>`))],
    [
      'a page that names its engine 120 000 times',
      () => readPage(`<html><head>${'<meta name="generator">'.repeat(120_000)}</head></html>`),
    ],
  ],
}
const readFeed = async (text: string): Promise<void> => void (await readFeedOf(text, 'application/rss+xml'))
const readPage = async (text: string): Promise<void> => void (await readFeedOf(text, 'text/html'))

interface Measured {
  'took, s': string
  'longest stall, ms': number
  'ordinary request, ms': number
  'at most, ms': number
}

async function measure(bench: Bench, hostile: () => Promise<void>): Promise<Measured> {
  const waits: number[] = []
  let over = false
  const stalls = monitorEventLoopDelay({ resolution: 1 })
  stalls.enable()
  const startedAt = performance.now()
  const asking = (async () => {
    while (!over) {
      const before = performance.now()
      await ask(bench, 'GET', '/api/tariff/list', undefined)
      waits.push(performance.now() - before)
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_ORDINARY_MS))
    }
  })()
  // Among ordinary requests, not before them.
  await new Promise((resolve) => setTimeout(resolve, 5 * BETWEEN_ORDINARY_MS))
  await hostile()
  const took = performance.now() - startedAt
  over = true
  await asking
  stalls.disable()
  waits.sort((left, right) => left - right)
  return {
    'took, s': (took / 1_000).toFixed(1),
    'longest stall, ms': Math.round(stalls.max / 1e6),
    'ordinary request, ms': Math.round(waits[Math.floor(waits.length / 2)] ?? 0),
    'at most, ms': Math.round(waits.at(-1) ?? 0),
  }
}

/** Someone with a category, and a feed of it. */
async function fill(database: Database): Promise<number> {
  const { db, pool } = database
  const now = systemClock.now()
  const text = (index: number): string => `Ищу фотографа номер ${index}, посоветуйте, пожалуйста, кого-нибудь с опытом`
  const messages = Array.from({ length: 1_000 }, (_, index) => ({ network: 'vk', kind: 'post', text: text(index) }))
  await loadMessages(database, messages as RawMessage[], count, now)
  await indexAll(database, await loadLanguage(), now)
  const { id: productId } = await db
    .selectFrom('categories')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await pool.query(
    `insert into feed_items (seq_id, product_type, product_id, message_id, received_at, published_at, network, kind, demo, keyword, spans, cluster_id)
     select row_number() over (order by id), 'category', $1, id, received_at, published_at, network, kind, demo, 'фотограф', '{}', id
     from messages where kept`,
    [productId],
  )
  await pool.query('analyze')
  const account = { email: EMAIL, password: PASSWORD, username: 'bench', timeZone: 'Europe/Moscow' }
  return db.transaction().execute(async (tx) => {
    const userId = await createAccount(tx, systemClock, account)
    const [startsAt, expiresAt] = [new Date(now.getTime() - DAY), new Date(now.getTime() + DAY)]
    await subscribe(tx, { userId, productType: 'category', productId, tariffType: 'regular', startsAt, expiresAt })
    const filter = tx.selectFrom('filters').select('id').where('userId', '=', userId).where('isDefault', '=', true)
    return (await filter.executeTakeFirstOrThrow()).id
  })
}

async function signIn(address: string): Promise<string> {
  const bench = { address, cookie: '', filterId: 0 }
  const response = await ask(bench, 'POST', '/auth/login', JSON.stringify({ email: EMAIL, password: PASSWORD }))
  if (!response.ok) throw new Error(`the sign-in was answered with ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}

const postgres = await startPostgres({ ephemeral: true })
try {
  const environment = { DATABASE_URL: postgres.url, NODE_ENV: 'test', PORT: '0', DEMO: 'off', MADE_UP_NETWORK: 'off' }
  const config = readConfig({ ...environment, TRUST_PROXY: 'on' })
  const database = await prepareDatabase(config)
  console.log(`${count} messages are stored …`)
  const filterId = await fill(database)
  const bus = await openBus(config.databaseUrl, silentLog)
  const [language, hooks] = [await loadLanguage(), hooksOf(features)]
  const ctx = { config, db: database.db, database, clock: systemClock, log: silentLog, bus, language, hooks }
  const web = await runWeb(ctx)
  const bench: Bench = { address: web.address, cookie: await signIn(web.address), filterId }
  const usual = () => new Promise<void>((resolve) => setTimeout(resolve, USUAL_MS))
  const rows: Record<string, Measured> = { 'nothing hostile': await measure(bench, usual) }
  for (const [name, all] of Object.entries(scenarios)) {
    if (only && !only.includes(name)) continue
    for (const [what, run] of all) rows[what] = await measure(bench, () => run(bench))
  }
  console.table(rows)
  await web.close()
  await bus.close()
  await database.close()
} finally {
  await postgres.stop()
}
