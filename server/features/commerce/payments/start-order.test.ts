/** From the cart to what was bought, as a person does it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { orderNow, subscriptionsOf, entriesOf, tillOf, verdictsOf } from './payments.samples.ts'
import { findOrder, gatewayOrderOf } from './order-row.ts'
import { settleOrder } from './settle-order.ts'

let world: TestWorld
let people = 0
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clock.advance(HOUR))

const newcomer = (): Promise<TestUser> => world.customer(`buyer-${++people}`)

async function fillCart(who: TestUser, slugs: string[], tariff = 'category-month', promoCode: string | null = null) {
  await who.asks('cart', 'setCartItems', { value: await Promise.all(slugs.map((slug) => world.categoryId(slug))) })
  return who.asks('cart', 'updateCart', { tariff: await world.tariffId(tariff), promoCode })
}
async function insertCode(fields: {
  code: string
  discountType?: string
  value?: number
  maxUses?: number
  maxUsesEach?: number
}): Promise<number> {
  const row = { tariffType: 'all', discountType: 'percent_off', value: 1_000, createdAt: world.clock.now(), ...fields }
  return (await world.db.insertInto('promoCodes').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const usesOf = (promoId: number) =>
  world.db
    .selectFrom('promoUses')
    .select(['userId', 'releasedAt'])
    .where('promoId', '=', promoId)
    .orderBy('orderId')
    .execute()

describe('orderCart', () => {
  it('charges what the cart shows, and after payment everything is open and the cart is empty', async () => {
    const anna = await newcomer()
    const { estimation } = await fillCart(anna, ['photographers', 'lawyers'])
    const started = await anna.asks('payments', 'orderCart', {})
    expect(started).toEqual({ sum: estimation.total, account: expect.stringMatching(/^[0-9A-Z]{12}$/), type: 'test' })
    expect(await anna.asks('payments', 'getOrder', { account: started.account })).toEqual({
      account: started.account,
      product: 'category',
      type: 'regular',
      sum: estimation.total,
      status: 'waiting',
    })
    const order = await orderNow(world, started)
    expect(order).toMatchObject({
      status: 'waiting',
      price: 198_000,
      total: 193_050,
      days: estimation.days,
      contact: anna.email,
      gateway: 'test',
    })
    expect(order.lines.reduce((sum, line) => sum + line.sum, 0)).toBe(order.total)
    expect(await subscriptionsOf(world, order)).toEqual([])

    expect(await anna.asks('payments', 'payInTestMode', { account: started.account })).toEqual({
      goTo: `/feed?order=${started.account}#payment_success`,
    })
    expect(await anna.asks('payments', 'getOrder', { account: started.account })).toMatchObject({ status: 'paid' })
    const held = await subscriptionsOf(world, order)
    expect(
      held.map(({ productType, tariffType, startsAt, expiresAt }) => [
        productType,
        tariffType,
        (expiresAt.getTime() - startsAt.getTime()) / DAY,
      ]),
    ).toEqual([
      ['category', 'regular', order.days],
      ['category', 'regular', order.days],
    ])
    expect(await entriesOf(world, order)).toEqual([
      { kind: 'payment', debit: 'test', credit: 'revenue', amount: 193_050 },
    ])
    expect((await anna.asks('cart', 'getCart', {})).cart.items).toEqual([])
    const letter = await world.letterTo(anna.email)
    expect([letter.subject, letter.link]).toEqual([
      'Оплата в Эхолоте прошла',
      `${world.config.siteUrl}/invoice/${started.account}`,
    ])
    expect(letter.plain).toContain(
      'Оплачено 1 930,50 руб.'.replaceAll(' ', '\u00A0').replace('Оплачено\u00A0', 'Оплачено '),
    )
    expect(await verdictsOf(world, order)).toEqual(['settled'])
  })

  it('is refused to guests, of an empty cart, without a tariff, by a gateway that is not on offer', async () => {
    const anna = await newcomer()
    expect(codeOf(await world.ask('payments', 'orderCart', {}))).toBe('UNAUTHORIZED')
    expect(await anna.isRefused('payments', 'orderCart', {})).toBe('CART_EMPTY')
    await anna.asks('cart', 'setCartItems', { value: [await world.categoryId('photographers')] })
    expect(await anna.isRefused('payments', 'orderCart', {})).toBe('TARIFF_REQUIRED')
    await fillCart(anna, ['photographers'])
    expect(await anna.isRefused('payments', 'orderCart', { gateway: 'alfa' })).toBe('GATEWAY_NOT_OFFERED')
    expect(await anna.isRefused('payments', 'orderCart', { gateway: 'cash' as never })).toBe('VALIDATION_FAILED')
  })

  it('needs an e-mail for the receipt', async () => {
    const anna = await newcomer()
    await fillCart(anna, ['photographers'])
    await world.db.updateTable('users').set({ email: null }).where('id', '=', anna.userId).execute()
    expect(await anna.isRefused('payments', 'orderCart', {})).toBe('EMAIL_REQUIRED')
    expect(await world.db.selectFrom('orders').select('id').where('userId', '=', anna.userId).execute()).toEqual([])
  })

  it('of nothing is paid at once, and leaves no trace in the books', async () => {
    const anna = await newcomer()
    const promoId = await insertCode({ code: 'ДАРОМ', value: 10_000 })
    await fillCart(anna, ['photographers'], 'category-month', 'ДАРОМ')
    const started = await anna.asks('payments', 'orderCart', {})
    expect(started).toEqual({ sum: 0, account: expect.any(String), type: 'test' })
    const order = await orderNow(world, started)
    expect(order).toMatchObject({ status: 'paid', total: 0, price: 99_000, gateway: 'none', lines: [] })
    expect(await subscriptionsOf(world, order)).toHaveLength(1)
    expect(await entriesOf(world, order)).toEqual([])
    expect(await usesOf(promoId)).toEqual([{ userId: anna.userId, releasedAt: null }])
    expect((await world.letterTo(anna.email)).subject).toBe('Заказ в Эхолоте оформлен')
    // Asked for again, as after an answer that was lost.
    expect(await anna.isRefused('payments', 'orderCart', {})).toBe('CART_EMPTY')
    expect(await subscriptionsOf(world, order)).toHaveLength(1)
  })

  it('is asked for again, as after an answer that was lost: nothing is bought, and one of the two is paid', async () => {
    const anna = await newcomer()
    await fillCart(anna, ['photographers'])
    const [lost, started] = [await anna.asks('payments', 'orderCart', {}), await anna.asks('payments', 'orderCart', {})]
    await anna.asks('payments', 'payInTestMode', { account: started.account })
    expect(await subscriptionsOf(world, await orderNow(world, lost))).toEqual([])
    expect((await orderNow(world, lost)).status).toBe('waiting')
    expect(await entriesOf(world, await orderNow(world, lost))).toEqual([])
    expect(await subscriptionsOf(world, await orderNow(world, started))).toHaveLength(1)
  })

  it('follows what the person holds already', async () => {
    const anna = await newcomer()
    for (let index = 0; index < 2; index++) {
      await fillCart(anna, ['photographers'])
      const { account } = await anna.asks('payments', 'orderCart', {})
      await anna.asks('payments', 'payInTestMode', { account })
    }
    const held = await world.db
      .selectFrom('subscriptions')
      .select(['startsAt', 'expiresAt'])
      .where('userId', '=', anna.userId)
      .orderBy('id')
      .execute()
    expect(held[1]?.startsAt).toEqual(held[0]?.expiresAt)
    const [second] = (await anna.asks('payments', 'listPurchases', {})).docs
    expect(second?.sum).toBe(891)
  })
})

describe('an order that was given up for another with the same promo code', () => {
  const paysLate = async ({ account }: { account: string }): Promise<void> => {
    const { total } = await orderNow(world, { account })
    const payment = {
      gateway: 'test',
      account,
      externalId: `late-${account}`,
      amount: total,
      currency: 'RUB',
      test: true,
    } as const
    expect(await world.db.transaction().execute((tx) => settleOrder(tx, tillOf(world), payment))).toBe('settled')
  }
  const orders = async (who: TestUser, code: string) => {
    await fillCart(who, ['photographers'], 'category-month', code)
    return who.asks('payments', 'orderCart', {})
  }

  it('opens nothing when the code was used up by then: its money goes back', async () => {
    const anna = await newcomer()
    const promoId = await insertCode({ code: 'ОДИН-РАЗ', maxUsesEach: 1 })
    const first = await orders(anna, 'ОДИН-РАЗ')
    const second = await orders(anna, 'ОДИН-РАЗ')
    expect(await orderNow(world, first)).toMatchObject({ status: 'failed' })
    await paysLate(second)
    await paysLate(first)
    expect(await subscriptionsOf(world, await orderNow(world, second))).toHaveLength(1)
    expect(await subscriptionsOf(world, await orderNow(world, first))).toEqual([])
    expect(await entriesOf(world, await orderNow(world, first))).toMatchObject([{ kind: 'payment', amount: 89_100 }])
    expect((await usesOf(promoId)).filter(({ releasedAt }) => releasedAt === null)).toHaveLength(1)
    const letter = await world.letterTo(anna.email)
    expect(letter.subject).toBe('Оплата в Эхолоте пришла слишком поздно')
    expect(letter.plain).toContain('промокод из него использован')
    const { docs } = await anna.asks('payments', 'listPurchases', {})
    expect(docs.map(({ account, opened }) => [account, opened])).toEqual(
      expect.arrayContaining([
        [second.account, true],
        [first.account, false],
      ]),
    )
  })

  it('is honoured while the code is still his: then it is the other one that comes too late', async () => {
    const anna = await newcomer()
    await insertCode({ code: 'ПЕРВЫЙ', maxUsesEach: 1 })
    const first = await orders(anna, 'ПЕРВЫЙ')
    const second = await orders(anna, 'ПЕРВЫЙ')
    await paysLate(first)
    expect(await subscriptionsOf(world, await orderNow(world, first))).toHaveLength(1)
    await paysLate(second)
    expect(await subscriptionsOf(world, await orderNow(world, second))).toEqual([])
  })
})

describe('a gateway that takes no order', () => {
  it('leaves nothing behind: the order fails, the code is free, the cart is as it was', async () => {
    const { payments } = world.config
    const nowhere = { url: 'http://127.0.0.1:1', shopId: 'shop', token: 'token' }
    const silent = await openTestWorld({ config: { payments: { ...payments, gateways: ['cent'], cent: nowhere } } })
    try {
      const vera = await silent.customer('vera')
      const code = {
        code: 'МАЙ',
        tariffType: 'all',
        discountType: 'percent_off',
        value: 1_000,
        maxUses: 1,
        createdAt: silent.clock.now(),
      }
      const { id } = await silent.db.insertInto('promoCodes').values(code).returning('id').executeTakeFirstOrThrow()
      await vera.asks('cart', 'setCartItems', { value: [await silent.categoryId('photographers')] })
      await vera.asks('cart', 'updateCart', { tariff: await silent.tariffId('category-month'), promoCode: 'МАЙ' })
      expect(await vera.isRefused('payments', 'orderCart', {})).toBe('GATEWAY_FAILED')
      expect(await silent.db.selectFrom('orders').select('status').execute()).toEqual([{ status: 'failed' }])
      expect(await silent.db.selectFrom('promoUses').select('releasedAt').where('promoId', '=', id).execute()).toEqual([
        { releasedAt: silent.clock.now() },
      ])
      expect((await vera.asks('cart', 'getCart', {})).cart).toMatchObject({
        items: [expect.any(Number)],
        promoCode: 'МАЙ',
      })
    } finally {
      await silent.close()
    }
  })
})

it.each([
  ['project-month', '/custom-category'],
  ['group-month', '/groups'],
  ['group-team-3-month', '/team'],
])('whoever paid for %s is led to %s, and so is whoever a gateway sends back', async (tariff, page) => {
  const anna = await newcomer()
  await anna.asks('cart', 'updateCart', { tariff: await world.tariffId(tariff), quantity: 2 })
  const { account } = await anna.asks('payments', 'orderCart', {})
  const order = await findOrder(world.db, account)
  expect(order && gatewayOrderOf(order, { siteUrl: 'https://echolot.example' }).backUrl).toEqual({
    paid: `https://echolot.example${page}?order=${account}#payment_success`,
    failed: `https://echolot.example/order?order=${account}#payment_fail`,
  })
  expect(await anna.asks('payments', 'payInTestMode', { account })).toEqual({
    goTo: `${page}?order=${account}#payment_success`,
  })
  expect((await anna.asks('payments', 'listPurchases', {})).docs).toMatchObject([{ account, opened: true }])
})

describe('a package', () => {
  it('is paid like everything else, adds its groups, and leaves the cart alone; its refund takes them away', async () => {
    const anna = await newcomer()
    await anna.asks('cart', 'updateCart', { tariff: await world.tariffId('group-month'), quantity: 10 })
    const { account } = await anna.asks('payments', 'orderCart', {})
    expect(await anna.asks('payments', 'payInTestMode', { account })).toEqual({
      goTo: `/groups?order=${account}#payment_success`,
    })
    const basic = await orderNow(world, { account })
    await fillCart(anna, ['photographers'])
    const started = await anna.asks('payments', 'orderPackage', { quantity: 5 })
    const sizes = async () => (await subscriptionsOf(world, basic)).map(({ maxSize }) => maxSize)
    expect(await sizes()).toEqual([10])
    expect(await anna.asks('payments', 'payInTestMode', { account: started.account })).toEqual({
      goTo: `/groups?order=${started.account}#payment_success`,
    })
    expect(await sizes()).toEqual([15])
    expect((await anna.asks('cart', 'getCart', {})).cart.items).toHaveLength(1)
    const [bought] = (await anna.asks('payments', 'listPurchases', {})).docs
    expect(bought).toMatchObject({
      product: 'group',
      opened: true,
      productNames: ['Пакет: ещё 5 групп'],
      sum: started.sum,
    })
    const admin = await world.somebody(`admin-${++people}`, ['admin'])
    await admin.asks('payments', 'refundOrder', { account: started.account, comment: 'не нужен' })
    expect(await sizes()).toEqual([10])
  })
})

describe('a promo code', () => {
  it('is given back by an order that fails, and taken by one that is paid', async () => {
    const anna = await newcomer()
    const promoId = await insertCode({ code: 'ОДИНРАЗ', maxUses: 1 })
    await fillCart(anna, ['photographers'], 'category-month', 'ОДИНРАЗ')
    const failing = await anna.asks('payments', 'orderCart', {})
    expect(await anna.asks('payments', 'payInTestMode', { account: failing.account, fail: true })).toEqual({
      goTo: '/order#payment_fail',
    })
    expect(await usesOf(promoId)).toMatchObject([{ releasedAt: world.clock.now() }])
    expect((await anna.asks('cart', 'getCart', {})).cart.items).toHaveLength(1)
    const { account } = await anna.asks('payments', 'orderCart', {})
    await anna.asks('payments', 'payInTestMode', { account })
    const boris = await newcomer()
    await fillCart(boris, ['photographers'], 'category-month', 'ОДИНРАЗ')
    expect(await boris.isRefused('payments', 'orderCart', {})).toBe('PROMO_CODE_NOT_APPLICABLE')
  })

  it('does not stand in the way of whoever reserved it himself and begins again', async () => {
    const anna = await newcomer()
    const promoId = await insertCode({ code: 'СНОВА', maxUses: 1, maxUsesEach: 1 })
    await fillCart(anna, ['photographers'], 'category-month', 'СНОВА')
    const first = await anna.asks('payments', 'orderCart', {})
    const second = await anna.asks('payments', 'orderCart', {})
    expect([(await orderNow(world, first)).status, (await orderNow(world, second)).status]).toEqual([
      'failed',
      'waiting',
    ])
    // Money that comes all the same is honoured.
    await anna.asks('payments', 'payInTestMode', { account: first.account })
    expect((await orderNow(world, first)).status).toBe('paid')
    expect((await usesOf(promoId)).map(({ releasedAt }) => releasedAt)).toEqual([null, null])
  })

  it('of one use is had by one of many who come at once', async () => {
    const promoId = await insertCode({ code: 'КТОПЕРВЫЙ', maxUses: 1 })
    const many = await Promise.all(Array.from({ length: 5 }, () => newcomer()))
    for (const who of many) await fillCart(who, ['photographers'], 'category-month', 'КТОПЕРВЫЙ')
    const answers = await Promise.all(many.map((who) => who.isRefused('payments', 'orderCart', {})))
    expect(answers.toSorted()).toEqual([
      'PROMO_CODE_NOT_APPLICABLE',
      'PROMO_CODE_NOT_APPLICABLE',
      'PROMO_CODE_NOT_APPLICABLE',
      'PROMO_CODE_NOT_APPLICABLE',
      'ok',
    ])
    expect(await usesOf(promoId)).toHaveLength(1)
  })
})
