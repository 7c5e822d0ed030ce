import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../kit/clock.ts'
import { codeOf, openTown, paid, type Town, type Townsman } from '../../people/town.ts'
import { buys } from './bought.samples.ts'

let town: Town
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town.close())

async function buyer(name: string, duration = 1): Promise<{ person: Townsman; id: number }> {
  const person = await town.customer(name)
  await buys(town, person, { product: 'category', slugs: ['photographers'], duration })
  const [first] = (await person.asks('subscriptions', 'listSubscriptions', {})).subscriptions
  return { person, id: first?.id ?? 0 }
}

describe('subscriptions.changeCategory', () => {
  it('shows the other one for the same days: once in a month', async () => {
    const { person, id } = await buyer('anna')
    const [before] = (await person.asks('subscriptions', 'listSubscriptions', {})).subscriptions
    expect(before?.count_change_category).toBe(1)
    const { subscription } = await person.asks('subscriptions', 'changeCategory', {
      id,
      category: await town.categoryId('vets'),
    })
    expect(subscription).toMatchObject({
      id,
      Category: { name: 'Ветеринары' },
      expiresAt: before?.expiresAt,
      count_change_category: 0,
    })
    const { products } = await person.asks('subscriptions', 'listSubscriptions', {})
    expect(products.map(({ name }) => name)).toEqual(['Ветеринары'])
    expect(
      await person.isRefused('subscriptions', 'changeCategory', { id, category: await town.categoryId('video') }),
    ).toBe('CATEGORY_CHANGES_SPENT')
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
        category: await town.categoryId(slug),
      })
      expect(subscription.count_change_category).toBe(left)
    }
    expect(
      await person.isRefused('subscriptions', 'changeCategory', { id, category: await town.categoryId('video') }),
    ).toBe('CATEGORY_CHANGES_SPENT')
  })

  it('of two at once only one counts', async () => {
    const { person, id } = await buyer('twice')
    const wanted = await Promise.all(['vets', 'video'].map((slug) => town.categoryId(slug)))
    const answers = await Promise.all(
      wanted.map((category) => town.ask('subscriptions', 'changeCategory', { id, category }, person)),
    )
    expect(answers.map(codeOf).toSorted()).toEqual(['CATEGORY_CHANGES_SPENT', 'ok'])
  })

  it('is refused for what is held, what is not there, and when nothing is left to choose', async () => {
    const { person, id } = await buyer('vera')
    await town.hold(person.userId, paid('vets'))
    expect(
      await person.isRefused('subscriptions', 'changeCategory', { id, category: await town.categoryId('vets') }),
    ).toBe('CATEGORY_HELD')
    expect(
      await person.isRefused('subscriptions', 'changeCategory', {
        id,
        category: await town.categoryId('photographers'),
      }),
    ).toBe('CATEGORY_HELD')
    expect(await person.isRefused('subscriptions', 'changeCategory', { id, category: 999_999 })).toBe(
      'CATEGORY_NOT_FOUND',
    )
    const { rows } = await town.database.pool.query<{ slug: string }>('select slug from categories')
    for (const { slug } of rows) await town.hold(person.userId, paid(slug))
    expect(
      await person.isRefused('subscriptions', 'changeCategory', { id, category: await town.categoryId('video') }),
    ).toBe('ALL_CATEGORIES_HELD')
  })

  it('is refused of what is given, of groups and of what is over', async () => {
    const dasha = await town.customer('dasha', paid('photographers'))
    await buys(town, dasha, { product: 'group', quantity: 10 })
    const category = await town.categoryId('vets')
    for (const { id } of (await dasha.asks('subscriptions', 'listSubscriptions', {})).subscriptions) {
      expect(await dasha.isRefused('subscriptions', 'changeCategory', { id, category })).toBe('CATEGORY_CHANGES_SPENT')
    }
    const { person, id } = await buyer('over')
    town.clock.advance(30 * DAY)
    expect(await person.isRefused('subscriptions', 'changeCategory', { id, category })).toBe('SUBSCRIPTION_OVER')
  })

  it('is refused to a guest, to a stranger and without a category', async () => {
    const { person, id } = await buyer('owner')
    const stranger = await town.customer('stranger')
    const category = await town.categoryId('vets')
    expect(codeOf(await town.ask('subscriptions', 'changeCategory', { id, category }))).toBe('UNAUTHORIZED')
    expect(await stranger.isRefused('subscriptions', 'changeCategory', { id, category })).toBe('SUBSCRIPTION_NOT_FOUND')
    expect(await person.isRefused('subscriptions', 'changeCategory', { id, category: 0 })).toBe('VALIDATION_FAILED')
  })
})
