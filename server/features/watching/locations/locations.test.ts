import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InputOf } from '../../../../contract/call.ts'
import type { locations } from '../../../../contract/watching/locations.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { loadGazetteer } from '../../../kit/engine-data.ts'
import { readKeyboardSlip } from './keyboard-slip.ts'
import { listPlaces, openPlaceFinder } from './locations.public.ts'
import { seedLocations } from './seed.ts'

const russia = loadGazetteer()

let world: TestWorld
let anna: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  anna = await world.customer('anna')
})
afterAll(() => world.close())

async function search(input: InputOf<typeof locations.searchLocations>): Promise<string[]> {
  return (await anna.asks('locations', 'searchLocations', input)).locations.map(({ name }) => name)
}

describe('locations.searchLocations', () => {
  it('finds by the beginning of the name, the best known first, with what it lies in', async () => {
    const { locations: found } = await anna.asks('locations', 'searchLocations', { query: 'твер' })
    const region = { id: 69, type: 'region', name: 'Тверская область' }
    expect(found).toEqual([
      { ...region, parent: { id: 643, type: 'country', name: 'Россия' } },
      { id: 69001, type: 'town', name: 'Тверь', parent: region },
    ])
    expect((await search({ query: 'ново' }))[0]).toBe('Новосибирская область')
    expect((await search({ query: 'ново', type: 'town' })).slice(0, 2)).toEqual(['Новосибирск', 'Новокузнецк'])
  })

  it('does not mind capitals, ё, spaces and a forgotten keyboard', async () => {
    expect(await search({ query: ' ТВЕРЬ ' })).toEqual(['Тверь'])
    expect((await search({ query: 'орел' }))[0]).toBe('Орёл')
    expect(await search({ query: 'щелково' })).toEqual(['Щёлково'])
    expect(await search({ query: 'ndthm' })).toEqual(['Тверь'])
    expect(await search({ query: 'НИЖНИЙ   новг' })).toEqual(['Нижний Новгород'])
  })

  it('finds by a later word, by what people call it, and last by what the name holds', async () => {
    expect((await search({ query: 'новгород' })).slice(0, 3)).toEqual([
      'Новгородская область',
      'Нижний Новгород',
      'Великий Новгород',
    ])
    expect(await search({ query: 'питер' })).toEqual(['Санкт-Петербург'])
    expect(await search({ query: 'екб' })).toEqual(['Екатеринбург'])
    expect(await search({ query: 'башкирия' })).toEqual(['Республика Башкортостан'])
    expect(await search({ query: 'ижний' })).toEqual(['Нижний Новгород', 'Нижний Тагил', 'Нижний Ломов'])
  })

  it('narrows by type; a federal city is a region too', async () => {
    expect(await search({ query: 'москва' })).toEqual(['Москва'])
    expect((await search({ query: 'моск', type: 'region' })).toSorted()).toEqual(['Москва', 'Московская область'])
    expect(await search({ type: 'country' })).toEqual(['Россия'])
  })

  it('shows the largest to who has not typed yet, and exactly those asked for by id', async () => {
    expect(await search({ type: 'town', limit: 3 })).toEqual(['Москва', 'Санкт-Петербург', 'Новосибирск'])
    expect((await search({})).length).toBe(20)
    expect((await search({ ids: [69001, 643, 77, 999_999] })).toSorted()).toEqual(['Москва', 'Россия', 'Тверь'])
    expect((await search({ ids: russia.slice(0, 150).map(({ id }) => id) })).length).toBe(150)
  })

  it('finds nothing where nothing is, and takes signs for letters', async () => {
    expect(await search({ query: 'абвгд' })).toEqual([])
    expect(await search({ query: '%' })).toEqual([])
    expect(await search({ query: '_' })).toEqual([])
    expect(await search({ query: "'; drop table locations" })).toEqual([])
  })

  it('is refused to a guest', async () => {
    expect(await world.ask('locations', 'searchLocations', { query: 'тверь' })).toMatchObject({
      status: 'error',
      code: 'UNAUTHORIZED',
    })
  })

  it('refuses what is no search', async () => {
    for (const [input, dataPath] of [
      [{ limit: 101 }, '/limit'],
      [{ limit: 0 }, '/limit'],
      [{ type: 'village' }, '/type'],
      [{ query: 'т'.repeat(101) }, '/query'],
      [{ ids: Array.from({ length: 201 }, (_, id) => id) }, '/ids'],
      [{ ids: ['тверь'] }, '/ids/0'],
    ] as const) {
      const answer = await world.ask('locations', 'searchLocations', input as never, { token: anna.token })
      expect(answer).toMatchObject({ status: 'error', code: 'VALIDATION_FAILED', details: { dataPath } })
    }
  })
})

describe('other parts', () => {
  it('get all places as the finder wants them', async () => {
    expect((await listPlaces(world.db)).toSorted((one, other) => one.id - other.id)).toEqual(
      russia.toSorted((one, other) => one.id - other.id),
    )
  })

  it('hear where a message is from', async () => {
    const findPlace = await openPlaceFinder(world.db)
    const group = { name: 'Барахолка Казань', city: null }
    expect(findPlace({ text: 'Ищу мастера в Твери', group, author: null })).toMatchObject({
      locationId: 69001,
      regionId: 69,
      source: 'text',
    })
    expect(findPlace({ text: 'Ищу мастера', group, author: { city: 'Тверь' } })).toMatchObject({
      locationId: 16001,
      source: 'group',
    })
    expect(findPlace({ text: 'Ищу мастера', group: null, author: { city: 'Тверь' } })).toMatchObject({
      locationId: 69001,
      source: 'author',
    })
    expect(findPlace({ text: 'Ищу мастера', group: null, author: null })).toBeNull()
  })
})

describe('seeding', () => {
  it('changes nothing a second time', async () => {
    expect(await seedLocations(world.db)).toBe(0)
  })

  it('follows a changed gazetteer', async () => {
    const changed = russia.map((place) => (place.id === 69001 ? { ...place, population: 420_000 } : place))
    expect(await seedLocations(world.db, changed)).toBe(1)
    expect(await seedLocations(world.db)).toBe(1)
  })
})

describe('reading a keyboard slip', () => {
  it.each([
    ['ndthm', 'тверь'],
    ['Vjcrdf', 'москва'],
    ['Cfyrn-Gtnth,ehu', 'санкт-петербург'],
    ['тверь', null],
    ['', null],
  ])('%s → %s', (typed, meant) => {
    expect(readKeyboardSlip(typed)).toBe(meant)
  })
})
