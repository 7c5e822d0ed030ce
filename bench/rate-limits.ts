/**
 * What limiting the rate of calls costs a call that only reads: with hardly a write (one for a hundred calls), counted in portions as
 * it is, and counted one by one. The three take turns, so that whatever else the machine does falls on each alike.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Call, RateLimit } from '../contract/call.ts'
import { contract } from '../contract/contract.ts'
import { readConfig } from '../server/config/config.ts'
import { openBus } from '../server/kit/bus.ts'
import { systemClock } from '../server/kit/clock.ts'
import { loadLanguage } from '../server/kit/language.ts'
import { silentLog } from '../server/kit/log.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { features } from '../server/features.ts'
import { hooksOf } from '../server/kit/feature.ts'
import { runWeb } from '../server/roles/web.ts'
import { startPostgres } from '../tools/postgres.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '60' }, calls: { type: 'string', default: '100' } },
})
const [rounds, calls] = [Number(values.rounds), Number(values.calls)]

const postgres = await startPostgres({ ephemeral: true })
try {
  const config = readConfig({
    DATABASE_URL: postgres.url,
    NODE_ENV: 'test',
    PORT: '0',
    DEMO: 'off',
    MADE_UP_NETWORK: 'off',
  })
  const database = await prepareDatabase(config)
  const bus = await openBus(config.databaseUrl, silentLog)
  const web = await runWeb({
    config,
    db: database.db,
    database,
    clock: systemClock,
    log: silentLog,
    bus,
    language: await loadLanguage(),
    hooks: hooksOf(features),
  })
  const call: Call = contract.categories.listCategories
  let person = 0
  /** Everybody asks a hundred times: far below the limit. */
  const ask = async (before: (who: string) => Promise<void> = async () => {}): Promise<number> => {
    person += 1
    const who = `10.${person >> 16}.${(person >> 8) & 255}.${person & 255}`
    const startedAt = performance.now()
    for (let index = 0; index < calls; index += 1) {
      await before(who)
      const { statusCode } = await web.app.inject({ url: '/api/category/list', remoteAddress: who })
      if (statusCode !== 200) throw new Error(`answered with ${statusCode}`)
    }
    return (performance.now() - startedAt) / calls
  }
  const periodStart = new Date()
  const one = async (who: string) => {
    await database.db
      .insertInto('callCounts')
      .values({ key: `one ${who}`, periodStart, count: 1 })
      .onConflict((conflict) =>
        conflict.columns(['key', 'periodStart']).doUpdateSet({ count: sql`call_counts.count + 1` }),
      )
      .returning('count')
      .executeTakeFirstOrThrow()
  }
  /** A portion of it is more than a round. */
  const endless: RateLimit = { count: 1_000_000, seconds: 60 }
  const ways: Record<string, () => Promise<number>> = {
    hardly() {
      call.rateLimit = endless
      return ask()
    },
    portions() {
      delete call.rateLimit
      return ask()
    },
    each() {
      call.rateLimit = endless
      return ask(one)
    },
  }
  const times: Record<string, number[]> = { hardly: [], portions: [], each: [] }
  await ask()
  for (let round = 0; round < rounds; round += 1) {
    // Another one begins every time.
    const order = Object.keys(ways).map((_, index, names) => names[(index + round) % names.length] ?? '')
    for (const way of order) times[way]?.push((await ways[way]?.()) ?? 0)
  }
  const median = (list: number[]): number => list.toSorted((left, right) => left - right)[list.length >> 1] ?? 0
  const rows = Object.entries(times).map(([way, list]) => {
    const ratio = median(list.map((time, round) => time / (times.hardly?.[round] ?? time)))
    return [way, { 'ms a call': Number(median(list).toFixed(3)), 'to hardly': Number(ratio.toFixed(2)) }]
  })
  console.table(Object.fromEntries(rows))
  await web.close()
  await bus.close()
  await database.close()
} finally {
  await postgres.stop()
}
