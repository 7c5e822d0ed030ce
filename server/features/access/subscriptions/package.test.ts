import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { buys } from '../../commerce/fulfilment/purchased.samples.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

const sizes = async (person: Awaited<ReturnType<TestWorld['customer']>>) =>
  (await person.asks('subscriptions', 'listSubscriptions', {})).subscriptions.map(
    ({ MonitoredGroupset }) => MonitoredGroupset?.maxSize,
  )

describe('subscriptions.estimatePackage', () => {
  it('counts the days left by the day rate, and the fee of each group, in whole roubles', async () => {
    const anna = await world.customer('anna')
    await buys(world, anna, { product: 'group', quantity: 600 })
    world.clock.advance(10 * DAY + 1)
    // 7 * (20 / 30 * 20 days + 10)
    expect(await anna.asks('subscriptions', 'estimatePackage', { quantity: 7 })).toEqual({
      total: 163,
      maxQuantity: 400,
      days: 20,
    })
    const answer = await world.ask('subscriptions', 'estimatePackage', { quantity: 401 }, anna)
    expect(answer).toMatchObject({ code: 'TARIFF_LIMIT_EXCEEDED', details: { maxQuantity: 400 } })
  })

  it('never lets more be added than the package holds', async () => {
    const boris = await world.customer('boris')
    await buys(world, boris, { product: 'group', quantity: 10 })
    expect(await boris.asks('subscriptions', 'estimatePackage', { quantity: 1 })).toMatchObject({
      maxQuantity: 500,
      days: 30,
    })
  })

  it('is refused without a paid subscription of groups that runs', async () => {
    const vera = await world.customer('vera')
    const code = () => vera.isRefused('subscriptions', 'estimatePackage', { quantity: 1 })
    expect(await code()).toBe('SUBSCRIPTION_REQUIRED')
    await buys(world, vera, { product: 'category', slugs: ['photographers'] })
    expect(await code()).toBe('SUBSCRIPTION_REQUIRED')
    await buys(world, vera, { product: 'group', quantity: 10 })
    const [groups] = (await vera.asks('subscriptions', 'listSubscriptions', {})).subscriptions.filter(
      ({ Tariff }) => Tariff.product === 'group',
    )
    await vera.asks('subscriptions', 'estimatePackage', { quantity: 1 })
    await vera.asks('subscriptions', 'freezeSubscription', { id: groups?.id ?? 0 })
    expect(await code()).toBe('SUBSCRIPTION_REQUIRED')
  })

  it('is refused to a guest and without a quantity', async () => {
    expect(codeOf(await world.ask('subscriptions', 'estimatePackage', { quantity: 1 }))).toBe('UNAUTHORIZED')
    const gleb = await world.customer('gleb')
    expect(await gleb.isRefused('subscriptions', 'estimatePackage', { quantity: 0 })).toBe('VALIDATION_FAILED')
  })
})

describe('payments.orderPackage', () => {
  it('makes an order that adds groups when it is paid', async () => {
    const dasha = await world.customer('dasha')
    await buys(world, dasha, { product: 'group', quantity: 30 })
    const { total } = await dasha.asks('subscriptions', 'estimatePackage', { quantity: 20 })
    const { account, sum, type } = await dasha.asks('payments', 'orderPackage', { quantity: 20 })
    expect({ sum, type }).toEqual({ sum: total, type: 'test' })
    expect(await sizes(dasha)).toEqual([30])
    await dasha.asks('payments', 'payInTestMode', { account })
    expect(await sizes(dasha)).toEqual([50])
    // The list is larger now, so less may be added.
    expect((await dasha.asks('subscriptions', 'estimatePackage', { quantity: 1 })).maxQuantity).toBe(500)
  })

  it('adds no more than the tariff holds, however many were ordered at once; what is too much is given back', async () => {
    const olga = await world.customer('olga')
    await buys(world, olga, { product: 'group', quantity: 600 })
    const accounts: string[] = []
    for (let n = 0; n < 5; n += 1)
      accounts.push((await olga.asks('payments', 'orderPackage', { quantity: 400 })).account)
    await Promise.all(accounts.map((account) => olga.asks('payments', 'payInTestMode', { account })))
    expect(await sizes(olga)).toEqual([1000])
    const orders = await world.db
      .selectFrom('orders')
      .select(['account', 'status', 'openedAt'])
      .where('account', 'in', accounts)
      .execute()
    expect(orders.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'paid'))
    expect(orders.filter(({ openedAt }) => openedAt !== null)).toHaveLength(1)
    const letters = await world.db.selectFrom('letters').select('plain').where('recipient', '=', olga.email).execute()
    expect(letters.filter(({ plain }) => plain?.includes('больше групп в ваш тариф уже не помещалось'))).toHaveLength(4)

    // The money that goes back takes away what it paid for, and no other's groups.
    const admin = await world.somebody('alisa', ['admin'])
    for (const { account } of orders.filter(({ openedAt }) => openedAt === null))
      await admin.asks('payments', 'refundOrder', { account, comment: 'Оплачен лишний пакет' })
    expect(await sizes(olga)).toEqual([1000])
    for (const { account } of orders.filter(({ openedAt }) => openedAt !== null))
      await admin.asks('payments', 'refundOrder', { account, comment: 'Оплачен лишний пакет' })
    expect(await sizes(olga)).toEqual([600])
  })

  it('is refused without a subscription, above the maximum, to a guest, and without a quantity', async () => {
    const kira = await world.customer('kira')
    expect(await kira.isRefused('payments', 'orderPackage', { quantity: 1 })).toBe('SUBSCRIPTION_REQUIRED')
    await buys(world, kira, { product: 'group', quantity: 900 })
    expect(await kira.isRefused('payments', 'orderPackage', { quantity: 101 })).toBe('TARIFF_LIMIT_EXCEEDED')
    expect(codeOf(await world.ask('payments', 'orderPackage', { quantity: 1 }))).toBe('UNAUTHORIZED')
    expect(await kira.isRefused('payments', 'orderPackage', { quantity: 0 })).toBe('VALIDATION_FAILED')
  })

  it('is refused when no package is on sale', async () => {
    const lev = await world.customer('lev')
    await buys(world, lev, { product: 'group', quantity: 30 })
    await world.db.updateTable('tariffs').set({ archivedAt: world.clock.now() }).where('type', '=', 'package').execute()
    expect(await lev.isRefused('payments', 'orderPackage', { quantity: 1 })).toBe('PACKAGE_TARIFF_NOT_FOUND')
    expect(await lev.isRefused('subscriptions', 'estimatePackage', { quantity: 1 })).toBe('PACKAGE_TARIFF_NOT_FOUND')
  })
})
