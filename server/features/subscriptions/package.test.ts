import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../kit/clock.ts'
import { codeOf, openTown, type Town } from '../../people/town.ts'
import { buys } from './bought.samples.ts'

let town: Town
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town.close())

const sizes = async (person: Awaited<ReturnType<Town['customer']>>) =>
  (await person.asks('subscriptions', 'listSubscriptions', {})).subscriptions.map(
    ({ MonitoredGroupset }) => MonitoredGroupset?.maxSize,
  )

describe('subscriptions.estimatePackage', () => {
  it('counts the days left by the day rate, and the fee of each group, in whole roubles', async () => {
    const anna = await town.customer('anna')
    await buys(town, anna, { product: 'group', quantity: 600 })
    town.clock.advance(10 * DAY + 1)
    // 7 * (20 / 30 * 20 days + 10)
    expect(await anna.asks('subscriptions', 'estimatePackage', { quantity: 7 })).toEqual({
      total: 163,
      maxQuantity: 400,
      days: 20,
    })
    const answer = await town.ask('subscriptions', 'estimatePackage', { quantity: 401 }, anna)
    expect(answer).toMatchObject({ code: 'TOO_MANY_FOR_TARIFF', details: { maxQuantity: 400 } })
  })

  it('never lets more be added than the package holds', async () => {
    const boris = await town.customer('boris')
    await buys(town, boris, { product: 'group', quantity: 10 })
    expect(await boris.asks('subscriptions', 'estimatePackage', { quantity: 1 })).toMatchObject({
      maxQuantity: 500,
      days: 30,
    })
  })

  it('is refused without a paid subscription of groups that runs', async () => {
    const vera = await town.customer('vera')
    const code = () => vera.isRefused('subscriptions', 'estimatePackage', { quantity: 1 })
    expect(await code()).toBe('PACKAGE_NEEDS_SUBSCRIPTION')
    await buys(town, vera, { product: 'category', slugs: ['photographers'] })
    expect(await code()).toBe('PACKAGE_NEEDS_SUBSCRIPTION')
    await buys(town, vera, { product: 'group', quantity: 10 })
    const [groups] = (await vera.asks('subscriptions', 'listSubscriptions', {})).subscriptions.filter(
      ({ Tariff }) => Tariff.product === 'group',
    )
    await vera.asks('subscriptions', 'estimatePackage', { quantity: 1 })
    await vera.asks('subscriptions', 'freezeSubscription', { id: groups?.id ?? 0 })
    expect(await code()).toBe('PACKAGE_NEEDS_SUBSCRIPTION')
  })

  it('is refused to a guest and without a quantity', async () => {
    expect(codeOf(await town.ask('subscriptions', 'estimatePackage', { quantity: 1 }))).toBe('UNAUTHORIZED')
    const gleb = await town.customer('gleb')
    expect(await gleb.isRefused('subscriptions', 'estimatePackage', { quantity: 0 })).toBe('VALIDATION_FAILED')
  })
})

describe('subscriptions.orderPackage', () => {
  it('makes an order that adds groups when it is paid', async () => {
    const dasha = await town.customer('dasha')
    await buys(town, dasha, { product: 'group', quantity: 30 })
    const { total } = await dasha.asks('subscriptions', 'estimatePackage', { quantity: 20 })
    const { account, sum, type } = await dasha.asks('subscriptions', 'orderPackage', { quantity: 20 })
    expect({ sum, type }).toEqual({ sum: total, type: 'test' })
    expect(await sizes(dasha)).toEqual([30])
    await dasha.asks('payments', 'payInTestMode', { account })
    expect(await sizes(dasha)).toEqual([50])
    // The list is larger now, so less may be added.
    expect((await dasha.asks('subscriptions', 'estimatePackage', { quantity: 1 })).maxQuantity).toBe(500)
  })

  it('is refused without a subscription, above the maximum, to a guest, and without a quantity', async () => {
    const kira = await town.customer('kira')
    expect(await kira.isRefused('subscriptions', 'orderPackage', { quantity: 1 })).toBe('PACKAGE_NEEDS_SUBSCRIPTION')
    await buys(town, kira, { product: 'group', quantity: 900 })
    expect(await kira.isRefused('subscriptions', 'orderPackage', { quantity: 101 })).toBe('TOO_MANY_FOR_TARIFF')
    expect(codeOf(await town.ask('subscriptions', 'orderPackage', { quantity: 1 }))).toBe('UNAUTHORIZED')
    expect(await kira.isRefused('subscriptions', 'orderPackage', { quantity: 0 })).toBe('VALIDATION_FAILED')
  })

  it('is refused when no package is on sale', async () => {
    const lev = await town.customer('lev')
    await buys(town, lev, { product: 'group', quantity: 30 })
    await town.db.updateTable('tariffs').set({ archivedAt: town.clock.now() }).where('type', '=', 'package').execute()
    expect(await lev.isRefused('subscriptions', 'orderPackage', { quantity: 1 })).toBe('PACKAGE_TARIFF_MISSING')
    expect(await lev.isRefused('subscriptions', 'estimatePackage', { quantity: 1 })).toBe('PACKAGE_TARIFF_MISSING')
  })
})
