import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../testing/test-world.ts'
import { buys } from '../../commerce/fulfilment/purchased.samples.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

async function buyer(name: string, duration = 1): Promise<{ person: TestUser; id: number }> {
  const person = await world.customer(name)
  await buys(world, person, { product: 'category', slugs: ['photographers'], duration })
  const [first] = (await person.asks('subscriptions', 'listSubscriptions', {})).subscriptions
  return { person, id: first?.id ?? 0 }
}

describe('subscriptions.changeCategory', () => {
  it('shows the other one for the same days: once in a month', async () => {
    const { person, id } = await buyer('anna')
    const [before] = (await person.asks('subscriptions', 'listSubscriptions', {})).subscriptions
    expect(before?.categoryChangesLeft).toBe(1)
    const { subscription } = await person.asks('subscriptions', 'changeCategory', {
      id,
      category: await world.categoryId('vets'),
    })
    expect(subscription).toMatchObject({
      id,
      Category: { name: 'Ветеринары' },
      expiresAt: before?.expiresAt,
      categoryChangesLeft: 0,
    })
    const { products } = await person.asks('subscriptions', 'listSubscriptions', {})
    expect(products.map(({ name }) => name)).toEqual(['Ветеринары'])
    expect(
      await person.isRefused('subscriptions', 'changeCategory', { id, category: await world.categoryId('video') }),
    ).toBe('CATEGORY_CHANGE_LIMIT_REACHED')
  })

  it('three times in more', async () => {
    const { person, id } = await buyer('boris', 3)
    for (const [slug, left] of [
      ['vets', 2],
      ['video', 1],
      ['photographers', 0],
    ] as const) {
      const { subscription } = await person.asks('subscriptions', 'changeCategory', {
        id,
        category: await world.categoryId(slug),
      })
      expect(subscription.categoryChangesLeft).toBe(left)
    }
    expect(
      await person.isRefused('subscriptions', 'changeCategory', { id, category: await world.categoryId('video') }),
    ).toBe('CATEGORY_CHANGE_LIMIT_REACHED')
  })

  it('of two at once only one counts', async () => {
    const { person, id } = await buyer('twice')
    const wanted = await Promise.all(['vets', 'video'].map((slug) => world.categoryId(slug)))
    const answers = await Promise.all(
      wanted.map((category) => world.ask('subscriptions', 'changeCategory', { id, category }, person)),
    )
    expect(answers.map(codeOf).toSorted()).toEqual(['CATEGORY_CHANGE_LIMIT_REACHED', 'ok'])
  })

  it('is refused for what is held, what is not there, and when nothing is left to choose', async () => {
    const { person, id } = await buyer('vera')
    await world.hold(person.userId, paid('vets'))
    expect(
      await person.isRefused('subscriptions', 'changeCategory', { id, category: await world.categoryId('vets') }),
    ).toBe('CATEGORY_ALREADY_SUBSCRIBED')
    expect(
      await person.isRefused('subscriptions', 'changeCategory', {
        id,
        category: await world.categoryId('photographers'),
      }),
    ).toBe('CATEGORY_ALREADY_SUBSCRIBED')
    expect(await person.isRefused('subscriptions', 'changeCategory', { id, category: 999_999 })).toBe(
      'CATEGORY_NOT_FOUND',
    )
    const { rows } = await world.database.pool.query<{ slug: string }>('select slug from categories')
    for (const { slug } of rows) await world.hold(person.userId, paid(slug))
    expect(
      await person.isRefused('subscriptions', 'changeCategory', { id, category: await world.categoryId('video') }),
    ).toBe('ALL_CATEGORIES_SUBSCRIBED')
  })

  it('is refused of what is given, of groups and of what is over', async () => {
    const dasha = await world.customer('dasha', paid('photographers'))
    await buys(world, dasha, { product: 'group', quantity: 10 })
    const category = await world.categoryId('vets')
    for (const { id } of (await dasha.asks('subscriptions', 'listSubscriptions', {})).subscriptions) {
      expect(await dasha.isRefused('subscriptions', 'changeCategory', { id, category })).toBe(
        'CATEGORY_CHANGE_LIMIT_REACHED',
      )
    }
    const { person, id } = await buyer('over')
    world.clock.advance(30 * DAY)
    expect(await person.isRefused('subscriptions', 'changeCategory', { id, category })).toBe('SUBSCRIPTION_ENDED')
  })

  it('is refused to a guest, to a stranger and without a category', async () => {
    const { person, id } = await buyer('owner')
    const stranger = await world.customer('stranger')
    const category = await world.categoryId('vets')
    expect(codeOf(await world.ask('subscriptions', 'changeCategory', { id, category }))).toBe('UNAUTHORIZED')
    expect(await stranger.isRefused('subscriptions', 'changeCategory', { id, category })).toBe('SUBSCRIPTION_NOT_FOUND')
    expect(await person.isRefused('subscriptions', 'changeCategory', { id, category: 0 })).toBe('VALIDATION_FAILED')
  })
})
