/** The report of subscriptions says what the journal of money says, however it is cut. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportCuts, type ReportCut } from '../../../../contract/office/reports.ts'
import { lawRuns } from '../../../../tools/law-runs.ts'
import { DAY, MINUTE } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, paid, trial, type TestWorld } from '../../../testing/test-world.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { broughtBy, becomePartner, givesBack } from '../../commerce/partner/partner.samples.ts'
import { insertOrder, tillOf } from '../../commerce/payments/payments.samples.ts'
import { settleOrder } from '../../commerce/payments/settle-order.ts'

let world: TestWorld
let admin: TestUser
let buyers: TestUser[]
const NOON = Date.parse('2026-11-20T12:00:00Z')
beforeAll(async () => {
  world = await openTestWorld({ config: { sessionDays: 4_000, sessionMostDays: 4_000 } })
  await world.customer('house')
  admin = await world.somebody('admin', ['admin'])
  const partner = await becomePartner(world, 'partner')
  buyers = [
    await world.customer('anna'),
    await world.customer('boris', trial('photographers')),
    await broughtBy(world, partner, 'inna'),
  ]
})
afterAll(() => world.close())

const written = (at: number): string => new Date(at).toISOString().slice(0, 10).split('-').toReversed().join('.')
const report = (from: number, to: number, by: ReportCut = 'product') =>
  admin.asks('reports', 'getSubReport', { from: written(from), to: written(to), by })
const kopecks = (roubles: number): number => Math.round(roubles * 100)

interface Bought {
  who: number
  slugs: readonly string[]
  total: number
}
async function buys({ who, slugs, total }: Bought): Promise<string> {
  const buyer = buyers[who]
  if (!buyer) throw new Error('of three people')
  const order = await insertOrder(world, buyer, { slugs: [...slugs], total })
  const payment = {
    gateway: 'test' as const,
    account: order.account,
    externalId: order.account,
    amount: total,
    currency: 'RUB',
    test: true,
  }
  await world.db.transaction().execute((tx) => settleOrder(tx, tillOf(world), payment))
  await world.settle()
  return order.account
}

const bought = fc.record({
  who: fc.nat({ max: 2 }),
  slugs: fc.constantFrom(['photographers'], ['video'], ['photographers', 'video', 'vets']),
  total: fc.oneof(fc.integer({ min: 1, max: 900_000 }), fc.constant(0)),
  /** It goes back after so many days. */
  back: fc.option(fc.nat({ max: 3 }), { freq: 2 }),
  later: fc.nat({ max: 4 }),
})
type Step = typeof bought extends fc.Arbitrary<infer Value> ? Value : never
const usual: Step[] = [
  { who: 0, slugs: ['photographers'], total: 100_00, back: null, later: 1 },
  { who: 0, slugs: ['photographers', 'video', 'vets'], total: 100_01, back: 2, later: 1 },
  { who: 2, slugs: ['video'], total: 0, back: null, later: 0 },
]

describe('reports.getSubReport', () => {
  it('adds up to the journal, in all, by every cut and day by day', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(bought, { minLength: 2, maxLength: 7 }), async (steps) => {
        const first = world.clock.now().getTime()
        const due: { account: string; at: number }[] = []
        for (const { later, back, ...step } of steps) {
          world.clock.advance(later * DAY + MINUTE)
          const account = await buys(step)
          if (back !== null) due.push({ account, at: world.clock.now().getTime() + back * DAY })
        }
        for (const { account, at } of due.toSorted((a, b) => a.at - b.at)) {
          world.clock.advance(Math.max(0, at - world.clock.now().getTime()))
          await givesBack(world, account)
        }
        const last = world.clock.now().getTime()
        const half = first + Math.floor((last - first) / 2 / DAY) * DAY
        for (const [from, to] of [
          [first, last],
          [half, last],
        ] as const) {
          const { rows: journal } = await world.database.pool.query<{ kind: string; sum: number; count: number }>(
            `select kind, sum(amount)::integer as sum, count(*)::integer as count from money_entries
              where kind in ('payment', 'refund') and (at at time zone 'Europe/Moscow')::date
                between ($1::timestamptz at time zone 'UTC')::date and ($2::timestamptz at time zone 'UTC')::date group by kind`,
            [new Date(from), new Date(to)],
          )
          const sumOf = (kind: string): number => journal.find((each) => each.kind === kind)?.sum ?? 0
          for (const by of reportCuts) {
            const { total, rows, series } = await report(from, to, by)
            expect([kopecks(total.paid), kopecks(total.refunded)]).toEqual([sumOf('payment'), sumOf('refund')])
            expect(kopecks(total.revenue)).toBe(sumOf('payment') - sumOf('refund'))
            for (const what of ['paid', 'refunded', 'revenue'] as const) {
              expect(rows.reduce((sum, row) => sum + kopecks(row[what]), 0)).toBe(kopecks(total[what]))
              expect(series.reduce((sum, each) => sum + kopecks(each[what]), 0)).toBe(kopecks(total[what]))
            }
            expect(series.reduce((sum, { orders }) => sum + orders, 0)).toBe(total.orders)
            expect(total.first + total.prolonged + total.added).toBe(total.orders)
            if (by !== 'product') expect(rows.reduce((sum, { orders }) => sum + orders, 0)).toBe(total.orders)
            for (const { name } of rows) expect(name).toMatch(/[а-яёa-z]/i)
          }
        }
        world.clock.advance(3 * DAY)
      }),
      { numRuns: lawRuns(5), examples: [[usual]] },
    )
  })

  it('tells first orders from prolonged and added ones, and counts who came from a trial, stayed and left', async () => {
    const fresh = await openTestWorld({ config: { sessionDays: 4_000, sessionMostDays: 4_000 } })
    const boss = await fresh.somebody('boss', ['admin'])
    const [anna, boris] = [
      await fresh.customer('anna', trial('photographers')),
      await fresh.customer('boris', paid('vets', 3)),
    ]
    // What was given was not paid for.
    const pay = async (who: TestUser, slugs: string[]): Promise<void> => {
      const { account, total } = await insertOrder(fresh, who, { slugs })
      const payment = {
        gateway: 'test' as const,
        account,
        externalId: account,
        amount: total,
        currency: 'RUB',
        test: true,
      }
      await fresh.db.transaction().execute((tx) => settleOrder(tx, tillOf(fresh), payment))
    }
    fresh.clock.advance(DAY)
    await pay(boris, ['vets'])
    fresh.clock.advance(DAY)
    await pay(anna, ['photographers'])
    await pay(anna, ['video'])
    await pay(anna, ['photographers', 'vets'])
    const ask = (from: number, to: number) =>
      boss.asks('reports', 'getSubReport', { from: written(from), to: written(to) })
    const week = await ask(NOON, NOON + 2 * DAY)
    expect(week.total).toMatchObject({ orders: 4, first: 2, prolonged: 1, added: 1, revenue: 6_000 })
    expect(week.trials).toEqual({ firstAfterTrial: 1, begun: 1, paidSince: 1 })
    expect(week.payers).toEqual({ atStart: 0, came: 2, left: 0, atEnd: 2 })
    expect(week.series).toHaveLength(3)
    expect(week.rows.find(({ name }) => name.startsWith('Ветеринар'))).toMatchObject({ orders: 2, revenue: 2_250 })
    fresh.clock.advance(60 * DAY)
    expect((await ask(NOON + 2 * DAY, NOON + 62 * DAY)).payers).toEqual({ atStart: 1, came: 0, left: 1, atEnd: 0 })
    await fresh.close()
  })

  it('takes days as people write them, from 01.01.2016 to tomorrow, the first not after the last', async () => {
    const now = world.clock.now().getTime()
    const code = (from: string, to: string) => admin.isRefused('reports', 'getSubReport', { from, to })
    expect(await code('01.01.2016', written(now + DAY))).toBe('ok')
    expect(await code('31.12.2015', written(now))).toBe('VALIDATION_FAILED')
    expect(await code('01.01.2016', written(now + 2 * DAY))).toBe('VALIDATION_FAILED')
    expect(await code('02.02.2026', '01.02.2026')).toBe('VALIDATION_FAILED')
    for (const wrong of ['31.02.2026', '2026-02-01', '1.2.2026', ''])
      expect(await code(wrong, written(now))).toBe('VALIDATION_FAILED')
    const long = await report(Date.parse('2016-01-01'), now)
    expect([long.step, long.series[0]?.day]).toEqual(['month', '2016-01-01'])
    const year = await report(now - 300 * DAY, now)
    expect(year.step).toBe('week')
    expect(codeOf(await world.ask('reports', 'getSubReport', { from: '01.01.2016', to: '02.01.2016' }))).toBe(
      'UNAUTHORIZED',
    )
    expect(await buyers[0]?.isRefused('reports', 'getSubReport', { from: '01.01.2016', to: '02.01.2016' })).toBe(
      'FORBIDDEN',
    )
  })

  it('is saved as a file with the rows that are shown (reports.exportSubReport)', async () => {
    const now = world.clock.now().getTime()
    const file = (query: string) =>
      world.web.app.inject({
        method: 'GET',
        url: `/api/admin/sub-report/file?${query}`,
        cookies: { echolot: admin.token },
      })
    const days = `from=01.01.2026&to=${written(now)}`
    const csv = await file(`${days}&by=promo&format=csv`)
    expect([csv.statusCode, csv.body.includes('Без промокода'), csv.body.includes('Всего')]).toEqual([200, true, true])
    expect((await file(`${days}&format=xlsx`)).rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect((await file('from=01.01.2026&to=01.01.2025&format=csv')).statusCode).toBe(422)
  })
})
