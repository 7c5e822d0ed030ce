/**
 * Listening to every network for hours of simulated time, each against its simulator with faults (429, 5xx, half-open sockets,
 * broken answers, pages twice and out of order, clocks that are wrong), through plan, pipeline and database. Says what was lost,
 * what is there twice, and how often a limit was broken; any of these ends it with an error.
 *
 *   npm run soak -- [--minutes 60] [--settle 600] [--act 20] [--fault 90] [--refusals 0] [--seed 1] [--networks vk,ok] [--together]
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config/config.ts'
import { features } from '../server/features.ts'
import { createAccount } from '../server/features/people/accounts/accounts.public.ts'
import { listAllCategories } from '../server/features/watching/categories/categories.public.ts'
import { setCategoryQueries } from '../server/features/watching/categories/set-category-queries.samples.ts'
import { ensureGroupset } from '../server/features/watching/groups/groups.public.ts'
import { subscribe } from '../server/features/access/subscriptions/subscriptions.public.ts'
import { publish, openBus } from '../server/kit/bus.ts'
import { DAY } from '../server/kit/clock.ts'
import { hooksOf } from '../server/kit/feature.ts'
import { StandingClock } from '../server/testing/standing-clock.ts'
import { loadLanguage } from '../server/kit/language.ts'
import { silentLog } from '../server/kit/log.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { openStandingQueries } from '../server/stream/match/standing-queries.ts'
import { runSoak, type SoakRow, type SoakTown } from '../server/stream/plan/soak.samples.ts'
import { soakNetworks, type SoakNetwork } from '../server/stream/plan/soak-worlds.samples.ts'
import { startPostgres } from '../tools/postgres.ts'
import { createDatabase } from './create-database.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    settle: { type: 'string', default: '600' },
    act: { type: 'string', default: '20' },
    fault: { type: 'string', default: '90' },
    refusals: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    networks: { type: 'string', default: soakNetworks.join(',') },
    together: { type: 'boolean', default: false },
  },
})
const [minutes = 0, settleMinutes = 0, act = 0, fault = 0, refusals = 0, seed = 0] = [
  values.minutes,
  values.settle,
  values.act,
  values.fault,
  values.refusals,
  values.seed,
].map(Number)
const networks = values.networks
  .split(',')
  .filter((name): name is SoakNetwork => (soakNetworks as readonly string[]).includes(name))
if (![minutes, settleMinutes, act, fault].every((number) => number > 0) || networks.length === 0)
  throw new Error('numbers above 0, and networks of the list')

const clock = new StandingClock()

async function openSoakTown(server: string, name: string): Promise<SoakTown & { close(): Promise<void> }> {
  const url = await createDatabase(server, name)
  const config = readConfig({
    DATABASE_URL: url,
    NODE_ENV: 'test',
    DEMO: 'off',
    MADE_UP_NETWORK: 'off',
    LOG_LEVEL: 'silent',
  })
  const [database, language] = await Promise.all([prepareDatabase(config), loadLanguage()])
  const { db } = database
  const bus = await openBus(url, silentLog)
  const [category] = await listAllCategories(db)
  if (!category) throw new Error('no categories')
  await setCategoryQueries(db, clock, category.id, ['ищу фотографа', 'нужен фотограф'])
  const groupsetId = await db.transaction().execute(async (tx) => {
    const userId = await createAccount(
      tx,
      { clock, hooks: hooksOf(features) },
      {
        email: 'soak@example.ru',
        username: 'Анна',
        password: 'правильный пароль',
        timeZone: 'Europe/Moscow',
      },
    )
    const [startsAt, expiresAt] = [clock.now(), new Date(clock.now().getTime() + 30 * DAY)]
    const groupset = await ensureGroupset(tx, clock, userId)
    await subscribe(tx, clock, {
      userId,
      productType: 'category',
      productId: category.id,
      tariffType: 'regular',
      startsAt,
      expiresAt,
    })
    await subscribe(tx, clock, {
      userId,
      productType: 'group',
      productId: groupset,
      tariffType: 'regular',
      startsAt,
      expiresAt,
      maxSize: 500,
    })
    return groupset
  })
  const standingQueries = await openStandingQueries(db, bus, language, silentLog, clock)
  return {
    database,
    bus,
    log: silentLog,
    context: (time) => ({ database, clock: time, log: silentLog, language, standingQueries }),
    async paste(links) {
      const { id: additionId } = await db
        .insertInto('groupAdditions')
        .values({ groupsetId, createdAt: clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      const rows = links.map((link, position) => ({
        additionId,
        position,
        link,
        address: link,
        status: 'waiting',
        nextTryAt: clock.now(),
      }))
      await db.insertInto('groupLinks').values(rows).execute()
      await publish(db, 'watch.changed', {})
    },
    async close() {
      standingQueries.close()
      await bus.close()
      await database.close()
    },
  }
}

const postgres = await startPostgres({ ephemeral: true, settings: { max_connections: '100' } })
const rows: SoakRow[] = []
try {
  for (const [place, some] of (values.together ? [networks] : networks.map((network) => [network])).entries()) {
    const world = await openSoakTown(postgres.url, `soak_${place}`)
    const began = performance.now()
    rows.push(
      ...(await runSoak(world, some, {
        actEvery: act * 1_000,
        faultEvery: fault * 1_000,
        minutes,
        settleMinutes,
        refusals,
        seed,
      })),
    )
    console.error(
      `${some.join(', ')}: ${minutes + settleMinutes} minutes in ${((performance.now() - began) / 1_000).toFixed(1)} s`,
    )
    await world.close()
  }
} finally {
  await postgres.stop()
}
const shown = (those: string[]): string =>
  those.length === 0 ? '0' : `${those.length}: ${those.slice(0, 6).join(', ')}`
console.table(
  rows.map(({ network, written, stored, lost, doubled, stale, calls, faults, broken, lagSeconds }) => ({
    network,
    written,
    stored,
    lost: shown(lost),
    doubled: shown(doubled),
    stale,
    calls,
    faults,
    'limits broken': broken,
    'lag, s': lagSeconds === null ? '' : Math.round(lagSeconds),
  })),
)
const failed = rows.filter(({ lost, doubled, broken }) => lost.length + doubled.length + broken > 0)
if (failed.length > 0) console.error(`Not as it should be: ${failed.map(({ network }) => network).join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
