/**
 * Payments, refunds, ends of holds, payouts and their statuses in any order, jobs late or at once: the books balance to the kopeck, no one is paid more
 * than they earned, and every payment of a referral has its line.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payoutStatuses, type PayoutStatus } from '../../../../contract/commerce/partner.ts'
import { mayFollow } from '../../../../rules/partner/payout.ts'
import { lawRuns } from '../../../../tools/law-runs.ts'
import { DAY, MINUTE } from '../../../kit/clock.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { readBalance } from './accounts-of-partner.ts'
import { becomePartner, broughtBy, givesBack, payoutCodeOf, pays } from './partner.samples.ts'
import { releaseCommissions } from './release.ts'

let world: TestWorld
let admin: TestUser
beforeAll(async () => {
  world = await openTestWorld({ config: { sessionDays: 4_000, sessionMostDays: 4_000 } })
  await world.customer('house')
  admin = await world.somebody('admin', ['admin'])
})
afterAll(() => world.close())

const statuses = Object.keys(payoutStatuses).map(Number) as PayoutStatus[]
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pays' as const),
      who: fc.nat(1),
      total: fc.integer({ min: 1, max: 900_000 }),
      late: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('gives back' as const), which: fc.nat(20), late: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('waits' as const), days: fc.constantFrom(1, 7, 14) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('asks' as const), share: fc.integer({ min: 1, max: 120 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('moves' as const),
      which: fc.nat(5),
      status: fc.constantFrom(...statuses),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never

let stories = 0
/** What happened at all: a law that nothing tested would hold as well. */
const happened = new Map<string, number>()
const note = (what: string): void => void happened.set(what, (happened.get(what) ?? 0) + 1)

async function run(steps: Step[]): Promise<void> {
  stories += 1
  const partner = await becomePartner(world, `partner-${stories}`)
  const buyers = [await broughtBy(world, partner, `one-${stories}`), await broughtBy(world, partner, `two-${stories}`)]
  const paid: { account: string; back: boolean }[] = []
  const payouts: { id: number; status: PayoutStatus }[] = []
  for (const each of steps) {
    world.clock.advance(MINUTE)
    if (each.kind === 'pays') {
      const account = await pays(world, buyers[each.who] ?? partner, { total: each.total, jobs: !each.late })
      paid.push({ account, back: false })
    } else if (each.kind === 'gives back') {
      const order = paid[each.which % Math.max(1, paid.length)]
      if (!order || order.back) continue
      order.back = true
      await givesBack(world, order.account, !each.late)
      note('refund')
    } else if (each.kind === 'waits') {
      world.clock.advance(each.days * DAY)
      if ((await releaseCommissions(world)) > 0) note('release')
    } else if (each.kind === 'asks') await asks(partner, each.share, payouts)
    else await moves(each, payouts)
    await check(partner)
  }
  await world.settle()
  await check(partner)
  await checkLines(partner, paid)
}

async function asks(partner: TestUser, share: number, payouts: { id: number; status: PayoutStatus }[]): Promise<void> {
  const { available, smallest } = await partner.asks('partner', 'getAvailablePayout', {})
  const sum = Math.round(available * share) / 100
  if (sum < smallest) return
  const token = await payoutCodeOf(world, partner)
  const asked = { method: 'card' as const, wallet: '4111111111111111', other: '', sum, token }
  if (share > 100) {
    expect(await partner.isRefused('partner', 'requestPayout', asked)).toBe('PAYOUT_LIMIT_REACHED')
    return note('too much')
  }
  const { payout } = await partner.asks('partner', 'requestPayout', asked)
  payouts.push({ id: payout.id, status: 0 })
  note('payout')
}

async function moves(
  { which, status }: Extract<Step, { kind: 'moves' }>,
  payouts: { id: number; status: PayoutStatus }[],
) {
  const payout = payouts[which % Math.max(1, payouts.length)]
  if (!payout) return
  const answer = await admin.isRefused('partner', 'updatePartnerOrder', {
    order: payout.id,
    status,
    comment: 'так решено',
  })
  expect(answer).toBe(mayFollow(payout.status, status) ? 'ok' : 'PAYOUT_STATUS_NOT_ALLOWED')
  if (answer !== 'ok') return
  payout.status = status
  note(`status ${status}`)
}

/** Of everything that is the partner's by the lines, the books know the same. */
async function check(partner: TestUser): Promise<void> {
  const balance = await readBalance(world.db, partner.userId)
  const [lines, payouts] = await Promise.all([
    world.db.selectFrom('commissions').select(['amount', 'state']).where('partnerId', '=', partner.userId).execute(),
    world.db.selectFrom('payouts').select(['sum', 'status']).where('partnerId', '=', partner.userId).execute(),
  ])
  const sumOf = (...states: string[]): number =>
    lines.filter(({ state }) => states.includes(state)).reduce((sum, { amount }) => sum + amount, 0)
  const payoutSum = (fits: (status: number) => boolean): number =>
    payouts.filter(({ status }) => fits(status)).reduce((total, { sum }) => total + sum, 0)
  const requested = payoutSum((status) => status <= 3)
  const out = payoutSum((status) => status === 10)
  expect(balance).toEqual({
    held: sumOf('held', 'suspected'),
    available: sumOf('available') - requested - out,
    requested,
    paid: out,
    earned: sumOf('held', 'suspected', 'available'),
  })
}

async function checkLines(partner: TestUser, paid: { account: string; back: boolean }[]): Promise<void> {
  const lines = await world.db
    .selectFrom('commissions as c')
    .innerJoin('orders as o', 'o.id', 'c.orderId')
    .select(['o.account', 'c.state'])
    .where('c.partnerId', '=', partner.userId)
    .execute()
  for (const { account, back } of paid) {
    const state = lines.find((line) => line.account === account)?.state
    // What was given back before its job came has no line.
    if (back) expect([undefined, 'reversed']).toContain(state)
    else expect(['held', 'available']).toContain(state)
  }
  expect(lines.length).toBe(new Set(lines.map(({ account }) => account)).size)
}

it('balances whatever happens, and loses no line', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), run), { numRuns: lawRuns(12) })
  // The rarer ones, in a story of their own.
  await run([
    { kind: 'pays', who: 0, total: 900_000, late: true },
    { kind: 'pays', who: 0, total: 900_000, late: false },
    { kind: 'waits', days: 14 },
    { kind: 'asks', share: 120 },
    { kind: 'asks', share: 60 },
    { kind: 'asks', share: 100 },
    { kind: 'moves', which: 0, status: 10 },
    { kind: 'moves', which: 1, status: 5 },
    { kind: 'gives back', which: 0, late: false },
    { kind: 'gives back', which: 1, late: false },
  ])
  for (const what of ['refund', 'release', 'payout', 'too much', 'status 10', 'status 5'])
    expect(happened.get(what)).toBeGreaterThan(0)
})
