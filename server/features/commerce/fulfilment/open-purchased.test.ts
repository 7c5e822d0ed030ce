import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../../kit/clock.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, trial, type TestWorld } from '../../../testing/test-world.ts'
import { buys, opens, paidOrder } from './purchased.samples.ts'
import { endPurchased } from './fulfilment.public.ts'
import {
  growGroupset,
  hasPaidEver,
  hasRunningPaid,
  listVisibleProducts,
} from '../../access/subscriptions/subscriptions.public.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

/** Name, days until it begins and until it ends, in the order in which they were bought. */
async function held(person: TestUser) {
  const now = world.clock.now().getTime()
  const { subscriptions } = await person.asks('subscriptions', 'listSubscriptions', {})
  return subscriptions
    .toSorted((a, b) => a.id - b.id)
    .map(({ Category, MonitoredProject, MonitoredGroupset, startsAt, expiresAt }) => [
      Category?.name ?? MonitoredProject?.name ?? `${MonitoredGroupset?.maxSize} групп`,
      (Date.parse(startsAt) - now) / DAY,
      (Date.parse(expiresAt) - now) / DAY,
    ])
}
const end = (orderId: number) => world.db.transaction().execute((tx) => endPurchased(tx, world.clock, orderId))

describe('what was bought', () => {
  it('is shown with the tariff as it was sold', async () => {
    const anna = await world.customer('anna')
    await buys(world, anna, { product: 'category', slugs: ['photographers', 'video'], duration: 3, days: 92 })
    const { subscriptions, products } = await anna.asks('subscriptions', 'listSubscriptions', {})
    expect(subscriptions).toHaveLength(2)
    expect(subscriptions[0]).toMatchObject({
      Tariff: {
        id: await world.tariffId('category-quarter'),
        product: 'category',
        type: 'regular',
        title: 'Поиск клиентов',
        rate: 890,
        fee: 0,
        duration: 3,
        durationUnit: 'month',
        durationTitle: '3 месяца',
        teamSize: null,
        maxQuantity: null,
      },
      freeze: { times: 2, days: 30 },
      categoryChangesLeft: 3,
    })
    expect(products.map(({ name }) => name).toSorted()).toEqual(['Видеосъёмка и монтаж', 'Фотографы'])
    expect(await hasRunningPaid(world.db, anna.userId, 'category', world.clock.now())).toBe(true)
    expect(await hasRunningPaid(world.db, anna.userId, 'group', world.clock.now())).toBe(false)
    expect(await hasPaidEver(world.db, anna.userId)).toBe(true)
  })

  it('begins at the end of what is held of the same thing; a trial is not waited for', async () => {
    const boris = await world.customer('boris', trial('video', 3))
    await buys(world, boris, { product: 'category', slugs: ['photographers'] })
    world.clock.advance(10 * DAY)
    await buys(world, boris, { product: 'category', slugs: ['photographers', 'vets'], days: 40 })
    await buys(world, boris, { product: 'category', slugs: ['photographers', 'video'], days: 7 })
    expect((await held(boris)).slice(1)).toEqual([
      ['Фотографы', -10, 20],
      ['Фотографы', 20, 60],
      ['Ветеринары', 0, 40],
      ['Фотографы', 60, 67],
      ['Видеосъёмка и монтаж', 0, 7],
    ])
  })

  it('of two orders paid at once follows one another', async () => {
    const twice = await world.customer('twice')
    const orders: number[] = []
    for (let each = 0; each < 4; each += 1)
      orders.push(
        await paidOrder(world, twice.userId, { product: 'category', slugs: ['photographers', 'vets'], days: 7 }),
      )
    await Promise.all(orders.map((order) => opens(world, order)))
    const starts = (await held(twice)).map(([name, from]) => `${name} ${from}`)
    expect(starts.toSorted()).toEqual(
      ['Ветеринары', 'Фотографы'].flatMap((name) => ['0', '14', '21', '7'].map((from) => `${name} ${from}`)),
    )
  })

  it('for a team does not wait for what is for oneself, nor a large team for a small one', async () => {
    const owner = await world.customer('owner')
    const basket = { product: 'category', slugs: ['photographers'] } as const
    const team = { ...basket, slugs: ['photographers'], type: 'team' } as const
    await buys(world, owner, { ...basket, slugs: ['photographers'] })
    await buys(world, owner, { ...team, slugs: ['photographers'], teamSize: 3, days: 50 })
    await buys(world, owner, { ...team, slugs: ['photographers'], teamSize: 5, days: 60 })
    await buys(world, owner, { ...team, slugs: ['photographers'], teamSize: 3, days: 10 })
    await buys(world, owner, { ...basket, slugs: ['photographers'], days: 5 })
    expect((await held(owner)).map(([, from, to]) => [from, to])).toEqual([
      [0, 30],
      [0, 50],
      [0, 60],
      [60, 70],
      [70, 75],
    ])
  })

  it('lets what stands still run again, for whoever pays wants to see', async () => {
    const vera = await world.customer('vera')
    await buys(world, vera, { product: 'category', slugs: ['photographers'] })
    const [first] = (await vera.asks('subscriptions', 'listSubscriptions', {})).subscriptions
    await vera.asks('subscriptions', 'freezeSubscription', { id: first?.id ?? 0 })
    world.clock.advance(3 * DAY)
    await buys(world, vera, { product: 'category', slugs: ['photographers'] })
    expect(await held(vera)).toEqual([
      ['Фотографы', -3, 30],
      ['Фотографы', 30, 60],
    ])
    expect(
      await listVisibleProducts(world.db, { userId: vera.userId, moderator: false }, world.clock.now()),
    ).toHaveLength(1)
  })

  it('of projects makes one of each, and prolongs those that are about to end', async () => {
    const gleb = await world.customer('gleb')
    await buys(world, gleb, { product: 'project', quantity: 2, days: 30 })
    const [first, second] = (await held(gleb)).map(([name]) => name)
    expect(first).toMatch(/^Проект \d+$/)
    await buys(world, gleb, { product: 'project', quantity: 1, days: 90 })
    world.clock.advance(25 * DAY)
    await buys(world, gleb, { product: 'project', quantity: 1, days: 30 })
    world.clock.advance(10 * DAY)
    await buys(world, gleb, { product: 'project', quantity: 2, days: 30 })
    const all = await held(gleb)
    expect(all.slice(3)).toEqual([
      [first, -5, 25],
      [second, 0, 30],
      [expect.stringMatching(/^Проект/), 0, 30],
    ])
    const names = new Set(all.map(([name]) => name))
    expect(names.size).toBe(4)
    const { products } = await gleb.asks('subscriptions', 'listSubscriptions', {})
    expect(new Set(products.map(({ name, icon }) => `${name} ${icon}`))).toEqual(
      new Set([...names].map((name) => `${name} at`)),
    )
  })

  it('of groups is one list, as large as was bought, and prolongs too', async () => {
    const dasha = await world.customer('dasha')
    await buys(world, dasha, { product: 'group', quantity: 50 })
    await buys(world, dasha, { product: 'group', quantity: 40, days: 31 })
    expect(await held(dasha)).toEqual([
      ['50 групп', 0, 30],
      ['40 групп', 30, 61],
    ])
    // More than is held is wanted now, not when the less is over.
    await buys(world, dasha, { product: 'group', quantity: 80 })
    expect(await held(dasha)).toContainEqual(['80 групп', 0, 30])
    const { products } = await dasha.asks('subscriptions', 'listSubscriptions', {})
    expect(products).toMatchObject([{ productType: 'group', name: 'Группы', icon: 'users-group' }])
  })
})

describe('what is refunded', () => {
  it('is seen no more, and what was to follow comes earlier', async () => {
    const kira = await world.customer('kira')
    const first = await buys(world, kira, { product: 'category', slugs: ['photographers', 'vets'] })
    await buys(world, kira, { product: 'category', slugs: ['photographers'], days: 7 })
    world.clock.advance(10 * DAY)
    await end(first)
    const sees = async () =>
      (await kira.asks('subscriptions', 'listSubscriptions', {})).products.map(({ name }) => name)
    expect(await sees()).toEqual(['Фотографы'])
    expect(await held(kira)).toEqual([
      ['Фотографы', -10, 0],
      ['Ветеринары', -10, 0],
      ['Фотографы', 0, 7],
    ])
    await end(first)
    expect(await held(kira)).toHaveLength(3)
    expect(await hasPaidEver(world.db, kira.userId)).toBe(true)
    world.clock.advance(7 * DAY)
    expect(await sees()).toEqual([])
  })

  it('before it began is not shown at all', async () => {
    const lev = await world.customer('lev')
    await buys(world, lev, { product: 'category', slugs: ['photographers'] })
    const second = await buys(world, lev, { product: 'category', slugs: ['photographers'], days: 7 })
    await buys(world, lev, { product: 'category', slugs: ['photographers'], days: 5 })
    await end(second)
    expect(await held(lev)).toEqual([
      ['Фотографы', 0, 30],
      ['Фотографы', 30, 35],
    ])
  })

  it('takes the groups of a package away again', async () => {
    const ira = await world.customer('ira')
    await buys(world, ira, { product: 'group', quantity: 50 })
    const [basic] = (await ira.asks('subscriptions', 'listSubscriptions', {})).subscriptions
    const subscriptionId = basic?.id ?? 0
    const order = await paidOrder(world, ira.userId, {
      product: 'group',
      type: 'package',
      quantity: 20,
      extendsId: subscriptionId,
    })
    const grown = () =>
      world.db
        .transaction()
        .execute((tx) => growGroupset(tx, world.clock, { userId: ira.userId, subscriptionId, quantity: 20 }))
    expect(await grown()).toBe('grown')
    expect(await held(ira)).toEqual([['70 групп', 0, 30]])
    // Of an order that opened nothing, nothing ends.
    await end(order)
    expect(await held(ira)).toEqual([['70 групп', 0, 30]])
    await world.db.updateTable('orders').set({ openedAt: world.clock.now() }).where('id', '=', order).execute()
    await end(order)
    expect(await held(ira)).toEqual([['50 групп', 0, 30]])
    world.clock.advance(30 * DAY)
    expect(await grown()).toBe('ended')
  })

  it('leaves what follows alone when a package was paid too late: its price counted the days of the other', async () => {
    const zina = await world.customer('zina')
    await buys(world, zina, { product: 'group', quantity: 50 })
    const [basic] = (await zina.asks('subscriptions', 'listSubscriptions', {})).subscriptions
    await buys(world, zina, { product: 'group', quantity: 40, duration: 12, days: 360 })
    world.clock.advance(30 * DAY)
    const late = { userId: zina.userId, subscriptionId: basic?.id ?? 0, quantity: 500 }
    expect(await world.db.transaction().execute((tx) => growGroupset(tx, world.clock, late))).toBe('ended')
    expect(await held(zina)).toEqual([
      ['50 групп', -30, 0],
      ['40 групп', 0, 360],
    ])
  })
})
