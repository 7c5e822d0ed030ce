import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBareDatabase } from '../testing/bare-database.ts'
import { retryDeadlock, withTransaction, type Database } from './sql.ts'

let database: Database
beforeAll(async () => {
  database = await openBareDatabase()
  await database.pool.query('create table counters (id integer primary key, value integer not null)')
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.pool.query('truncate counters; insert into counters values (1, 0), (2, 0)')
})
const values = async () =>
  (await database.pool.query<{ value: number }>('select value from counters order by id')).rows.map(
    ({ value }) => value,
  )
const add = (id: number) => `update counters set value = value + 1 where id = ${id}`

describe('a transaction on a bare client', () => {
  it('is kept as a whole, or not at all', async () => {
    expect(await withTransaction(database, async (client) => (await client.query(add(1))).rowCount)).toBe(1)
    const failing = withTransaction(database, async (client) => {
      await client.query(add(2))
      throw new Error('thought better of it')
    })
    await expect(failing).rejects.toThrow('thought better of it')
    expect(await values()).toEqual([1, 0])
  })

  it('begins after what is read before it', async () => {
    const seen: unknown[] = []
    const isIn = 'select now() = statement_timestamp() as first'
    await withTransaction(
      database,
      async (client) => {
        await sleep(5)
        seen.push((await client.query(isIn)).rows[0])
      },
      async (client) => {
        seen.push((await client.query(isIn)).rows[0])
      },
    )
    expect(seen).toEqual([{ first: true }, { first: false }])
  })

  it('gives its client back, whole, whatever happened', async () => {
    for (let time = 0; time < 10; time += 1) {
      const failing = withTransaction(database, (client) => client.query('select nonsense'))
      await expect(failing).rejects.toThrow('nonsense')
    }
    await expect(
      withTransaction(database, async (client) => (await client.query('select 1 as one')).rows),
    ).resolves.toEqual([{ one: 1 }])
  })
})

describe('a deadlock', () => {
  it('is done once more from its beginning, and nothing is counted twice', async () => {
    let begun = 0
    const crosswise = (first: number, second: number) =>
      retryDeadlock(() =>
        withTransaction(database, async (client) => {
          await client.query(add(first))
          begun += 1
          // Both hold what the other wants; after that each goes on alone.
          while (begun < 2) await sleep(5)
          await client.query(add(second))
        }),
      )
    await Promise.all([crosswise(1, 2), crosswise(2, 1)])
    // On a busy machine they may meet once more.
    expect(begun).toBeGreaterThanOrEqual(3)
    expect(await values()).toEqual([2, 2])
  })

  it('that comes again and again is thrown after five times; anything else at once', async () => {
    const failing = (code: string) => {
      let times = 0
      const ended = retryDeadlock(() => {
        times += 1
        return Promise.reject(Object.assign(new Error(code), { code }))
      })
      return ended.catch((error: Error) => `${error.message} ${times}`)
    }
    expect(await failing('40P01')).toBe('40P01 5')
    expect(await failing('40001')).toBe('40001 5')
    expect(await failing('23505')).toBe('23505 1')
  })
})
