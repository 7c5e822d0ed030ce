/** Whatever comes, how often and in which order: what was paid is open exactly once, and the books balance. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '../../../kit/clock.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { reservePromo } from '../promo/promo.public.ts'
import type { RawNotice, GatewayStatus } from './gateways/gateway.ts'
import type { Gateways } from './gateways/open-gateways.ts'
import { TEST_SIGNATURE } from './gateways/test-gateway.ts'
import type { Order } from './order-row.ts'
import { entriesOf, insertOrder, noticeOf, orderNow, subscriptionsOf, testGateway, tillOf } from './payments.samples.ts'
import { askForPage, giveUpOrders, pollOrders } from './poll-orders.ts'
import { takeNotice } from './take-notice.ts'
import { lawRuns } from '../../../../tools/law-runs.ts'

let world: TestWorld
let anna: TestUser
let admin: TestUser
let promoId: number
beforeAll(async () => {
  world = await openTestWorld()
  anna = await world.customer('anna')
  admin = await world.somebody('admin', ['admin'])
  const code = {
    code: 'ВЕСНА',
    tariffType: 'all',
    discountType: 'percent_off',
    value: 1000,
    createdAt: world.clock.now(),
  }
  promoId = (await world.db.insertInto('promoCodes').values(code).returning('id').executeTakeFirstOrThrow()).id
})
afterAll(() => world.close())

/** `bank`: what the gateway says when it is asked. */
type Event =
  | {
      kind:
        | 'start'
        | 'paid'
        | 'paid again'
        | 'failed'
        | 'declined'
        | 'bad signature'
        | 'no signature'
        | 'wrong sum'
        | 'wrong currency'
        | 'refunded in the cabinet'
        | 'given up'
        | 'refund'
    }
  | { kind: 'poll' | 'return'; bank: GatewayStatus['state'] }

const plain = fc
  .constantFrom<Event['kind'] & string>(
    'start',
    'paid',
    'paid',
    'paid again',
    'failed',
    'declined',
    'bad signature',
    'no signature',
    'wrong sum',
    'wrong currency',
    'given up',
  )
  .map((kind) => ({ kind }) as Event)
const asked = fc.record({
  kind: fc.constantFrom('poll', 'return'),
  bank: fc.constantFrom('unknown', 'waiting', 'failed', 'paid'),
}) as fc.Arbitrary<Event>
/** A gateway is asked once in a while only. */
const together = fc
  .tuple(fc.array(plain, { minLength: 1, maxLength: 5 }), fc.option(asked, { nil: undefined }))
  .map(([events, one]) => (one ? [...events, one] : events))
const refunds = fc.array(fc.constantFrom<Event>({ kind: 'refund' }, { kind: 'refunded in the cabinet' }), {
  minLength: 1,
  maxLength: 3,
})
/** What stands in one list comes at once. */
const alone = asked.map((event) => [event])
const story = fc.array(
  fc.oneof({ weight: 4, arbitrary: together }, { weight: 1, arbitrary: alone }, { weight: 1, arbitrary: refunds }),
  { minLength: 1, maxLength: 6 },
)

async function happen(order: Order, event: Event): Promise<void> {
  const till = tillOf(world)
  const notify = (raw: RawNotice) => takeNotice(till, testGateway(world), raw)
  const ctx = (state: GatewayStatus['state']): Gateways => {
    const known = { externalId: `payment-of-${order.account}`, amount: order.total, currency: 'RUB', test: true }
    const status = state === 'paid' || state === 'refunded' ? { state, ...known } : { state }
    return new Map([
      [
        'test',
        {
          ...testGateway(world),
          findStatus: async ({ account }) => (account === order.account ? status : { state: 'unknown' }),
        },
      ],
    ])
  }
  switch (event.kind) {
    case 'start':
      return void (await notify(noticeOf(world, order, { kind: 'check' })))
    case 'paid':
      return void (await notify(noticeOf(world, order)))
    case 'paid again':
      return void (await notify(noticeOf(world, order, { externalId: `other-payment-of-${order.account}` })))
    case 'failed':
      return void (await notify(noticeOf(world, order, { kind: 'failed' })))
    case 'declined':
      return void (await notify(noticeOf(world, order, { kind: 'declined' })))
    case 'wrong sum':
      return void (await notify(noticeOf(world, order, { amount: order.total - 1 })))
    case 'wrong currency':
      return void (await notify(noticeOf(world, order, { currency: 'USD' })))
    case 'bad signature':
      return void (await notify({ ...noticeOf(world, order), headers: { [TEST_SIGNATURE]: '0'.repeat(64) } }))
    case 'no signature':
      return void (await notify({ ...noticeOf(world, order), headers: {} }))
    case 'refunded in the cabinet':
      return void (await notify(noticeOf(world, order, { kind: 'refunded' })))
    case 'refund':
      return expect(['ok', 'ORDER_ALREADY_CLOSED']).toContain(
        await admin.isRefused('payments', 'refundOrder', { account: order.account, comment: 'просил вернуть' }),
      )
    case 'given up': {
      await world.db
        .updateTable('orders')
        .set({ createdAt: new Date(world.clock.now().getTime() - 73 * HOUR) })
        .where('id', '=', order.id)
        .execute()
      return giveUpOrders(till)
    }
    case 'poll':
      await world.db.updateTable('orders').set({ gatewayAskedAt: null }).where('id', '=', order.id).execute()
      return pollOrders(till, ctx(event.bank))
    case 'return':
      await world.db.updateTable('orders').set({ gatewayAskedAt: null }).where('id', '=', order.id).execute()
      return void (await askForPage(till, ctx(event.bank), await orderNow(world, order)))
  }
}

/** What has to be after these came at once. */
function expected(before: Order['status'], events: Event[]): Order['status'] {
  const isPayment = (event: Event): boolean => ['paid', 'paid again'].includes(event.kind)
  // A gateway is asked only about what still waits.
  const heard = events.some((event) => 'bank' in event && event.bank === 'paid')
  const fails = events.some(
    (event) => ['failed', 'given up'].includes(event.kind) || ('bank' in event && event.bank === 'failed'),
  )
  const refunded = events.some(({ kind }) => kind === 'refund' || kind === 'refunded in the cabinet')
  if (before === 'paid') return refunded ? 'refunded' : 'paid'
  if (before === 'refunded' || events.some(isPayment)) return before === 'refunded' ? 'refunded' : 'paid'
  if (before === 'waiting' && heard && !fails) return 'paid'
  return before === 'waiting' && fails ? 'failed' : before
}

/** Of a gateway that says both at once no one can tell which is heard first. */
const isDecided = (events: Event[]): boolean => {
  const banks = new Set(
    events.flatMap((event) => ('bank' in event && ['paid', 'failed'].includes(event.bank) ? [event.bank] : [])),
  )
  const fails = events.some(({ kind }) => kind === 'failed' || kind === 'given up') || banks.has('failed')
  return !(banks.has('paid') && fails)
}

test('one subscription exactly, and the books balance', async () => {
  const decided = story.filter((lists) => lists.every(isDecided))
  await fc.assert(
    fc.asyncProperty(decided, async (lists) => {
      // So that no one has asked too often.
      world.clock.advance(HOUR)
      const order = await insertOrder(world, anna, { promoId, createdAt: new Date(world.clock.now().getTime() - HOUR) })
      await world.db
        .transaction()
        .execute((tx) => reservePromo(tx, world.clock, { promoId, orderId: order.id, userId: anna.userId }))
      let status: Order['status'] = 'waiting'
      let everPaid = false
      for (const events of lists) {
        await Promise.all(events.map((event) => happen(order, event)))
        status = expected(status, events)
        everPaid ||= status === 'paid'
        expect((await orderNow(world, order)).status).toBe(status)
        const held = await subscriptionsOf(world, order)
        expect(held).toHaveLength(everPaid ? 1 : 0)
        expect(held.every(({ endedAt }) => (endedAt === null) === (status === 'paid'))).toBe(true)
        const entries = await entriesOf(world, order)
        expect(entries).toEqual([
          ...(everPaid ? [{ kind: 'payment', debit: 'test', credit: 'revenue', amount: order.total }] : []),
          ...(status === 'refunded' ? [{ kind: 'refund', debit: 'revenue', credit: 'test', amount: order.total }] : []),
        ])
        const use = await world.db
          .selectFrom('promoUses')
          .select('releasedAt')
          .where('orderId', '=', order.id)
          .executeTakeFirstOrThrow()
        expect(use.releasedAt !== null).toBe(status === 'failed')
      }
      const letters = await world.db
        .selectFrom('letters')
        .select('id')
        .where('plain', 'like', `%${order.account}%`)
        .execute()
      expect(letters).toHaveLength(everPaid ? 1 : 0)
      const facts = await world.db.selectFrom('facts').select('payload').where('name', '=', 'order.paid').execute()
      expect(facts.filter(({ payload }) => (payload as { orderId: number }).orderId === order.id)).toHaveLength(
        everPaid ? 1 : 0,
      )
    }),
    { numRuns: lawRuns(40) },
  )
})
