/** Whether a subscription stands still, and whether it shows its product, is asked as functions and in SQL: both say the same. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freezing } from '../../../../contract/access/subscriptions.ts'
import { DAY } from '../../../kit/clock.ts'
import type { Database } from '../../../kit/sql.ts'
import { openBareDatabase } from '../../../testing/bare-database.ts'
import { isSeen, runsAgainAtSql, standsStill } from './subscription-row.ts'

let database: Database
beforeAll(async () => {
  database = await openBareDatabase()
})
afterAll(() => database.close())

const NOW = new Date('2026-11-22T12:00:00Z')
// Whole days and the moments beside them: a rule is wrong first at its edges.
const moment = fc
  .tuple(fc.integer({ min: -40, max: 40 }), fc.constantFrom(-1, 0, 0, 1))
  .map(([days, beside]) => new Date(NOW.getTime() + days * DAY + beside))
const seldom = fc.option(moment, { freq: 2 })
const subscriptions = fc.array(
  fc
    .record({ startsAt: moment, expiresAt: moment, endedAt: seldom, frozenDays: fc.nat(freezing.days), frozen: moment })
    .chain(({ frozen, ...row }) =>
      fc.constantFrom(null, frozen.getTime() > NOW.getTime() ? NOW : frozen).map((frozenAt) => ({ ...row, frozenAt })),
    ),
  { minLength: 1, maxLength: 200 },
)

it('stands still, and is seen', async () => {
  const met = new Set<string>()
  await fc.assert(
    fc.asyncProperty(subscriptions, async (rows) => {
      const { rows: found } = await sql<{ still: boolean; seen: boolean }>`
        select frozen_at is not null and not ${runsAgainAtSql} <= ${NOW} as still, ${isSeen(NOW)} as seen
        from unnest(${rows.map(({ startsAt }) => startsAt)}::timestamptz[], ${rows.map(({ expiresAt }) => expiresAt)}::timestamptz[],
          ${rows.map(({ endedAt }) => endedAt)}::timestamptz[], ${rows.map(({ frozenAt }) => frozenAt)}::timestamptz[],
          ${rows.map(({ frozenDays }) => frozenDays)}::integer[])
          with ordinality as s (starts_at, expires_at, ended_at, frozen_at, frozen_days, place)
        order by place`.execute(database.db)
      const wanted = rows.map((row) => {
        const still = standsStill(row, NOW)
        const seen = row.startsAt <= NOW && row.expiresAt > NOW && row.endedAt === null && !still
        return { still, seen }
      })
      for (const { still, seen } of wanted) met.add(`${still} ${seen}`)
      expect(found).toEqual(wanted)
    }),
    { numRuns: 50, seed: 2026 },
  )
  expect([...met].toSorted()).toEqual(['false false', 'false true', 'true false'])
})
