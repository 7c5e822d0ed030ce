/**
 * Many open feeds: how long after a message was received each of them hears of it, whether each has counted what the database
 * holds, and what the sockets cost in memory, through storms in which all reconnect at once, and after all have left.
 * The service runs in this process as `npm start` runs it (with the same flags of V8: tools/server-process.ts), the browsers in another.
 *
 *   npm run bench:feeds -- [--feeds 1000] [--rate 1000] [--seconds 12] [--storms 10] [--views]
 *
 * `--views`: each feed also counts for the view of every category, as the list of products beside it does.
 */
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { subscribe } from '../server/features/access/subscriptions/subscriptions.public.ts'
import { createAccount } from '../server/features/people/accounts/accounts.public.ts'
import { openSession } from '../server/features/people/accounts/sessions.ts'
import { getNewestSeqId } from '../server/features/reading/feed/feed.public.ts'
import { viewKey } from '../rules/filters/views.ts'
import { sessionCookieName } from '../server/gate/cookies.ts'
import { DAY } from '../server/kit/clock.ts'
import { runWeb } from '../server/roles/web.ts'
import { runSource } from '../server/stream/pipeline.ts'
import { startPostgres } from '../tools/postgres.ts'
import { openChild } from './child.ts'
import type { Order, Report, Viewer } from './feeds-browsers.ts'
import { openHouse, type House } from './house.ts'
import { evenly } from './stream-latency.ts'
import { mixForLatency } from './stream-messages.ts'

const { values } = parseArgs({
  options: {
    feeds: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '12' },
    storms: { type: 'string', default: '10' },
    views: { type: 'boolean', default: false },
  },
})
const [feeds, rate, seconds, storms] = [values.feeds, values.rate, values.seconds, values.storms].map(Number) as [
  number,
  number,
  number,
  number,
]

/** People who hold every category, each with a session. */
async function makeViewers(house: House): Promise<Viewer[]> {
  const { db, clock, config } = house
  const startsAt = clock.now()
  const categories = await db.selectFrom('categories').select('id').execute()
  const viewers: Viewer[] = []
  const views = values.views ? categories.map(({ id }) => viewKey({ productType: 'category', productId: id })) : []
  let firstId: number | undefined
  for (let n = 0; n < feeds; n += 1) {
    await db.transaction().execute(async (tx) => {
      const email = `viewer${n}@example.ru`
      const userId = await createAccount(tx, house, {
        email,
        password: { hash: '' },
        username: email,
        timeZone: 'Europe/Moscow',
      })
      const held = { userId, tariffType: 'regular' as const, startsAt, expiresAt: new Date(startsAt.getTime() + DAY) }
      if (n === 0)
        for (const { id } of categories) await subscribe(tx, clock, { ...held, productType: 'category', productId: id })
      // The others hold the same: one by one that would take minutes.
      else
        await sql`insert into subscriptions (user_id, product_type, product_id, tariff_type, starts_at, expires_at)
        select ${userId}, product_type, product_id, tariff_type, starts_at, expires_at from subscriptions where user_id = ${firstId}`.execute(
          tx,
        )
      firstId ??= userId
      const { token } = await openSession(tx, clock, 1, userId, { ip: '127.0.0.1', userAgent: 'bench' })
      const { id } = await tx.selectFrom('filters').select('id').where('userId', '=', userId).executeTakeFirstOrThrow()
      viewers.push({ cookie: `${sessionCookieName(config)}=${token}`, filterId: id, views })
    })
  }
  return viewers
}

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 })

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What is held, after all garbage is collected; and what the process had of the machine before that. */
/** Milliseconds after which V8 has given back the pages it had emptied: it keeps them a while for its next need. */
const GIVEN_BACK = 15_000

async function measureMemory(when: string): Promise<number> {
  await sleep(3_000)
  const before = process.memoryUsage().rss
  collectGarbage()
  await sleep(GIVEN_BACK)
  collectGarbage()
  const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
  const mb = (bytes: number): string => `${number(bytes / 1024 ** 2)} MB`
  console.log(
    `${when}: RSS ${mb(before)}, collected ${mb(rss)}, heap ${mb(heapUsed)} of ${mb(heapTotal)}, external ${mb(external)}, buffers ${mb(arrayBuffers)}`,
  )
  return rss
}

const postgres = await startPostgres({ ephemeral: true })
const browsers = openChild<Order>(new URL('./feeds-browsers.ts', import.meta.url))
try {
  const house = await openHouse(postgres.url, 'bench_feeds')
  const web = await runWeb(house)
  const make = await mixForLatency(house.standingQueries)
  const viewers = await makeViewers(house)
  const listen = async (name: string, perSecond: number, from: number, forSeconds: number) => {
    const { source, dueAt } = evenly(house, name, (n, ...more) => make(from + n, ...more), perSecond, forSeconds)
    await runSource(house, source, new AbortController().signal)
    return dueAt
  }
  // Once for nothing.
  await listen('before', 50, 0, 2)
  await web.announcer.catchUp()
  const since = await getNewestSeqId(house.db)
  const before = await measureMemory('no socket')
  await browsers.order({ do: 'open', address: web.address, viewers, since })
  const open = await measureMemory(`${feeds} open feeds`)

  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const dueAt = await listen('many', rate, 100, seconds)
  const { rows } = await house.database.pool.query<{ id: string; seq_id: number }>(
    `select m.external_id as id, min(i.seq_id) as seq_id from feed_items i join messages m on m.id = i.message_id
     where m.external_id like 'many %' and i.product_type = 'category' and not i.repeats and not i.is_unwanted group by 1 order by 2`,
  )
  const newest = Math.max(since, ...rows.map((row) => row.seq_id))
  const items = rows.map(({ id, seq_id }) => ({ seqId: seq_id, dueAt: dueAt.get(id) ?? 0 }))
  const report = await browsers.order<Report>({ do: 'report', items, newest })
  const { user, system } = process.cpuUsage(cpuBefore)
  console.log(
    `${feeds} feeds, ${rate} messages/s: p50 ${number(report.p50)}, p99 ${number(report.p99)}, longest ${number(report.longest)} ms; ` +
      `${number(items.length)} items for each feed, ${number(report.signals)} signals; ` +
      `processor ${((user + system) / 10 / (performance.now() - startedAt)).toFixed(0)} %`,
  )
  await web.announcer.catchUp()
  await sleep(1_000)
  const { counts, countsByViews } = await browsers.order<Report>({ do: 'report', items: [], newest })
  console.log(`counted by the feeds: ${[...new Set(counts)].map(number).join(', ')} (one figure: all agree)`)
  if (values.views) console.log(`by their views: ${[...new Set(countsByViews)].map(number).join(', ')}`)

  for (let storm = 1; storm <= storms; storm += 1) {
    const from = performance.now()
    await browsers.order({ do: 'reconnect' })
    if (storm === 1 || storm === storms)
      console.log(`storm ${storm}: all are back after ${number(performance.now() - from)} ms`)
  }
  const stormed = await measureMemory(`after ${storms} storms`)
  await browsers.order({ do: 'leave' })
  const left = await measureMemory('after all have left')
  const perSocket = (bytes: number): string => `${number(bytes / feeds / 1024)} KB`
  console.log(
    `for each socket: ${perSocket(open - before)} open, ${perSocket(stormed - before)} after the storms, ${perSocket(left - before)} stay`,
  )
  await web.close()
  await house.close()
} finally {
  await browsers.close()
  await postgres.stop()
}
