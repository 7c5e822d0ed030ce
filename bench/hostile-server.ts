/**
 * The server of `bench/hostile.ts`, in a process of its own: nothing but what it does itself is in its stalls. Obeys what its parent
 * sends.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readConfig } from '../server/config/config.ts'
import { subscribe } from '../server/features/access/subscriptions/subscriptions.public.ts'
import { createAccount } from '../server/features/people/accounts/accounts.public.ts'
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
import { obey } from './child.ts'
import { indexAll, loadMessages } from './preview-load.ts'

export type ServerOrder =
  | { do: 'start'; databaseUrl: string; messages: number; person: Person }
  /** To begin to watch the event loop … */
  | { do: 'watch' }
  /** … and to report how long it stood still at most, in milliseconds. */
  | { do: 'longestStall' }
  /** As the stream reads a feed someone has named. */
  | { do: 'readFeed'; url: string }

export interface Person {
  email: string
  password: string
}
export interface Started {
  address: string
  /** Of the person. */
  filterId: number
}

const stalls = monitorEventLoopDelay({ resolution: 1 })
const feeds = rssAdapter({
  fetch,
  time: { now: () => systemClock.now(), sleep: async () => {} },
  userAgent: 'bench',
})

obey<ServerOrder>({
  async start({ databaseUrl, messages, person }): Promise<Started> {
    const environment = { DATABASE_URL: databaseUrl, NODE_ENV: 'test', PORT: '0', DEMO: 'off', MADE_UP_NETWORK: 'off' }
    const config = readConfig({ ...environment, TRUST_PROXY: 'on' })
    const database = await prepareDatabase(config)
    const filterId = await fill(database, messages, person)
    const bus = await openBus(config.databaseUrl, silentLog)
    const [language, hooks] = [await loadLanguage(), hooksOf(features)]
    const ctx = { config, db: database.db, database, clock: systemClock, log: silentLog, bus, language, hooks }
    const web = await runWeb(ctx)
    process.on('disconnect', async () => {
      await web.close()
      await bus.close()
      await database.close()
    })
    return { address: web.address, filterId }
  },
  async watch() {
    stalls.enable()
    stalls.reset()
  },
  longestStall: async () => stalls.max / 1e6,
  // What is hostile may be refused: that is an answer.
  readFeed: async ({ url }) => void (await Promise.allSettled([feeds.resolve(url, new AbortController().signal)])),
})

/** Messages, and someone with a category and a feed of it. */
async function fill(database: Database, count: number, person: Person): Promise<number> {
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
  const account = { ...person, username: 'bench', timeZone: 'Europe/Moscow' }
  return db.transaction().execute(async (tx) => {
    const userId = await createAccount(tx, { clock: systemClock, hooks: hooksOf(features) }, account)
    const [startsAt, expiresAt] = [new Date(now.getTime() - DAY), new Date(now.getTime() + DAY)]
    await subscribe(tx, systemClock, {
      userId,
      productType: 'category',
      productId,
      tariffType: 'regular',
      startsAt,
      expiresAt,
    })
    const filter = tx.selectFrom('filters').select('id').where('userId', '=', userId).where('isDefault', '=', true)
    return (await filter.executeTakeFirstOrThrow()).id
  })
}
