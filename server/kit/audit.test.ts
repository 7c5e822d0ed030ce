import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBareDatabase } from '../people/bare-database.ts'
import { audit, forgetAuditAddresses } from './audit.ts'
import { DAY, StandingClock } from './clock.ts'
import type { Database } from './sql.ts'

let database: Database
beforeAll(async () => {
  database = await openBareDatabase()
})
afterAll(() => database.close())

const from = { ip: '203.0.113.7', userAgent: 'Телескоп/1.0' }

it('knows for half a year from where something was done, and what was done for good', async () => {
  const clock = new StandingClock()
  const write = (details: Record<string, unknown>) =>
    database.db
      .transaction()
      .execute((tx) => audit(tx, clock, from, { actorId: 1, userId: 1, action: 'password-changed', details }))
  const rows = () =>
    database.db.selectFrom('auditLog').select(['action', 'ip', 'userAgent', 'details']).orderBy('id').execute()
  await write({ first: true })
  clock.advance(100 * DAY)
  await write({ first: false })
  clock.advance(80 * DAY)
  await forgetAuditAddresses(database.db, clock)
  expect(await rows()).toMatchObject([from, from])
  clock.advance(DAY)
  await forgetAuditAddresses(database.db, clock)
  expect(await rows()).toEqual([
    { action: 'password-changed', ip: '', userAgent: '', details: { first: true } },
    { action: 'password-changed', ...from, details: { first: false } },
  ])
})
