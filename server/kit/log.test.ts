import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBareDatabase } from '../testing/bare-database.ts'
import { errorForLog } from './log.ts'
import type { Database } from './sql.ts'

let database: Database
beforeAll(async () => {
  database = await openBareDatabase()
})
afterAll(() => database.close())

it('errors of the database are logged with what they are, and without the row', async () => {
  const secret = 'argon2-of-anna'
  const error: unknown = await sql`insert into users (email, username, password_hash, created_at)
    values ('anna@example.ru', 'anna', ${secret}, null)`
    .execute(database.db)
    .catch((reason: unknown) => reason)
  expect(JSON.stringify(error)).toContain(secret)
  const written = errorForLog(error as Error)
  expect(JSON.stringify(written)).not.toContain(secret)
  expect(written).toMatchObject({ code: '23502', column: 'created_at', table: 'users' })
  expect(written).toHaveProperty('stack')
})

it('nor is the row of an error that another one was caused by', () => {
  const inner = Object.assign(new Error('inner'), { detail: 'Failing row contains (1, secret)' })
  for (const outer of [new Error('outer', { cause: inner }), new AggregateError([inner], 'outer')])
    expect(JSON.stringify(errorForLog(outer))).not.toContain('secret')
})
