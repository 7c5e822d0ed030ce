import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressesKeptDays } from '../../contract/addresses-kept-days.ts'
import { DAY } from '../kit/clock.ts'
import { AppError } from '../kit/app-error.ts'
import { codeOf } from '../testing/read-answer.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { openRefusalLog, refusalLogJobs } from './refusal-log.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({ config: { staffSecondFactor: true } })
})
afterAll(() => world.close())

/** What the log has gained. */
async function written() {
  await world.web.refusals.write()
  return world.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'userId', 'ip', 'details'])
    .where('action', 'in', ['access-refused', 'pace-refused'])
    .orderBy('id')
    .execute()
}

it('has one line for what one person is refused in a while, over HTTP and over the socket, and one for each address', async () => {
  const anna = await world.customer('anna')
  const admin = await world.somebody('admin', ['admin'])
  const since = world.clock.now().toISOString()
  const browser = await anna.connects()
  for (let times = 0; times < 3; times += 1)
    expect(await anna.isRefused('tariffs', 'listAllTariffs', {})).toBe('FORBIDDEN')
  expect(codeOf(await browser.answers('moderation', 'getModeratorStatistics', {}))).toBe('FORBIDDEN')
  expect(await admin.isRefused('tariffs', 'listAllTariffs', {})).toBe('SECOND_FACTOR_REQUIRED')
  const guess = () => world.ask('promo', 'getPromoCode', { code: 'XXXX' }, { ip: '203.0.113.9' })
  const codes = []
  for (let times = 0; times < 32; times += 1) codes.push(codeOf(await guess()))
  const hit = codes.filter((code) => code === 'RATE_LIMIT_EXCEEDED').length
  expect(hit).toBeGreaterThan(1)
  // Neither is a refusal of authorisation: a guest is asked to sign in, and what is another's is not there.
  await world.ask('filters', 'listFilters', {})
  await anna.isRefused('filters', 'updateFilter', { id: admin.filterId, limit: 10 })

  const call = 'tariffs.listAllTariffs'
  expect(await written()).toEqual([
    {
      action: 'access-refused',
      actorId: anna.userId,
      userId: anna.userId,
      ip: anna.ip,
      details: { code: 'FORBIDDEN', call, since, count: 4 },
    },
    {
      action: 'access-refused',
      actorId: admin.userId,
      userId: admin.userId,
      ip: admin.ip,
      details: { code: 'SECOND_FACTOR_REQUIRED', call, since, count: 1 },
    },
    {
      action: 'pace-refused',
      actorId: null,
      userId: null,
      ip: '203.0.113.9',
      details: { code: 'RATE_LIMIT_EXCEEDED', call: 'promo.getPromoCode', since, count: hit },
    },
  ])
  // What is written is not written again; what comes later is another line.
  await anna.isRefused('tariffs', 'listAllTariffs', {})
  expect((await written()).slice(3)).toMatchObject([{ userId: anna.userId, details: { count: 1 } }])
})

it('is bounded: of more addresses than it can tell apart it has the number', async () => {
  const before = (await written()).length
  const log = openRefusalLog(world)
  for (let asker = 0; asker < 1_500; asker += 1)
    log.note(new AppError('RATE_LIMIT_EXCEEDED'), 'feed.queryFeed', {
      who: `address ${asker}`,
      userId: null,
      ip: `10.9.${asker >> 8}.${asker & 255}`,
      userAgent: '',
    })
  await log.close()
  const lines = (await written()).slice(before)
  expect(lines).toHaveLength(1_001)
  expect(lines.at(-1)).toMatchObject({ ip: '', details: { code: 'RATE_LIMIT_EXCEEDED', count: 500 } })
})

it('loses nothing that could not be written', async () => {
  const before = (await written()).length
  const log = openRefusalLog(world)
  const note = () =>
    log.note(new AppError('FORBIDDEN'), 'feed.queryFeed', { who: 'key 7', userId: null, ip: '10.8.0.1', userAgent: '' })
  note()
  await world.database.pool.query('alter table audit_log rename to audit_log_away')
  try {
    await log.write()
  } finally {
    await world.database.pool.query('alter table audit_log_away rename to audit_log')
  }
  note()
  await log.close()
  expect((await written()).slice(before)).toMatchObject([{ ip: '10.8.0.1', details: { count: 2 } }])
})

it('is forgotten when addresses are', async () => {
  const [forget] = refusalLogJobs
  if (!forget || !('every' in forget)) throw new Error('no such job')
  world.clock.advance((addressesKeptDays - 1) * DAY)
  await forget.run(world)
  expect(await written()).not.toEqual([])
  world.clock.advance(2 * DAY)
  await forget.run(world)
  expect(await written()).toEqual([])
})
