import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { setCategoryQueries } from '../../../watching/categories/set-category-queries.samples.ts'
import { codeOf } from '../../../../testing/read-answer.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, trial, type TestWorld } from '../../../../testing/test-world.ts'
import { touchItems } from '../items/touch-items.samples.ts'

let world: TestWorld
let anna: TestUser
let id: number
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('video', 'видеограф')
  anna = await world.customer('anna', paid('photographers'), paid('video'))
  await world.post('Посоветуйте фотографа и видеографа на свадьбу, пожалуйста')
  const page = await anna.asks('feed', 'queryFeed', { filter: { spam: 'ignore' } })
  id = page.messages[0]?.id ?? 0
})
afterAll(() => world.close())

describe('feed.explainMessage', () => {
  it('says which query let the message in, for each product one holds', async () => {
    const { fits } = await anna.asks('feed', 'explainMessage', { id })
    expect(fits.toSorted((a, b) => a.product.name.localeCompare(b.product.name))).toEqual([
      {
        product: { id: await world.categoryId('video'), type: 'category', name: 'Видеосъёмка и монтаж' },
        keyword: 'видеограф',
        spans: [[24, 34]],
        byTopic: false,
      },
      {
        product: { id: await world.categoryId('photographers'), type: 'category', name: 'Фотографы' },
        keyword: 'фотограф',
        spans: [[12, 21]],
        byTopic: false,
      },
    ])
    const boris = await world.customer('boris', paid('video'))
    expect((await boris.asks('feed', 'explainMessage', { id })).fits.map(({ keyword }) => keyword)).toEqual([
      'видеограф',
    ])
  })

  it('says when it was what a category is about, and not one of its queries', async () => {
    await setCategoryQueries(
      world.db,
      world.clock,
      await world.categoryId('moving'),
      ['"нужны" /4 "грузчики"'],
      [],
      ['грузчик'],
    )
    const boris = await world.customer('mover', paid('moving'))
    for (const text of ['Подскажите, пожалуйста, контакты грузчиков', 'Срочно нужны на завтра грузчики'])
      await world.post(text)
    const { messages } = await boris.asks('feed', 'queryFeed', { filter: { spam: 'ignore' } })
    const explained = await Promise.all(messages.map((each) => boris.asks('feed', 'explainMessage', { id: each.id })))
    expect(explained.map(({ fits }) => fits)).toMatchObject([
      [{ keyword: '"нужны" /4 "грузчики"', byTopic: false }],
      [{ keyword: null, spans: [[33, 42]], byTopic: true }],
    ])
  })

  it('says which words of the filter it holds', async () => {
    expect((await anna.asks('feed', 'explainMessage', { id })).filterWords).toEqual([])
    await anna.asks('filters', 'updateFilter', {
      id: anna.filterId,
      includedWords: ['юбилей', 'свадьбы', 'советовать'],
    })
    for (const more of [{}, { filterId: anna.filterId }]) {
      expect((await anna.asks('feed', 'explainMessage', { id, ...more })).filterWords).toContain('свадьбы')
      expect((await anna.asks('feed', 'explainMessage', { id, ...more })).filterWords).not.toContain('юбилей')
    }
    // Of a filter that is not saved as well.
    const drafted = await anna.asks('feed', 'explainMessage', {
      id,
      filterId: anna.filterId,
      filter: { includedWords: ['видеограф', 'юбилей'] },
    })
    expect(drafted.filterWords).toEqual(['видеограф'])
    expect((await anna.asks('feed', 'explainMessage', { id, filter: {} })).filterWords).toEqual([])
  })

  it('says what the model holds of it, by the words', async () => {
    await touchItems(world, 'Посоветуйте', 'intent_level = 2, is_unwanted = false')
    const { intent, unwanted } = await anna.asks('feed', 'explainMessage', { id })
    expect(intent).toEqual({ level: 'hot', score: expect.any(Number), words: expect.any(Array), readiness: null })
    expect(intent.words.join(' ').toLowerCase()).toContain('посоветуйте')
    expect(intent.score).toBeGreaterThan(0.5)
    expect(unwanted).toMatchObject({ is: false })
    expect(unwanted.score).toBeLessThan(intent.score)
  })

  it("refuses a guest, a stranger's message and a stranger's filter", async () => {
    const vera = await world.customer('vera')
    const gleb = await world.customer('gleb', trial('photographers'))
    expect(codeOf(await world.ask('feed', 'explainMessage', { id }))).toBe('UNAUTHORIZED')
    expect(await vera.isRefused('feed', 'explainMessage', { id })).toBe('MESSAGE_NOT_FOUND')
    expect(await gleb.isRefused('feed', 'explainMessage', { id })).toBe('MESSAGE_NOT_FOUND')
    expect(await anna.isRefused('feed', 'explainMessage', { id: 999_999 })).toBe('MESSAGE_NOT_FOUND')
    expect(await anna.isRefused('feed', 'explainMessage', { id, filterId: vera.filterId })).toBe('FILTER_NOT_FOUND')
  })

  test.each([[{ id: 'x' }], [{ id: 2 ** 60 }], [{ id: 1, filterId: 'x' }], [{ id: 1, filter: { intent: 'x' } }]])(
    'refuses %j',
    async (input) => {
      expect(await world.ask('feed', 'explainMessage', input as never, anna)).toMatchObject({
        code: 'VALIDATION_FAILED',
      })
    },
  )
})
