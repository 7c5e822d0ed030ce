/** The same stories by every gateway: over HTTP, from the cart to the page of the gateway, to its notices, to what the person has then. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GatewayName } from '../../../config/payments.ts'
import { MINUTE } from '../../../kit/clock.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import type { GatewaySimulator, PayPage, NoticeReply } from './gateways/gateway.simulator.ts'
import { paymentsWith, sampleGateways } from './gateways/gateways.samples.ts'
import { openGateways } from './gateways/open-gateways.ts'
import { findOrder, type Order } from './order-row.ts'
import { entriesOf, subscriptionsOf, tillOf, verdictsOf } from './payments.samples.ts'
import { giveUpOrders, pollOrders } from './poll-orders.ts'

let world: TestWorld
let admin: TestUser
let tariff: number
let categories: number[]
const simulators = new Map<GatewayName, GatewaySimulator>()

beforeAll(async () => {
  const opened = await Promise.all(sampleGateways.map(({ simulate }) => simulate()))
  for (const simulator of opened) simulators.set(simulator.type, simulator)
  world = await openTestWorld({ config: { payments: paymentsWith(opened) } })
  for (const simulator of opened) simulator.site = world.web.address
  admin = await world.somebody('admin', ['admin'])
  tariff = await world.tariffId('category-quarter')
  categories = [await world.categoryId('photographers'), await world.categoryId('plumbers')]
})
afterAll(async () => {
  await world.close()
  await Promise.all([...simulators.values()].map((simulator) => simulator.close()))
})

/** Someone with an order before them, and the gateway's page. */
interface Begun {
  who: TestUser
  account: string
  sum: number
  page: PayPage
}

describe.each(sampleGateways)('$name', ({ name }) => {
  let simulator: GatewaySimulator
  let payer: TestUser
  beforeAll(async () => {
    payer = await world.customer(name)
  })
  beforeEach(() => {
    const known = simulators.get(name)
    if (!known) throw new Error(`no simulator of ${name}`)
    simulator = Object.assign(known, { notices: 'at once', down: false, test: false, replies: [] })
  })

  async function begin(who = payer): Promise<Begun> {
    await who.asks('cart', 'setCartItems', { value: categories })
    const { estimation } = await who.asks('cart', 'updateCart', { tariff })
    const { account, sum, type, ...part } = await who.asks('payments', 'orderCart', { gateway: name })
    expect([type, sum]).toEqual([name, estimation.total])
    return { who, account, sum, page: await simulator.open(part) }
  }

  const order = async ({ account }: Begun): Promise<Order> => {
    const found = await findOrder(world.db, account)
    if (!found) throw new Error(`order ${account} is gone`)
    return found
  }
  const statusFor = async ({ who, account }: Begun): Promise<string> =>
    (await who.asks('payments', 'getOrder', { account })).status

  async function expectPaidOnce(begun: Begun): Promise<void> {
    const paid = await order(begun)
    expect(paid.status).toBe('paid')
    expect(await subscriptionsOf(world, paid)).toHaveLength(categories.length)
    expect(await entriesOf(world, paid)).toEqual([
      { kind: 'payment', debit: name, credit: 'revenue', amount: paid.total },
    ])
    expect((await begun.who.asks('cart', 'getCart', {})).cart.items).toEqual([])
    const letters = await world.db
      .selectFrom('letters')
      .select('id')
      .where('recipient', '=', begun.who.email)
      .where('plain', 'like', `%${begun.account}%`)
      .execute()
    expect(letters).toHaveLength(1)
  }

  async function expectNothing(begun: Begun): Promise<void> {
    const unpaid = await order(begun)
    expect(['waiting', 'failed']).toContain(unpaid.status)
    expect(await subscriptionsOf(world, unpaid)).toEqual([])
    expect(await entriesOf(world, unpaid)).toEqual([])
    expect((await begun.who.asks('cart', 'getCart', {})).cart.items).toEqual(categories)
  }

  const isAccepted = ({ status, body }: NoticeReply): boolean =>
    status === 200 &&
    ({ unitpay: body.includes('"result"'), cloudpayments: body === '{"code":0}' }[name as string] ?? body === 'OK')

  it('pays', async () => {
    const begun = await begin()
    const { location } = await begun.page.press('pay')
    expect(simulator.replies.every(isAccepted)).toBe(true)
    await expectPaidOnce(begun)
    expect(await statusFor(begun)).toBe('paid')
    if (name !== 'cloudpayments') expect(new URL(location ?? '').hash).toMatch(/^#payment_success/)
    const { docs } = await begun.who.asks('payments', 'listPurchases', {})
    expect(docs[0]).toMatchObject({ account: begun.account, sum: begun.sum, status: 'paid' })
  })

  it('fails, and honours what is paid after all', async () => {
    const begun = await begin()
    await begun.page.press('cancel')
    expect(simulator.replies.every(isAccepted)).toBe(true)
    await expectNothing(begun)
    simulator.find(begun.account).state = 'paid'
    expect(isAccepted(await simulator.sendNotice(begun.account, 'paid'))).toBe(true)
    await expectPaidOnce(begun)
  })

  it('sends it 20 times at once', async () => {
    const begun = await begin()
    simulator.notices = 'lost'
    await begun.page.press('pay')
    const replies = await Promise.all(Array.from({ length: 20 }, () => simulator.sendNotice(begun.account, 'paid')))
    expect(new Set(replies.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(replies.every(isAccepted)).toBe(true)
    await expectPaidOnce(begun)
    const verdicts = await verdictsOf(world, begun)
    expect(verdicts.filter((verdict) => verdict === 'repeated')).toHaveLength(19)
  })

  it.each(['bad', 'missing'] as const)('has a %s signature', async (signature) => {
    const begun = await begin()
    simulator.find(begun.account).state = 'paid'
    expect(isAccepted(await simulator.sendNotice(begun.account, 'paid', signature))).toBe(false)
    await expectNothing(begun)
    const { verdict, kind } = await world.db
      .selectFrom('paymentEvents')
      .select(['verdict', 'kind'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect([verdict, kind]).toEqual([signature === 'bad' ? 'bad signature' : 'no signature', 'unread'])
  })

  it('reports it before the browser is back, and after', async () => {
    const early = await begin()
    await early.page.press('pay')
    // The browser has not gone anywhere yet.
    expect((await order(early)).status).toBe('paid')
    expect(await statusFor(early)).toBe('paid')
    await expectPaidOnce(early)

    const late = await begin()
    simulator.notices = 'held'
    await late.page.press('pay')
    expect((await order(late)).status).toBe('waiting')
    // The page asks what came of it, and we ask the gateway.
    expect(await statusFor(late)).toBe('paid')
    await expectPaidOnce(late)
    expect((await simulator.release()).every(isAccepted)).toBe(true)
    await expectPaidOnce(late)
    expect((await verdictsOf(world, late)).slice(-2)).toEqual(['settled', 'repeated'])
  })

  it('never reports it', async () => {
    const begun = await begin()
    simulator.notices = 'lost'
    await begun.page.press('pay')
    const poll = () => pollOrders(tillOf(world), openGateways(world.config))
    await poll()
    await expectNothing(begun)
    world.clock.advance(11 * MINUTE)
    simulator.down = true
    await poll()
    await expectNothing(begun)
    simulator.down = false
    world.clock.advance(11 * MINUTE)
    await Promise.all([poll(), poll()])
    await expectPaidOnce(begun)
  })

  it('reports another sum', async () => {
    const begun = await begin()
    await begun.page.press('pay')
    const other = await begin()
    Object.assign(simulator.find(other.account), { sum: '1.00', state: 'paid' })
    await simulator.sendNotice(other.account, 'paid')
    await expectNothing(other)
    expect((await verdictsOf(world, other)).at(-1)).toBe('wrong sum')
    expect(isAccepted(simulator.replies.at(-1) ?? { event: 'paid', status: 0, type: '', body: '' })).toBe(
      name !== 'unitpay',
    )
  })

  it('pays one order with the payment of another, or an order of another gateway', async () => {
    const [first, second] = [await begin(), await begin(await world.customer(`other-${name}`))]
    await first.page.press('pay')
    const payment = simulator.find(second.account)
    const id = payment.id
    // cent and the bank are asked, and know better.
    Object.assign(payment, { id: simulator.find(first.account).id, state: 'paid' })
    await simulator.sendNotice(second.account, 'paid')
    payment.id = id
    payment.state = 'open'
    await expectNothing(second)
    await expectPaidOnce(first)
    await world.db.updateTable('orders').set({ gateway: 'test' }).where('account', '=', second.account).execute()
    payment.state = 'paid'
    await simulator.sendNotice(second.account, 'paid')
    await expectNothing(second)
    expect((await verdictsOf(world, second)).at(-1)).toBe('foreign')
  })

  // The notices of the others do not show it.
  it.each(name !== 'cent' && name !== 'alfa' ? [name] : [])(
    'plays with money, which opens nothing in production',
    async () => {
      const begun = await begin()
      simulator.test = true
      world.config.production = true
      try {
        await begun.page.press('pay')
        simulator.find(begun.account).state = 'paid'
        await simulator.sendNotice(begun.account, 'paid')
        world.clock.advance(11 * MINUTE)
        await pollOrders(tillOf(world), openGateways(world.config))
      } finally {
        world.config.production = false
      }
      await expectNothing(begun)
      // Interkassa signs them with another key.
      const verdicts = await world.db
        .selectFrom('paymentEvents')
        .select('verdict')
        .where('gateway', '=', name)
        .orderBy('id', 'desc')
        .limit(2)
        .execute()
      expect(verdicts.map(({ verdict }) => verdict)).toContain(name === 'interkassa' ? 'bad signature' : 'test')
    },
  )

  it('is given up after three days, and honoured all the same', async () => {
    const begun = await begin()
    world.clock.advance(3 * 24 * 60 * MINUTE)
    await giveUpOrders(tillOf(world))
    expect((await order(begun)).status).toBe('failed')
    simulator.find(begun.account).state = 'paid'
    await simulator.sendNotice(begun.account, 'paid')
    await expectPaidOnce(begun)
  })

  it('gives it back', async () => {
    const begun = await begin()
    await begun.page.press('pay')
    // Those that cannot be asked are done with in their cabinet, and say so.
    const inCabinet = name === 'cent' || name === 'interkassa'
    const [listed] = (await admin.asks('payments', 'listOrders', { search: begun.account })).docs
    expect(listed).toMatchObject({ gateway: name, status: 'paid', refund: inCabinet ? 'cabinet' : 'gateway' })
    const asked = { account: begun.account, comment: 'передумала' }
    const [way, other] = inCabinet
      ? (['markOrderRefunded', 'refundOrder'] as const)
      : (['refundOrder', 'markOrderRefunded'] as const)
    expect(await admin.isRefused('payments', other, asked)).toBe(
      inCabinet ? 'GATEWAY_REFUND_NOT_SUPPORTED' : 'REFUND_MARK_NOT_ALLOWED',
    )
    expect((await order(begun)).status).toBe('paid')
    await admin.asks('payments', way, asked)
    expect(simulator.find(begun.account).state).toBe(inCabinet ? 'paid' : 'refunded')
    const given = await order(begun)
    expect(given.status).toBe('refunded')
    expect(await entriesOf(world, given)).toEqual([
      { kind: 'payment', debit: name, credit: 'revenue', amount: given.total },
      { kind: 'refund', debit: 'revenue', credit: name, amount: given.total },
    ])
    const held = await subscriptionsOf(world, given)
    expect(held).toHaveLength(categories.length)
    expect(held.every(({ endedAt }) => endedAt !== null)).toBe(true)
    // A notice that comes late gives it back no second time, and opens nothing again.
    if (name === 'cloudpayments' || name === 'alfa') await simulator.sendNotice(begun.account, 'refunded')
    await simulator.sendNotice(begun.account, 'paid')
    expect((await order(begun)).status).toBe('refunded')
    expect(await entriesOf(world, given)).toHaveLength(2)
  })

  it('does everything at once', async () => {
    const begun = await begin()
    simulator.notices = 'lost'
    await begun.page.press('pay')
    world.clock.advance(11 * MINUTE)
    await Promise.all([
      ...Array.from({ length: 5 }, () => simulator.sendNotice(begun.account, 'paid')),
      simulator.sendNotice(begun.account, 'paid', 'bad'),
      simulator.sendNotice(begun.account, 'failed'),
      pollOrders(tillOf(world), openGateways(world.config)),
      statusFor(begun),
    ])
    await expectPaidOnce(begun)
  })
})
