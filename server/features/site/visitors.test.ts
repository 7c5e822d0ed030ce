/** What pages for visitors ask: numbers, samples, cities, who runs the service. A guest sees no names and nothing new. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../kit/clock.ts'
import { codeOf, resultOf } from '../../testing/read-answer.ts'
import { openTestWorld, paid, type TestWorld } from '../../testing/test-world.ts'
import { ENOUGH_MESSAGES } from '../watching/categories/big-cities.ts'
import { listCategoryAddresses } from '../watching/categories/addresses.ts'
import { old } from '../watching/categories/category-search.samples.ts'
import { countHeardMessages } from '../watching/sources/heard-messages.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({
    config: { operator: { name: 'ООО «Эхо»', inn: '7700000000', ogrn: '', address: '', email: '', details: '' } },
  })
  await world.forgetMessages()
  await world.db.deleteFrom('categoryQueries').execute()
  await world.looksFor('photographers', 'ищу фотографа')
  await world.looksFor('vets', 'посоветуйте ветеринара')
  // Long enough to be known again: it counts once.
  const copied =
    'Ищу фотографа на крестины в Омске в ближайшую субботу, съёмка часа на полтора в храме и потом немного на улице, @masha9'
  const asks = (text: string, days: number) => world.message(text, old(world, days))
  await world.receive([
    asks(copied, 6),
    asks(copied, 4),
    ...['на свадьбу', 'для каталога', 'на выпускной'].map((what, at) =>
      asks(`Ищу фотографа ${what}, Омск, @masha${at}`, 4 + at),
    ),
    asks('Ищу фотографа на юбилей в парке, Омск', 0.1),
    // Another city and another category are others.
    asks('Ищу фотографа на утренник, Тверь', 5),
    asks('Посоветуйте ветеринара коту, Омск', 5),
    { ...asks('Просто разговор', 1), network: 'telegram', demo: true },
  ])
})
afterAll(() => world.close())

const city = (slug: string, name: string) => world.ask('categories', 'getCategoryCity', { slug, city: name })

describe('a category in a big city', () => {
  it('says how many there were from there, and shows old ones without names', async () => {
    const found = resultOf(await city('photographers', 'omsk'))
    expect(found).toMatchObject({
      category: { name: 'Фотографы' },
      slug: 'photographers',
      city: { slug: 'omsk', name: 'Омск' },
      sought: 'фотографа',
      heard: ENOUGH_MESSAGES,
      cities: [],
    })
    expect(found.samples).toHaveLength(4)
    const shown = JSON.stringify(found.samples)
    for (const hidden of ['@masha', 'юбилей', 'Тверь', 'ветеринара']) expect(shown).not.toContain(hidden)
  })

  it('counts what a filter of the feed by this place lets pass', async () => {
    const anna = await world.customer('anna', paid('photographers'))
    const { locations } = await anna.asks('locations', 'searchLocations', { query: 'Омск', type: 'town' })
    const { heard } = resultOf(await city('photographers', 'omsk'))
    const { filters } = await anna.asks('filters', 'listFilters', {})
    const [first] = filters
    if (!first || !locations[0]) throw new Error('there is no filter or no such place')
    const { type, id, name } = locations[0]
    await anna.asks('filters', 'updateFilter', { ...first, locations: [{ type, id, name }] })
    const page = await anna.asks('feed', 'queryFeed', { filterId: first.id, limit: 20, pageOffset: 0 })
    expect(page.total).toBe(heard)
  })

  it('is there only where there are enough messages', async () => {
    for (const [slug, name] of [
      ['photographers', 'tver'],
      ['photographers', 'net-takogo'],
      ['vets', 'omsk'],
      ['no-such', 'omsk'],
    ] as const)
      expect(codeOf(await city(slug, name))).toBe('CATEGORY_NOT_FOUND')
    expect(codeOf(await city('photographers', 'Омск'))).toBe('VALIDATION_FAILED')
  })

  it('is named by the page of the category and to search engines', async () => {
    const { cities, sought } = resultOf(await world.ask('categories', 'getCategory', { slug: 'photographers' }))
    expect({ cities, sought }).toEqual({ cities: [{ slug: 'omsk', name: 'Омск' }], sought: 'фотографа' })
    const paths = (await listCategoryAddresses(world)).map(({ path }) => path)
    expect(paths.filter((path) => path.startsWith('/category/photographers'))).toEqual([
      '/category/photographers',
      '/category/photographers/omsk',
    ])
    expect(paths.filter((path) => path.startsWith('/category/vets'))).toEqual(['/category/vets'])
  })
})

it('a guest is shown one old message of each popular category, without names', async () => {
  const { samples } = resultOf(await world.ask('categories', 'listCategorySamples', {}))
  expect(samples.map(({ slug }) => slug)).toEqual(['photographers'])
  expect(samples[0]?.sample.text).toContain('фотографа')
  expect(JSON.stringify(samples)).not.toMatch(/@masha|юбилей/)
})

describe('what was heard in the last day', () => {
  const heard = async () => resultOf(await world.ask('sources', 'countHeard', {})).networks

  it('is counted step by step, each message once, and shown by network', async () => {
    expect(await heard()).toEqual([])
    world.clock.advance(11 * MINUTE)
    await countHeardMessages(world)
    await countHeardMessages(world)
    const first = [
      { network: 'vk', messages: 8, demo: false },
      { network: 'telegram', messages: 1, demo: true },
    ]
    expect(await heard()).toEqual(first)
    await world.post('Ещё один разговор')
    // What has not settled waits for the next step.
    await countHeardMessages(world)
    expect(await heard()).toEqual(first)
    world.clock.advance(11 * MINUTE)
    await countHeardMessages(world)
    expect((await heard())[0]).toEqual({ network: 'vk', messages: 9, demo: false })
  })

  it('is forgotten a day later', async () => {
    world.clock.advance(25 * HOUR)
    expect(await heard()).toEqual([])
    world.clock.advance(2 * DAY)
    await countHeardMessages(world)
    const left = await world.db.selectFrom('heardMessages').select('until').distinct().execute()
    expect(left).toHaveLength(1)
  })
})

it('a guest is shown who runs the service, and what of it is not given', async () => {
  expect(resultOf(await world.ask('operator', 'getOperator', {}))).toEqual({
    operator: { name: 'ООО «Эхо»', inn: '7700000000', ogrn: null, address: null, email: null },
  })
})
