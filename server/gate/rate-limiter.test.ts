import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { call, type Call, type RateLimit } from '../../contract/call.ts'
import { MINUTE } from '../kit/clock.ts'
import { AppError } from '../kit/app-error.ts'
import type { Db } from '../kit/sql.ts'
import { codeOf } from '../testing/read-answer.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { openRateLimiter, rateLimiterJobs, type RateLimiter } from './rate-limiter.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  await world.db.deleteFrom('callCounts').execute()
  world.clock.advance(60 * MINUTE)
})

const made = (rateLimit?: RateLimit): Call =>
  call('GET', '/made', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'refused',
    input: Type.Object({}),
    result: Type.Object({}),
    ...(rateLimit ? { rateLimit } : {}),
  })
const common = made()
const slow = made({ count: 5, seconds: 60 })
const quick = made({ count: 100, seconds: 60 })

/** How many of these calls pass. */
async function passed(limiter: RateLimiter, each: Call, tries: number, who: string | number = 1): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: tries }, () => limiter.check('made', each, who)))
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  }
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

/** How often the database is asked. */
function counting(db: Db): { db: Db; writes(): number } {
  let writes = 0
  const insertInto: Db['insertInto'] = (table) => {
    writes += 1
    return db.insertInto(table)
  }
  return {
    db: new Proxy(db, { get: (target, name) => (name === 'insertInto' ? insertInto : Reflect.get(target, name)) }),
    writes: () => writes,
  }
}

it('lets so many pass in a period as the call allows, and as many in the next', async () => {
  const limiter = openRateLimiter(world.db, world.clock)
  expect(await passed(limiter, slow, 12)).toBe(5)
  const refusal = await limiter.check('made', slow, 1).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({ details: { retryAfter: 60 } })
  world.clock.advance(30_000)
  await expect(limiter.check('made', slow, 1)).rejects.toMatchObject({ details: { retryAfter: 30 } })
  world.clock.advance(30_000)
  expect(await passed(limiter, slow, 12)).toBe(5)
})

it('counts everybody apart', async () => {
  const limiter = openRateLimiter(world.db, world.clock)
  expect(await passed(limiter, slow, 12, 1)).toBe(5)
  expect(await passed(limiter, slow, 12, 2)).toBe(5)
  expect(await passed(limiter, slow, 12, '203.0.113.7')).toBe(5)
})

it('never lets more pass over several processes, and loses few of what is allowed', async () => {
  const processes = Array.from({ length: 3 }, () => openRateLimiter(world.db, world.clock))
  const exact = await Promise.all(processes.map((limiter) => passed(limiter, slow, 4, 'slow')))
  expect(exact.reduce((sum, each) => sum + each)).toBe(5)
  // Each at its own speed: what one has taken and does not use, the others do not get.
  const portions = [
    await passed(processes[0]!, quick, 3),
    await passed(processes[1]!, quick, 1),
    await passed(processes[2]!, quick, 200),
  ]
  const sum = portions.reduce((left, right) => left + right)
  expect(sum).toBeLessThanOrEqual(100)
  expect(sum).toBeGreaterThanOrEqual(90)
})

it('asks the database once for many calls, and not at all for whoever had enough', async () => {
  const { db, writes } = counting(world.db)
  const limiter = openRateLimiter(db, world.clock)
  expect(await passed(limiter, common, 60)).toBe(60)
  expect(writes()).toBe(1)
  expect(await passed(limiter, common, 2_000)).toBe(1_140)
  expect(writes()).toBeLessThanOrEqual(21)
  expect(await passed(limiter, slow, 100)).toBe(5)
  const before = writes()
  expect(await passed(limiter, slow, 10_000)).toBe(0)
  expect(writes()).toBe(before)
})

it('passes on what the database says, and counts again when it is back', async () => {
  const limiter = openRateLimiter(world.db, world.clock)
  await sql`alter table call_counts rename to call_counts_away`.execute(world.db)
  await expect(limiter.check('made', slow, 1)).rejects.toThrow('does not exist')
  await sql`alter table call_counts_away rename to call_counts`.execute(world.db)
  expect(await passed(limiter, slow, 12)).toBe(5)
})

it('every call has a rate limit: what only reads has one of its own', async () => {
  const ip = '203.0.113.9'
  const codes = async (count: number, ask: () => Promise<string>) => {
    const all: string[] = []
    for (let index = 0; index < count; index += 1) all.push(await ask())
    return { ok: all.filter((code) => code !== 'RATE_LIMIT_EXCEEDED').length, last: all.at(-1) }
  }
  const change = async () => codeOf(await world.ask('accounts', 'logout', {}, { ip }))
  expect(await codes(310, change)).toEqual({ ok: 300, last: 'RATE_LIMIT_EXCEEDED' })
  const read = async () => codeOf(await world.ask('accounts', 'getMe', {}, { ip }))
  expect(await codes(1_210, read)).toEqual({ ok: 1_200, last: 'RATE_LIMIT_EXCEEDED' })
  // A neighbour, and everybody behind the same half of an address.
  expect(codeOf(await world.ask('accounts', 'getMe', {}, { ip: '203.0.113.10' }))).toBe('ok')
  const sixth = (index: number) => `2001:db8:1:2:${(index * 7).toString(16)}::${index.toString(16)}`
  let index = 0
  expect(
    (await codes(305, async () => codeOf(await world.ask('accounts', 'logout', {}, { ip: sixth((index += 1)) })))).ok,
  ).toBe(300)
})

it('what was counted is forgotten', async () => {
  const limiter = openRateLimiter(world.db, world.clock)
  await limiter.check('made', slow, 1)
  world.clock.advance(61 * MINUTE)
  await limiter.check('made', slow, 2)
  const [forget] = rateLimiterJobs
  if (!forget || !('every' in forget)) throw new Error('no such job')
  await forget.run(world)
  expect(await world.db.selectFrom('callCounts').select('key').execute()).toEqual([{ key: 'made 2' }])
})
