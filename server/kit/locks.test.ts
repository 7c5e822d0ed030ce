import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockNumbers } from '../../db/lock-numbers.ts'
import { openBareDatabase } from '../testing/bare-database.ts'
import { holdLockQuery, lock, tryHoldLockQuery, tryLock, type Lock } from './locks.ts'
import type { Database } from './sql.ts'

let database: Database
beforeAll(async () => {
  database = await openBareDatabase()
})
afterAll(() => database.close())

const isFree = (...which: Lock) => database.db.transaction().execute((tx) => tryLock(tx, ...which))

describe('a named lock', () => {
  // Processes of other versions hold the same ones: what is hashed never changes.
  it.each<[Lock, string]>([
    [['orders of user', 7], 'orders of 7'],
    [['subscriptions of user', 7], 'subscriptions 7'],
    [['exports of user', 7], 'exports of 7'],
    [['refund of order', 'A-1'], 'refund of A-1'],
    [['payment', 'unitpay', '15'], 'payment unitpay 15'],
    [['network account', 'vk', '15'], 'network account vk 15'],
    [['codes for subject', 'user 7'], 'code for user 7'],
    [['codes from addresses', '10.0.0.0/24'], 'code from 10.0.0.0/24'],
    [['codes to target', 'anna@example.ru'], 'code to anna@example.ru'],
    [['export', 7], 'export 7'],
    [['search of project', 7], 'project search 7'],
  ])('%j is the one PostgreSQL knows by «%s»', async (which, text) => {
    await database.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`.execute(tx)
      expect(await isFree(...which)).toBe(false)
    })
    expect(await isFree(...which)).toBe(true)
  })

  it('is held to the end of the transaction, and of no other order or person', async () => {
    await database.db.transaction().execute(async (tx) => {
      await lock(tx, 'orders of user', 1)
      expect(await isFree('orders of user', 1)).toBe(false)
      expect(await isFree('orders of user', 2)).toBe(true)
      expect(await isFree('exports of user', 1)).toBe(true)
    })
    expect(await isFree('orders of user', 1)).toBe(true)
  })
})

describe('a lock of which there is one', () => {
  it.each(Object.keys(lockNumbers) as (keyof typeof lockNumbers)[])('«%s» is held to the end', async (name) => {
    await database.db.transaction().execute(async (tx) => {
      await lock(tx, name)
      expect(await isFree(name)).toBe(false)
    })
    expect(await isFree(name)).toBe(true)
  })

  it('has a number of its own', () => {
    const numbers = Object.values(lockNumbers)
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})

it('a lock of a connection goes with it', async () => {
  const client = await database.pool.connect()
  await client.query(holdLockQuery('export', 1))
  const other = await database.pool.connect()
  expect((await other.query(tryHoldLockQuery('export', 1))).rows).toEqual([{ taken: false }])
  client.release(true)
  await expect.poll(async () => (await other.query(tryHoldLockQuery('export', 1))).rows).toEqual([{ taken: true }])
  other.release(true)
})
