import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Identity } from '../../rules/identity.ts'
import { StandingClock } from '../testing/standing-clock.ts'
import { openBareDatabase } from '../testing/bare-database.ts'
import { recordAuditEntry, forgetAuditAddresses } from './audit.ts'
import { DAY } from './clock.ts'
import type { Database } from './sql.ts'

let database: Database
beforeAll(async () => {
  database = await openBareDatabase()
})
afterAll(() => database.close())

const from = { ip: '203.0.113.7', userAgent: 'Телескоп/1.0' }

it('knows for half a year from where something was done, and what was done for good', async () => {
  const clock = new StandingClock()
  const write = (ended: number) =>
    database.db.transaction().execute((tx) =>
      recordAuditEntry(tx, clock, from, {
        actorId: 1,
        userId: 1,
        action: 'signed-out-everywhere',
        details: { ended },
      }),
    )
  const rows = () =>
    database.db.selectFrom('auditLog').select(['action', 'ip', 'userAgent', 'details']).orderBy('id').execute()
  await write(1)
  clock.advance(100 * DAY)
  await write(2)
  clock.advance(80 * DAY)
  await forgetAuditAddresses(database.db, clock)
  expect(await rows()).toMatchObject([from, from])
  clock.advance(DAY)
  await forgetAuditAddresses(database.db, clock)
  expect(await rows()).toEqual([
    { action: 'signed-out-everywhere', ip: '', userAgent: '', details: { ended: 1 } },
    { action: 'signed-out-everywhere', ...from, details: { ended: 2 } },
  ])
})

it('what is done under a mask is done by who wears it', async () => {
  const clock = new StandingClock()
  const person = { id: 11, roles: [] }
  const identity: Identity = {
    kind: 'acting-as',
    person,
    actor: { id: 12, roles: ['support'] },
    sessionId: 1,
    maskId: 1,
    until: clock.now(),
  }
  const write = (actorId: number | null) =>
    database.db
      .transaction()
      .execute((tx) =>
        recordAuditEntry(tx, clock, { ...from, identity }, { actorId, userId: person.id, action: 'registered' }),
      )
  await write(person.id)
  await write(13)
  await write(null)
  const rows = database.db.selectFrom('auditLog').select('actorId').where('userId', '=', person.id).orderBy('id')
  expect((await rows.execute()).map(({ actorId }) => actorId)).toEqual([12, 13, null])
})
