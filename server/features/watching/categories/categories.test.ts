import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { setCategoryQueries } from './set-category-queries.samples.ts'
import { loadSeededCategories } from './categories.seed.ts'
import { seedCategories } from './seed.ts'

const seededCategories = loadSeededCategories()

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

describe('categories.listCategories', () => {
  it('shows everybody, a guest too, the seeded categories in their order, without what they look for', async () => {
    const guest = await world.ask('categories', 'listCategories', {})
    expect(guest).toMatchObject({
      status: 'ok',
      result: {
        categories: seededCategories.map(({ name, description, free, icon }) => ({
          id: expect.any(Number),
          name,
          description,
          free,
          icon,
        })),
      },
    })
    const anna = await world.customer('anna')
    expect({ status: 'ok', result: await anna.asks('categories', 'listCategories', {}) }).toEqual(guest)
    expect(JSON.stringify(guest)).not.toContain(JSON.stringify(seededCategories[0]?.queries[0]).slice(1, -1))
  })

  it('has nothing to say wrong: whatever else is sent is left out', async () => {
    const response = await world.web.app.inject({ method: 'GET', url: '/api/category/list?page=first' })
    expect(response.statusCode).toBe(200)
  })
})

describe('seeding', () => {
  it('changes nothing a second time', async () => {
    expect(await seedCategories(world.db, world.clock)).toBe(0)
  })

  it('follows a changed seed, and leaves alone what an editor has changed', async () => {
    const [first, second, ...others] = seededCategories
    if (!first || !second) throw new Error('there are no seeded categories')
    const edited = await world.categoryId(second.slug)
    await setCategoryQueries(world.db, world.clock, edited, ['редактор'])
    const changed = [
      { ...first, name: 'Другое имя', queries: ['сын'] },
      { ...second, name: 'Не для редактора' },
      ...others,
    ]
    expect(await seedCategories(world.db, world.clock, changed)).toBe(1)

    const { categories } = await (await world.customer('reader')).asks('categories', 'listCategories', {})
    expect(categories.slice(0, 2).map(({ name }) => name)).toEqual(['Другое имя', second.name])
    expect(categories).toHaveLength(seededCategories.length)
    const queries = await world.db.selectFrom('categoryQueries').select(['categoryId', 'text']).execute()
    expect(queries.filter((row) => row.categoryId === edited)).toEqual([{ categoryId: edited, text: 'редактор' }])
  })
})

it('what a category looks for changes while the stream runs', async () => {
  const id = await world.categoryId('vets')
  const standingQueries = await world.standingQueries()
  const fits = () => standingQueries.match(world.matched('Наш дирижабль захворал')).some((hit) => hit.productId === id)
  expect(fits()).toBe(false)
  await setCategoryQueries(world.db, world.clock, id, ['дирижабль'])
  await expect.poll(fits).toBe(true)
  await setCategoryQueries(world.db, world.clock, id, [])
  await expect.poll(fits).toBe(false)
})
