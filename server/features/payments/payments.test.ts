import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { codeOf, openTown, type Town, type Townsman } from '../../people/town.ts'
import { DAY, HOUR, MINUTE } from '../../kit/clock.ts'
import type { Status } from './gateways/gateway.ts'
import type { Gateways } from './gateways/open-gateways.ts'
import { forgetOldEvents } from './payment-events.ts'
import {
  entriesOf,
  insertOrder,
  noticeOf,
  orderNow,
  subscriptionsOf,
  testGateway,
  tillOf,
  verdictsOf,
} from './payments.samples.ts'
import { askForPage, giveUpOrders, pollOrders } from './poll-orders.ts'
import { takeNotice } from './take-notice.ts'

let town: Town
let anna: Townsman
let boris: Townsman
let admin: Townsman
beforeAll(async () => {
  town = await openTown()
  anna = await town.customer('anna')
  boris = await town.customer('boris')
  admin = await town.somebody('admin', ['admin'])
})
afterAll(() => town.close())
beforeEach(() => town.clock.advance(HOUR))

const NOBODYS = '0123456789AB'
const pay = (account: string) => anna.asks('payments', 'payInTestMode', { account })

describe('listGateways', () => {
  it('names what is on offer, to anybody', async () => {
    expect(await town.ask('payments', 'listGateways', {})).toMatchObject({
      result: { gateways: [{ type: 'test', title: 'Тестовая оплата' }] },
    })
  })
})

describe('getOrder', () => {
  it('tells what came of an order to whoever made it', async () => {
    const { account } = await insertOrder(town, anna, { total: 99_050 })
    expect(await anna.asks('payments', 'getOrder', { account })).toEqual({ account, sum: 990.5, status: 'waiting' })
    expect(codeOf(await town.ask('payments', 'getOrder', { account }))).toBe('UNAUTHORIZED')
    expect(await boris.isRefused('payments', 'getOrder', { account })).toBe('ORDER_NOT_FOUND')
    expect(await anna.isRefused('payments', 'getOrder', { account: NOBODYS })).toBe('ORDER_NOT_FOUND')
    expect(await anna.isRefused('payments', 'getOrder', { account: 'x'.repeat(51) })).toBe('VALIDATION_FAILED')
  })
})

describe('payInTestMode', () => {
  it('pays once, however often it is pressed', async () => {
    const order = await insertOrder(town, anna)
    const pressed = await Promise.all(Array.from({ length: 20 }, () => pay(order.account)))
    expect(new Set(pressed.map(({ goTo }) => goTo))).toEqual(new Set(['/feed#payment_success']))
    expect(await subscriptionsOf(town, order)).toHaveLength(1)
    expect(await entriesOf(town, order)).toHaveLength(1)
    expect((await verdictsOf(town, order)).toSorted()).toEqual([
      ...Array.from({ length: 19 }, () => 'repeated'),
      'settled',
    ])
  })

  it('fails when that is wanted, and not once it is paid', async () => {
    const order = await insertOrder(town, anna)
    expect(await anna.asks('payments', 'payInTestMode', { account: order.account, fail: true })).toEqual({
      goTo: '/order#payment_fail',
    })
    expect(await orderNow(town, order)).toMatchObject({ status: 'failed', closedAt: town.clock.now() })
    await pay(order.account)
    expect(await anna.isRefused('payments', 'payInTestMode', { account: order.account, fail: true })).toBe(
      'ORDER_CLOSED',
    )
  })

  it('is for whoever made the order, of an order that is to be paid so', async () => {
    const { account } = await insertOrder(town, anna)
    const cards = await insertOrder(town, anna, { gateway: 'alfa' })
    expect(codeOf(await town.ask('payments', 'payInTestMode', { account }))).toBe('UNAUTHORIZED')
    expect(await boris.isRefused('payments', 'payInTestMode', { account })).toBe('ORDER_NOT_FOUND')
    expect(await anna.isRefused('payments', 'payInTestMode', { account: cards.account })).toBe('ORDER_CLOSED')
    expect(await anna.isRefused('payments', 'payInTestMode', { account, fail: 'yes' as never })).toBe(
      'VALIDATION_FAILED',
    )
  })

  it('is there only where money is played with', async () => {
    const { payments } = town.config
    const earnest = await openTown({ config: { payments: { ...payments, gateways: [] } } })
    try {
      const vera = await earnest.customer('vera')
      const { account } = await insertOrder(earnest, vera)
      expect(await vera.isRefused('payments', 'payInTestMode', { account })).toBe('NOT_FOUND')
      expect(await vera.asks('payments', 'listGateways', {})).toEqual({ gateways: [] })
    } finally {
      await earnest.close()
    }
  })
})

describe('notices', () => {
  const tell = (...[order, more]: Parameters<typeof noticeOf> extends [Town, ...infer Rest] ? Rest : never) =>
    takeNotice(tillOf(town), testGateway(town), noticeOf(town, order, more))

  it('of a check say whether it may be paid', async () => {
    const order = await insertOrder(town, anna)
    expect((await tell(order, { kind: 'check' })).body).toBe('settled')
    expect((await tell(order, { kind: 'check', amount: 1 })).body).toBe('wrong sum')
    await pay(order.account)
    expect((await tell(order, { kind: 'check' })).body).toBe('closed')
    expect((await tell(order, { kind: 'check', account: NOBODYS })).body).toBe('unknown order')
  })

  it('that do not agree with the order open nothing', async () => {
    const order = await insertOrder(town, anna)
    const others = await insertOrder(town, anna, { gateway: 'unitpay' })
    expect((await tell(order, { amount: order.total - 1 })).body).toBe('wrong sum')
    expect((await tell(order, { currency: 'USD' })).body).toBe('wrong currency')
    expect((await tell(others)).body).toBe('foreign')
    expect((await tell(order, { account: NOBODYS })).body).toBe('unknown order')
    for (const each of [order, others])
      expect(await orderNow(town, each)).toMatchObject({ status: 'waiting', paidAt: null })
  })

  it('of one payment pay one order, even at once', async () => {
    const [one, other] = [await insertOrder(town, anna), await insertOrder(town, anna)]
    const answers = await Promise.all([tell(one, { externalId: 'same' }), tell(other, { externalId: 'same' })])
    expect(answers.map(({ body }) => body).toSorted()).toEqual(['foreign', 'settled'])
  })

  it('are written down, good and bad', async () => {
    const order = await insertOrder(town, anna)
    const { headers: _, ...unsigned } = noticeOf(town, order)
    expect((await takeNotice(tillOf(town), testGateway(town), { ...unsigned, headers: {} })).status).toBe(403)
    const rows = await town.db.selectFrom('paymentEvents').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(rows).toMatchObject([
      { gateway: 'test', kind: 'unread', account: null, verdict: 'no signature', at: town.clock.now() },
    ])
    expect(await orderNow(town, order)).toMatchObject({ status: 'waiting' })
    await town.db
      .updateTable('paymentEvents')
      .set({ at: new Date(town.clock.now().getTime() - 91 * DAY) })
      .where('id', '=', rows[0]?.id ?? 0)
      .execute()
    await forgetOldEvents(town.db, town.clock)
    expect(await town.db.selectFrom('paymentEvents').select('id').where('kind', '=', 'unread').execute()).toEqual([])
  })

  it('of an order whose account is gone are booked, and open nothing; whoever paid is told', async () => {
    const order = await insertOrder(town, anna, { userId: null })
    expect((await tell(order)).body).toBe('settled')
    expect(await town.letterTo(anna.email)).toMatchObject({
      subject: 'Оплата в Эхолоте пришла слишком поздно',
      plain: expect.stringContaining(order.account),
    })
    expect([await subscriptionsOf(town, order), await entriesOf(town, order)]).toMatchObject([
      [],
      [{ amount: order.total }],
    ])
  })

  it('when something breaks are written down as trouble, and nothing is half done', async () => {
    const order = await insertOrder(town, anna)
    await town.db
      .updateTable('orders')
      .set({ tariff: JSON.stringify({ ...order.tariff, product: 'nonsense' }) })
      .where('id', '=', order.id)
      .execute()
    await expect(tell(order)).rejects.toThrow()
    expect(await verdictsOf(town, order)).toEqual(['trouble'])
    expect([(await orderNow(town, order)).status, await entriesOf(town, order)]).toEqual(['waiting', []])
  })
})

describe('orders that no notice speaks of', () => {
  let asked: string[] = []
  /** A gateway that says this of this order. */
  const saying = (account: string, status: Status | Error): Gateways =>
    new Map([
      [
        'test',
        {
          ...testGateway(town),
          findStatus: async (order) => {
            if (order.account !== account) return { state: 'unknown' }
            asked.push(account)
            if (status instanceof Error) throw status
            return status
          },
        },
      ],
    ])
  const paidBy = (amount: number, externalId = 'asked-1'): Status => ({
    state: 'paid',
    externalId,
    amount,
    currency: 'RUB',
    test: true,
  })
  beforeEach(() => {
    asked = []
  })

  it('are asked about after 10 minutes, and then less and less often', async () => {
    const order = await insertOrder(town, anna)
    const gateways = saying(order.account, { state: 'waiting' })
    for (let minute = 0; minute < 60; minute++) {
      await pollOrders(tillOf(town), gateways)
      town.clock.advance(MINUTE)
    }
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.length).toBeLessThan(15)
  })

  it('are paid when the gateway says so', async () => {
    const order = await insertOrder(town, anna)
    town.clock.advance(10 * MINUTE)
    await pollOrders(tillOf(town), saying(order.account, paidBy(order.total)))
    expect(await orderNow(town, order)).toMatchObject({ status: 'paid', gatewayId: 'asked-1' })
    expect(await subscriptionsOf(town, order)).toHaveLength(1)
    expect(await verdictsOf(town, order)).toEqual(['settled'])
  })

  it('are not paid with another sum', async () => {
    const order = await insertOrder(town, anna)
    town.clock.advance(10 * MINUTE)
    await pollOrders(tillOf(town), saying(order.account, paidBy(order.total - 1)))
    expect([(await orderNow(town, order)).status, await verdictsOf(town, order)]).toEqual(['waiting', ['wrong sum']])
  })

  it('wait while the gateway is silent', async () => {
    const order = await insertOrder(town, anna)
    town.clock.advance(10 * MINUTE)
    await pollOrders(tillOf(town), saying(order.account, new Error('no answer')))
    expect([(await orderNow(town, order)).status, asked.length]).toEqual(['waiting', 1])
  })

  it('are asked about at once when the person comes back, but not all the time', async () => {
    const order = await insertOrder(town, anna)
    const waiting = saying(order.account, { state: 'waiting' })
    for (let time = 0; time < 5; time++) await askForPage(tillOf(town), waiting, await orderNow(town, order))
    expect(asked).toHaveLength(1)
    town.clock.advance(MINUTE)
    expect(
      await askForPage(
        tillOf(town),
        saying(order.account, paidBy(order.total, 'asked-2')),
        await orderNow(town, order),
      ),
    ).toMatchObject({ status: 'paid' })
  })

  it('fail after 3 days', async () => {
    const order = await insertOrder(town, anna)
    town.clock.advance(3 * DAY - MINUTE)
    await giveUpOrders(tillOf(town))
    expect((await orderNow(town, order)).status).toBe('waiting')
    town.clock.advance(MINUTE)
    await giveUpOrders(tillOf(town))
    expect((await orderNow(town, order)).status).toBe('failed')
  })
})

describe('purchases', () => {
  it('are listed, the newest first, page by page', async () => {
    const vera = await town.customer('vera')
    for (const [index, slugs] of [['photographers'], ['lawyers', 'photographers'], ['lawyers']].entries()) {
      town.clock.advance(HOUR)
      const { account } = await insertOrder(town, vera, { slugs, total: 10_000 * (index + 1) })
      await vera.asks('payments', 'payInTestMode', { account })
    }
    await insertOrder(town, vera)
    const { docs, ...rest } = await vera.asks('payments', 'listPurchases', { limit: 2 })
    expect(rest).toEqual({ total: 3, page: 1, pages: 2, limit: 2 })
    expect(docs.map(({ sum, ctgs, status }) => [sum, ctgs.length, status])).toEqual([
      [300, 1, 'paid'],
      [200, 2, 'paid'],
    ])
    expect(docs[0]?.Tariff).toEqual({ title: 'Поиск клиентов', durationTitle: '1 месяц' })
    expect((await vera.asks('payments', 'listPurchases', { limit: 2, page: 2 })).docs).toHaveLength(1)
    expect((await boris.asks('payments', 'listPurchases', {})).total).toBe(0)
    expect(codeOf(await town.ask('payments', 'listPurchases', {}))).toBe('UNAUTHORIZED')
    expect(await vera.isRefused('payments', 'listPurchases', { page: 0 })).toBe('VALIDATION_FAILED')
  })

  it('have an invoice, for whoever bought', async () => {
    const order = await insertOrder(town, anna, { total: 99_000 })
    expect(await anna.isRefused('payments', 'getInvoice', { account: order.account })).toBe('ORDER_NOT_FOUND')
    await pay(order.account)
    const invoice = await anna.asks('payments', 'getInvoice', { account: order.account })
    expect(invoice).toMatchObject({
      purchase: { account: order.account, sum: 990, status: 'paid' },
      buyer: { username: 'anna', email: anna.email },
      seller: { name: '', details: '' },
      lines: [{ quantity: 1, price: 990, sum: 990 }],
      receiptUrl: null,
    })
    expect(await boris.isRefused('payments', 'getInvoice', { account: order.account })).toBe('ORDER_NOT_FOUND')
    expect(codeOf(await town.ask('payments', 'getInvoice', { account: order.account }))).toBe('UNAUTHORIZED')
    expect(await anna.isRefused('payments', 'getInvoice', { account: 'x'.repeat(51) })).toBe('VALIDATION_FAILED')
  })
})

describe('refundOrder', () => {
  const refund = (account: string, who = admin) =>
    who.isRefused('payments', 'refundOrder', { account, comment: 'просил вернуть' })

  it('gives back all, ends what was opened, and is written down', async () => {
    const order = await insertOrder(town, anna)
    await pay(order.account)
    expect(await refund(order.account)).toBe('ok')
    expect(await orderNow(town, order)).toMatchObject({ status: 'refunded' })
    expect(await subscriptionsOf(town, order)).toMatchObject([{ endedAt: town.clock.now() }])
    expect(await entriesOf(town, order)).toEqual([
      { kind: 'payment', debit: 'test', credit: 'revenue', amount: order.total },
      { kind: 'refund', debit: 'revenue', credit: 'test', amount: order.total },
    ])
    const log = await town.db
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'order-refunded')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(log).toMatchObject({
      actorId: admin.userId,
      userId: anna.userId,
      details: { account: order.account, total: order.total, comment: 'просил вернуть' },
    })
    expect((await anna.asks('payments', 'getInvoice', { account: order.account })).purchase.status).toBe('refunded')
    expect(await refund(order.account)).toBe('ORDER_CLOSED')
  })

  it('is for admins, of what was paid, with a comment', async () => {
    const { account } = await insertOrder(town, anna)
    expect(codeOf(await town.ask('payments', 'refundOrder', { account, comment: 'x' }))).toBe('UNAUTHORIZED')
    expect(await refund(account, anna)).toBe('FORBIDDEN')
    expect(await refund(account)).toBe('ORDER_CLOSED')
    expect(await refund(NOBODYS)).toBe('ORDER_NOT_FOUND')
    expect(await admin.isRefused('payments', 'refundOrder', { account, comment: '' })).toBe('VALIDATION_FAILED')
  })

  it('of a gateway that is not there gives nothing back', async () => {
    const order = await insertOrder(town, anna, { gateway: 'alfa', status: 'paid', paidAt: town.clock.now() })
    expect(await refund(order.account)).toBe('GATEWAY_FAILED')
    expect((await orderNow(town, order)).status).toBe('paid')
  })
})

test.each(['takeUnitpayNotice', 'takeCentNotice', 'takeInterkassaNotice', 'takeAlfaNotice'] as const)(
  '%s: nobody listens where there are no keys',
  async (name) => {
    expect(codeOf(await town.ask('payments', name, {}))).toBe('NOT_FOUND')
  },
)
test('takeCloudpaymentsNotice: nobody listens where there are no keys', async () => {
  expect(codeOf(await town.ask('payments', 'takeCloudpaymentsNotice', { event: 'pay' }))).toBe('NOT_FOUND')
})
