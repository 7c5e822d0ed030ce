import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTown, type Town } from '../../people/town.ts'
import { setCategoryQueries } from './categories.public.ts'
import { seededCategories } from './categories.seed.ts'
import { seedCategories } from './seed.ts'

let town: Town
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town.close())

describe('categories.listCategories', () => {
  it('shows everybody, a guest too, the seeded categories in their order, without what they look for', async () => {
    const guest = await town.ask('categories', 'listCategories', {})
    expect(guest).toMatchObject({
      status: 'ok',
      result: {
        categories: seededCategories.map(({ name, description, free, icon }) => ({
          id: expect.any(Number),
          name,
          description,
          free,
          fa_font: icon,
        })),
      },
    })
    const anna = await town.customer('anna')
    expect({ status: 'ok', result: await anna.asks('categories', 'listCategories', {}) }).toEqual(guest)
    expect(JSON.stringify(guest)).not.toContain(JSON.stringify(seededCategories[0]?.queries[0]).slice(1, -1))
  })

  it('has nothing to say wrong: whatever else is sent is left out', async () => {
    const response = await town.web.app.inject({ method: 'GET', url: '/api/category/list?page=first' })
    expect(response.statusCode).toBe(200)
  })
})

describe('seeding', () => {
  it('changes nothing a second time', async () => {
    expect(await seedCategories(town.db, town.clock)).toBe(0)
  })

  it('follows a changed seed, and leaves alone what an editor has changed', async () => {
    const [first, second, ...others] = seededCategories
    if (!first || !second) throw new Error('there are no seeded categories')
    const edited = await town.categoryId(second.slug)
    await setCategoryQueries(town.db, town.clock, edited, ['редактор'])
    const changed = [
      { ...first, name: 'Другое имя', queries: ['сын'] },
      { ...second, name: 'Не для редактора' },
      ...others,
    ]
    expect(await seedCategories(town.db, town.clock, changed)).toBe(1)

    const { categories } = await (await town.customer('reader')).asks('categories', 'listCategories', {})
    expect(categories.slice(0, 2).map(({ name }) => name)).toEqual(['Другое имя', second.name])
    expect(categories).toHaveLength(seededCategories.length)
    const queries = await town.db.selectFrom('categoryQueries').select(['categoryId', 'text']).execute()
    expect(queries.filter((row) => row.categoryId === edited)).toEqual([{ categoryId: edited, text: 'редактор' }])
  })
})

it('what a category looks for changes while the stream runs', async () => {
  const id = await town.categoryId('vets')
  const fits = () =>
    town.standingQueries.match(town.matched('Наш дирижабль захворал')).some((hit) => hit.productId === id)
  expect(fits()).toBe(false)
  await setCategoryQueries(town.db, town.clock, id, ['дирижабль'])
  await expect.poll(fits).toBe(true)
  await setCategoryQueries(town.db, town.clock, id, [])
  await expect.poll(fits).toBe(false)
})
