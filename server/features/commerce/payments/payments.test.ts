import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { sql } from 'kysely'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import type { GatewayStatus } from './gateways/gateway.ts'
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
import { matchingOrders } from './list-orders.ts'
import { askForPage, giveUpOrders, pollOrders } from './poll-orders.ts'
import { takeNotice } from './take-notice.ts'

let world: TestWorld
let anna: TestUser
let boris: TestUser
let admin: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  anna = await world.customer('anna')
  boris = await world.customer('boris')
  admin = await world.somebody('admin', ['admin'])
})
afterAll(() => world.close())
beforeEach(() => world.clock.advance(HOUR))

const NOBODYS = '0123456789AB'
const pay = (account: string) => anna.asks('payments', 'payInTestMode', { account })

describe('listGateways', () => {
  it('names what is on offer, to anybody', async () => {
    expect(await world.ask('payments', 'listGateways', {})).toMatchObject({
      result: { gateways: [{ type: 'test', title: 'Тестовая оплата' }] },
    })
  })
})

describe('getOrder', () => {
  it('shows what came of an order to whoever made it', async () => {
    const { account } = await insertOrder(world, anna, { total: 99_050 })
    expect(await anna.asks('payments', 'getOrder', { account })).toEqual({
      account,
      product: 'category',
      type: 'regular',
      sum: 990.5,
      status: 'waiting',
    })
    expect(codeOf(await world.ask('payments', 'getOrder', { account }))).toBe('UNAUTHORIZED')
    expect(await boris.isRefused('payments', 'getOrder', { account })).toBe('ORDER_NOT_FOUND')
    expect(await anna.isRefused('payments', 'getOrder', { account: NOBODYS })).toBe('ORDER_NOT_FOUND')
    expect(await anna.isRefused('payments', 'getOrder', { account: 'x'.repeat(51) })).toBe('VALIDATION_FAILED')
  })
})

describe('payInTestMode', () => {
  it('pays once, however often it is pressed', async () => {
    const order = await insertOrder(world, anna)
    const pressed = await Promise.all(Array.from({ length: 20 }, () => pay(order.account)))
    expect(new Set(pressed.map(({ goTo }) => goTo))).toEqual(new Set([`/feed?order=${order.account}#payment_success`]))
    expect(await subscriptionsOf(world, order)).toHaveLength(1)
    expect(await entriesOf(world, order)).toHaveLength(1)
    expect((await verdictsOf(world, order)).toSorted()).toEqual([
      ...Array.from({ length: 19 }, () => 'repeated'),
      'settled',
    ])
  })

  it('fails when that is wanted, and not once it is paid', async () => {
    const order = await insertOrder(world, anna)
    expect(await anna.asks('payments', 'payInTestMode', { account: order.account, fail: true })).toEqual({
      goTo: '/order#payment_fail',
    })
    expect(await orderNow(world, order)).toMatchObject({ status: 'failed', closedAt: world.clock.now() })
    await pay(order.account)
    expect(await anna.isRefused('payments', 'payInTestMode', { account: order.account, fail: true })).toBe(
      'ORDER_ALREADY_CLOSED',
    )
  })

  it('is for whoever made the order, of an order that is to be paid so', async () => {
    const { account } = await insertOrder(world, anna)
    const cards = await insertOrder(world, anna, { gateway: 'alfa' })
    expect(codeOf(await world.ask('payments', 'payInTestMode', { account }))).toBe('UNAUTHORIZED')
    expect(await boris.isRefused('payments', 'payInTestMode', { account })).toBe('ORDER_NOT_FOUND')
    expect(await anna.isRefused('payments', 'payInTestMode', { account: cards.account })).toBe('ORDER_ALREADY_CLOSED')
    expect(await anna.isRefused('payments', 'payInTestMode', { account, fail: 'yes' as never })).toBe(
      'VALIDATION_FAILED',
    )
  })

  it('is there only where money is played with', async () => {
    const { payments } = world.config
    const earnest = await openTestWorld({ config: { payments: { ...payments, gateways: [] } } })
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
  const notify = (...[order, more]: Parameters<typeof noticeOf> extends [TestWorld, ...infer Rest] ? Rest : never) =>
    takeNotice(tillOf(world), testGateway(world), noticeOf(world, order, more))

  it('of a check say whether it may be paid', async () => {
    const order = await insertOrder(world, anna)
    expect((await notify(order, { kind: 'check' })).body).toBe('settled')
    expect((await notify(order, { kind: 'check', amount: 1 })).body).toBe('wrong sum')
    await pay(order.account)
    expect((await notify(order, { kind: 'check' })).body).toBe('closed')
    expect((await notify(order, { kind: 'check', account: NOBODYS })).body).toBe('unknown order')
  })

  it('that do not agree with the order open nothing', async () => {
    const order = await insertOrder(world, anna)
    const others = await insertOrder(world, anna, { gateway: 'unitpay' })
    expect((await notify(order, { amount: order.total - 1 })).body).toBe('wrong sum')
    expect((await notify(order, { currency: 'USD' })).body).toBe('wrong currency')
    expect((await notify(others)).body).toBe('foreign')
    expect((await notify(order, { account: NOBODYS })).body).toBe('unknown order')
    for (const each of [order, others])
      expect(await orderNow(world, each)).toMatchObject({ status: 'waiting', paidAt: null })
  })

  it('of one payment pay one order, even at once', async () => {
    const [one, other] = [await insertOrder(world, anna), await insertOrder(world, anna)]
    const answers = await Promise.all([notify(one, { externalId: 'same' }), notify(other, { externalId: 'same' })])
    expect(answers.map(({ body }) => body).toSorted()).toEqual(['foreign', 'settled'])
  })

  it('are written down, good and bad', async () => {
    const order = await insertOrder(world, anna)
    const { headers: _, ...unsigned } = noticeOf(world, order)
    expect((await takeNotice(tillOf(world), testGateway(world), { ...unsigned, headers: {} })).status).toBe(403)
    const rows = await world.db.selectFrom('paymentEvents').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(rows).toMatchObject([
      { gateway: 'test', kind: 'unread', account: null, verdict: 'no signature', at: world.clock.now() },
    ])
    expect(await orderNow(world, order)).toMatchObject({ status: 'waiting' })
    await world.db
      .updateTable('paymentEvents')
      .set({ at: new Date(world.clock.now().getTime() - 91 * DAY) })
      .where('id', '=', rows[0]?.id ?? 0)
      .execute()
    await forgetOldEvents(world.db, world.clock)
    expect(await world.db.selectFrom('paymentEvents').select('id').where('kind', '=', 'unread').execute()).toEqual([])
  })

  it('of an order whose account is gone are booked, and open nothing; whoever paid is notified', async () => {
    const order = await insertOrder(world, anna, { userId: null })
    expect((await notify(order)).body).toBe('settled')
    expect(await world.letterTo(anna.email)).toMatchObject({
      subject: 'Оплата в Эхолоте пришла слишком поздно',
      plain: expect.stringContaining(order.account),
    })
    expect([await subscriptionsOf(world, order), await entriesOf(world, order)]).toMatchObject([
      [],
      [{ amount: order.total }],
    ])
  })

  it('when something breaks are written down, and nothing is half done', async () => {
    const order = await insertOrder(world, anna)
    await world.db
      .updateTable('orders')
      .set({ tariff: JSON.stringify({ ...order.tariff, product: 'nonsense' }) })
      .where('id', '=', order.id)
      .execute()
    await expect(notify(order)).rejects.toThrow()
    expect(await verdictsOf(world, order)).toEqual(['trouble'])
    expect([(await orderNow(world, order)).status, await entriesOf(world, order)]).toEqual(['waiting', []])
  })
})

describe('orders that no notice speaks of', () => {
  let asked: string[] = []
  /** A gateway that says this of this order. */
  const gatewaysAnswering = (account: string, status: GatewayStatus | Error): Gateways =>
    new Map([
      [
        'test',
        {
          ...testGateway(world),
          findStatus: async (order) => {
            if (order.account !== account) return { state: 'unknown' }
            asked.push(account)
            if (status instanceof Error) throw status
            return status
          },
        },
      ],
    ])
  const paidBy = (amount: number, externalId = 'asked-1'): GatewayStatus => ({
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
    const order = await insertOrder(world, anna)
    const gateways = gatewaysAnswering(order.account, { state: 'waiting' })
    for (let minute = 0; minute < 60; minute++) {
      await pollOrders(tillOf(world), gateways)
      world.clock.advance(MINUTE)
    }
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.length).toBeLessThan(15)
  })

  it('are paid when the gateway says so', async () => {
    const order = await insertOrder(world, anna)
    world.clock.advance(10 * MINUTE)
    await pollOrders(tillOf(world), gatewaysAnswering(order.account, paidBy(order.total)))
    expect(await orderNow(world, order)).toMatchObject({ status: 'paid', gatewayId: 'asked-1' })
    expect(await subscriptionsOf(world, order)).toHaveLength(1)
    expect(await verdictsOf(world, order)).toEqual(['settled'])
  })

  it('are not paid with another sum', async () => {
    const order = await insertOrder(world, anna)
    world.clock.advance(10 * MINUTE)
    await pollOrders(tillOf(world), gatewaysAnswering(order.account, paidBy(order.total - 1)))
    expect([(await orderNow(world, order)).status, await verdictsOf(world, order)]).toEqual(['waiting', ['wrong sum']])
  })

  it('wait while the gateway is silent', async () => {
    const order = await insertOrder(world, anna)
    world.clock.advance(10 * MINUTE)
    await pollOrders(tillOf(world), gatewaysAnswering(order.account, new Error('no answer')))
    expect([(await orderNow(world, order)).status, asked.length]).toEqual(['waiting', 1])
  })

  it('are asked about at once when the person comes back, but not all the time', async () => {
    const order = await insertOrder(world, anna)
    const waiting = gatewaysAnswering(order.account, { state: 'waiting' })
    for (let time = 0; time < 5; time++) await askForPage(tillOf(world), waiting, await orderNow(world, order))
    expect(asked).toHaveLength(1)
    world.clock.advance(MINUTE)
    expect(
      await askForPage(
        tillOf(world),
        gatewaysAnswering(order.account, paidBy(order.total, 'asked-2')),
        await orderNow(world, order),
      ),
    ).toMatchObject({ status: 'paid' })
  })

  it('fail after 3 days', async () => {
    const order = await insertOrder(world, anna)
    world.clock.advance(3 * DAY - MINUTE)
    await giveUpOrders(tillOf(world))
    expect((await orderNow(world, order)).status).toBe('waiting')
    world.clock.advance(MINUTE)
    await giveUpOrders(tillOf(world))
    expect((await orderNow(world, order)).status).toBe('failed')
  })
})

describe('purchases', () => {
  it('are listed, the newest first, page by page', async () => {
    const vera = await world.customer('vera')
    for (const [index, slugs] of [['photographers'], ['lawyers', 'photographers'], ['lawyers']].entries()) {
      world.clock.advance(HOUR)
      const { account } = await insertOrder(world, vera, { slugs, total: 10_000 * (index + 1) })
      await vera.asks('payments', 'payInTestMode', { account })
    }
    await insertOrder(world, vera)
    const { docs, ...rest } = await vera.asks('payments', 'listPurchases', { limit: 2 })
    expect(rest).toEqual({ total: 3, page: 1, pages: 2, limit: 2 })
    expect(docs.map(({ sum, productNames, status }) => [sum, productNames.length, status])).toEqual([
      [300, 1, 'paid'],
      [200, 2, 'paid'],
    ])
    expect(docs[0]?.Tariff).toEqual({ title: 'Поиск клиентов', durationTitle: '1 месяц' })
    expect((await vera.asks('payments', 'listPurchases', { limit: 2, page: 2 })).docs).toHaveLength(1)
    expect((await boris.asks('payments', 'listPurchases', {})).total).toBe(0)
    expect(codeOf(await world.ask('payments', 'listPurchases', {}))).toBe('UNAUTHORIZED')
    expect(await vera.isRefused('payments', 'listPurchases', { page: 0 })).toBe('VALIDATION_FAILED')
  })

  it('have an invoice, for whoever bought', async () => {
    const order = await insertOrder(world, anna, { total: 99_000 })
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
    expect(codeOf(await world.ask('payments', 'getInvoice', { account: order.account }))).toBe('UNAUTHORIZED')
    expect(await anna.isRefused('payments', 'getInvoice', { account: 'x'.repeat(51) })).toBe('VALIDATION_FAILED')
  })
})

describe('refundOrder', () => {
  const refund = (account: string, who = admin) =>
    who.isRefused('payments', 'refundOrder', { account, comment: 'просил вернуть' })

  it('gives back all, ends what was opened, and is written down', async () => {
    const order = await insertOrder(world, anna)
    await pay(order.account)
    expect(await refund(order.account)).toBe('ok')
    expect(await orderNow(world, order)).toMatchObject({ status: 'refunded' })
    expect(await subscriptionsOf(world, order)).toMatchObject([{ endedAt: world.clock.now() }])
    expect(await entriesOf(world, order)).toEqual([
      { kind: 'payment', debit: 'test', credit: 'revenue', amount: order.total },
      { kind: 'refund', debit: 'revenue', credit: 'test', amount: order.total },
    ])
    const log = await world.db
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
    expect(await refund(order.account)).toBe('ORDER_ALREADY_CLOSED')
  })

  it('is for admins, of what was paid, with a comment', async () => {
    const { account } = await insertOrder(world, anna)
    expect(codeOf(await world.ask('payments', 'refundOrder', { account, comment: 'x' }))).toBe('UNAUTHORIZED')
    expect(await refund(account, anna)).toBe('FORBIDDEN')
    expect(await refund(account)).toBe('ORDER_ALREADY_CLOSED')
    expect(await refund(NOBODYS)).toBe('ORDER_NOT_FOUND')
    expect(await admin.isRefused('payments', 'refundOrder', { account, comment: '' })).toBe('VALIDATION_FAILED')
  })

  it('of a gateway that is not there gives nothing back', async () => {
    const order = await insertOrder(world, anna, { gateway: 'alfa', status: 'paid', paidAt: world.clock.now() })
    expect(await refund(order.account)).toBe('GATEWAY_REFUND_NOT_SUPPORTED')
    expect((await orderNow(world, order)).status).toBe('paid')
  })
})

describe('markOrderRefunded', () => {
  const mark = (account: string, who = admin) =>
    who.isRefused('payments', 'markOrderRefunded', { account, comment: 'вернули в кабинете' })
  const inCabinet = (more: object = {}) =>
    insertOrder(world, anna, { gateway: 'cent', status: 'paid', paidAt: world.clock.now(), ...more })

  it('books it once, ends what was opened, and is written down once, however often it is asked', async () => {
    const order = await inCabinet()
    const answers = await Promise.all([mark(order.account), mark(order.account)])
    expect([...answers, await mark(order.account)]).toEqual(['ok', 'ok', 'ok'])
    expect((await orderNow(world, order)).status).toBe('refunded')
    expect(await entriesOf(world, order)).toEqual([
      { kind: 'refund', debit: 'revenue', credit: 'cent', amount: order.total },
    ])
    const log = await world.db
      .selectFrom('auditLog')
      .select(['actorId', 'userId', 'details'])
      .where('action', '=', 'order-marked-refunded')
      .execute()
    expect(log.filter(({ details }) => (details as { account: string }).account === order.account)).toEqual([
      {
        actorId: admin.userId,
        userId: anna.userId,
        details: { account: order.account, total: order.total, comment: 'вернули в кабинете' },
      },
    ])
  })

  it('is for admins, of what was paid, with a comment, where the gateway cannot be asked', async () => {
    const { account } = await inCabinet()
    expect(codeOf(await world.ask('payments', 'markOrderRefunded', { account, comment: 'x' }))).toBe('UNAUTHORIZED')
    expect(await mark(account, anna)).toBe('FORBIDDEN')
    expect(await mark(NOBODYS)).toBe('ORDER_NOT_FOUND')
    expect(await mark((await inCabinet({ status: 'waiting', paidAt: null })).account)).toBe('ORDER_ALREADY_CLOSED')
    expect(await mark((await inCabinet({ gateway: 'test' })).account)).toBe('REFUND_MARK_NOT_ALLOWED')
    expect(await admin.isRefused('payments', 'markOrderRefunded', { account, comment: '' })).toBe('VALIDATION_FAILED')
    expect((await orderNow(world, { account })).status).toBe('paid')
  })
})

describe('listOrders', () => {
  const listed = async (search: string) =>
    (await admin.asks('payments', 'listOrders', { search })).docs.map(({ account }) => account)

  it('shows all orders, newest first, page by page, and how their money can go back', async () => {
    const buyer = await world.customer('buyer-of-many')
    const made = []
    for (let n = 0; n < 21; n += 1) made.push(await insertOrder(world, buyer, n === 20 ? { gateway: 'cent' } : {}))
    const [oldest, newest] = [made[0]!, made[20]!]
    await buyer.asks('payments', 'payInTestMode', { account: oldest.account })
    const first = await admin.asks('payments', 'listOrders', { search: buyer.email })
    expect(first).toMatchObject({ total: 21, page: 1, pages: 2, limit: 20 })
    expect(first.docs[0]).toEqual({
      id: newest.id,
      account: newest.account,
      createdAt: newest.createdAt.toISOString(),
      email: buyer.email,
      productNames: ['Фотографы'],
      Tariff: { title: newest.tariff.title, durationTitle: newest.tariff.durationTitle },
      sum: 1500,
      gateway: 'cent',
      status: 'waiting',
      refund: null,
    })
    const second = await admin.asks('payments', 'listOrders', { search: buyer.email, page: 2 })
    expect(second.docs).toMatchObject([{ account: oldest.account, status: 'paid', refund: 'gateway' }])
    expect((await admin.asks('payments', 'listOrders', {})).docs[0]?.account).toBe(newest.account)
  })

  it('is searched by indexes, however many orders and people there are', async () => {
    const plan = await world.db.transaction().execute(async (tx) => {
      // Of so few rows any other way would be cheaper.
      for (const way of ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan'])
        await sql`set local ${sql.raw(way)} = off`.execute(tx)
      return matchingOrders(tx, 'looked_up').explain('json')
    })
    const written = JSON.stringify(plan)
    expect(written).toContain('"orders_search_idx"')
    expect(written).toContain('"users_email_search_idx"')
    expect(written).not.toContain('"Seq Scan"')
  })

  it('is searched by e-mail, number and what the gateway calls it, to the letter', async () => {
    const buyer = await world.customer('looked_up')
    const order = await insertOrder(world, buyer, { gatewayId: 'pay-77' })
    await insertOrder(world, await world.customer('lookedXup'))
    for (const search of ['Looked_UP', order.account.slice(2, 9).toLowerCase(), ' pay-77 '])
      expect(await listed(search)).toEqual([order.account])
    expect(await listed('looked%up')).toEqual([])
    // The books keep what was bought by someone who is gone.
    await world.db.deleteFrom('users').where('id', '=', buyer.userId).execute()
    expect(await listed(order.account)).toEqual([order.account])
  })

  it('is narrowed by state, and shows the journal of each (payments.getOrderJournal)', async () => {
    const buyer = await world.customer('journalled')
    const [order, waiting] = [await insertOrder(world, buyer), await insertOrder(world, buyer)]
    for (const _ of ['paid', 'said again']) await takeNotice(tillOf(world), testGateway(world), noticeOf(world, order))
    await admin.asks('payments', 'refundOrder', { account: order.account, comment: 'просил вернуть' })
    const listedAs = async (status: 'waiting' | 'refunded' | 'paid') =>
      (await admin.asks('payments', 'listOrders', { search: buyer.email, status })).docs.map(({ account }) => account)
    expect(await listedAs('refunded')).toEqual([order.account])
    expect(await listedAs('waiting')).toEqual([waiting.account])
    expect(await listedAs('paid')).toEqual([])
    const { entries, notices } = await admin.asks('payments', 'getOrderJournal', { account: order.account })
    expect(entries.map(({ kind, sum }) => [kind, sum])).toEqual([
      ['payment', order.total / 100],
      ['refund', order.total / 100],
    ])
    expect(notices.map(({ kind, verdict }) => [kind, verdict])).toEqual([
      ['paid', 'settled'],
      ['paid', 'repeated'],
    ])
    const { account } = waiting
    expect(await admin.asks('payments', 'getOrderJournal', { account })).toEqual({ entries: [], notices: [] })
    expect(await admin.isRefused('payments', 'getOrderJournal', { account: 'NONE00000000' })).toBe('ORDER_NOT_FOUND')
    expect(await buyer.isRefused('payments', 'getOrderJournal', { account })).toBe('FORBIDDEN')
  })

  it('is for admins only', async () => {
    expect(codeOf(await world.ask('payments', 'listOrders', {}))).toBe('UNAUTHORIZED')
    expect(await anna.isRefused('payments', 'listOrders', {})).toBe('FORBIDDEN')
    expect(await admin.isRefused('payments', 'listOrders', { page: 0 })).toBe('VALIDATION_FAILED')
  })
})

test.each(['takeUnitpayNotice', 'takeCentNotice', 'takeInterkassaNotice', 'takeAlfaNotice'] as const)(
  '%s: nobody listens where there are no keys',
  async (name) => {
    expect(codeOf(await world.ask('payments', name, {}))).toBe('NOT_FOUND')
  },
)
test('takeCloudpaymentsNotice: nobody listens where there are no keys', async () => {
  expect(codeOf(await world.ask('payments', 'takeCloudpaymentsNotice', { event: 'pay' }))).toBe('NOT_FOUND')
})

describe('payments.getCounter', () => {
  it('is the number that is configured, for whoever is signed in', async () => {
    expect(await anna.asks('payments', 'getCounter', {})).toEqual({ metrikaId: null })
    expect(codeOf(await world.ask('payments', 'getCounter', {}))).toBe('UNAUTHORIZED')
    const counting = await openTestWorld({ config: { metrikaId: '101' } })
    const vera = await counting.customer('vera')
    expect(await vera.asks('payments', 'getCounter', {})).toEqual({ metrikaId: 101 })
    await counting.close()
  })
})
