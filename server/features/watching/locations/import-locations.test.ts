import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createPlaceFinder } from '../../../../engine/places/find-place.ts'
import { loadElsewhere, loadGazetteer, loadSignWords } from '../../../kit/engine-data.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { importLocations } from './import-locations.ts'
import { listPlaces } from './locations.public.ts'
import { readLocationList } from './read-location-list.ts'
import { seedLocations } from './seed.ts'

const data = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url))

describe('reading a list', () => {
  it('reads an array, objects one after another, and CSV alike', () => {
    const wanted = {
      name: 'Тверь',
      region: 'Тверская',
      population: 416_000,
      forms: ['Твери', 'Тверью'],
      fiasId: 'f-1',
      ambiguous: false,
    }
    for (const text of [
      '[\n{"name": "Тверь", "region": "Тверская", "population": 416000, "id": "f-1", "forms": {"in": "Твери", "by": "Тверью"}}\n]',
      '\ufeff\n{"name": "Тверь", "region": "Тверская", "population": "416 000", "fias": "f-1", "forms": ["Твери", "Тверью"]}\n',
      '\nname;region;population;fias;forms\nТверь;"Тверская";416000;f-1;Твери|Тверью\n'.slice(1),
    ]) {
      const { entries, mistakes } = readLocationList(text)
      expect(mistakes).toEqual([])
      expect(entries).toMatchObject([wanted])
    }
  })

  it('reports every mistake with its line, and reads the rest', () => {
    const { entries, mistakes } = readLocationList(
      '[\n{"name": "Тверь", "region": "Тверская"},\n{"region": "Тверская"},\n{"name": "Ржев"},\n{"name": "Клин", "region": "Московская", "population": "много"},\n' +
        '{"name": "Бежецк", "region": oops},\n{"name": "Торжок", "region": "Тверская"}\n]',
    )
    expect(entries.map(({ name }) => name)).toEqual(['Тверь', 'Торжок'])
    expect(mistakes).toEqual([
      { line: 3, reason: 'нет названия (name)' },
      { line: 4, reason: 'у города «Ржев» нет региона (region)' },
      { line: 5, reason: 'население должно быть целым числом, а написано «много»' },
      { line: 6, reason: 'это не JSON' },
    ])
    expect(readLocationList('city_id;x\n1;2').mistakes).toEqual([
      { line: 1, reason: 'в первой строке нет столбца name' },
    ])
    expect(readLocationList('name;region\nТверь;Тверская;1').mistakes).toEqual([
      { line: 2, reason: 'столбцов 3, а в заголовке 2' },
    ])
    expect(readLocationList('[{"name": "Тверь"').mistakes).toEqual([{ line: 1, reason: 'запись не закрыта: нет «}»' }])
  })
})

describe('importing', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld()
  })
  afterAll(() => world.close())

  const load = (text: string) => importLocations(world.db, readLocationList(text).entries)
  const row = (name: string) => world.db.selectFrom('locations').selectAll().where('name', '=', name).executeTakeFirst()

  it('fills up what is known and adds what is not, once', async () => {
    const csv =
      'name;region;population;fias;forms\nТверь;Тверская обл.;416219;f-tver;Твери\nЛихославль;Тверская область;11000;f-lih;\nГород;Нигде;1;;'
    expect(await load(csv)).toEqual({
      added: 1,
      updated: 1,
      same: 0,
      mistakes: [{ line: 4, reason: 'регион «Нигде» не найден' }],
    })
    expect(await row('Тверь')).toMatchObject({ id: 69001, population: 416_219, fiasId: 'f-tver', seedHash: null })
    const added = await row('Лихославль')
    expect(added).toMatchObject({
      type: 'town',
      parentId: 69,
      population: 11_000,
      forms: expect.arrayContaining(['лихославле']),
    })
    expect(added?.id).toBeGreaterThan(1_000_000)
    expect(await load(csv)).toMatchObject({ added: 0, updated: 0, same: 2 })
    expect(
      createPlaceFinder(await listPlaces(world.db), loadElsewhere(), loadSignWords()).find({
        text: 'Ищу маляра в Лихославле',
      }),
    ).toMatchObject({
      locationId: added?.id,
      regionId: 69,
    })
  })

  it('is left alone by the seed', async () => {
    expect(await seedLocations(world.db)).toBe(0)
    expect(await row('Тверь')).toMatchObject({ population: 416_219 })
  })

  it('knows a place by its code even under another name, and adds regions before their towns', async () => {
    expect(
      await load('[{"name": "Калинин", "region": "Тверская", "id": "f-tver", "population": 416219}]'),
    ).toMatchObject({ same: 1 })
    const both = '[{"name": "Лунный", "region": "Лунная"},\n{"name": "Лунная", "type": "обл", "code": "99"}]'
    expect(await load(both)).toMatchObject({ added: 2, mistakes: [] })
    expect(await row('Лунная область')).toMatchObject({ type: 'region', parentId: 643 })
    // An adjective means a town beside other signs only.
    expect(await row('Лунный')).toMatchObject({ forms: [], doubtfulForms: expect.arrayContaining(['лунном']) })
  })

  const full = existsSync(`${data}cities.json`)
  test.skipIf(!full)('a full list of towns (../shared/data/cities.json; skipped where absent)', async () => {
    for (const name of ['regions.json', 'cities.json']) {
      const list = readLocationList(readFileSync(`${data}${name}`, 'utf8'))
      expect(list.mistakes).toEqual([])
      const { added, mistakes } = await importLocations(world.db, list.entries)
      expect(mistakes).toEqual([])
      // Every region is known; of the towns some 830 are.
      expect(added > 200).toBe(name === 'cities.json')
      expect(await importLocations(world.db, list.entries)).toMatchObject({ added: 0, updated: 0 })
    }
    const towns = await world.db
      .selectFrom('locations')
      .select('id')
      .where('type', '=', 'town')
      .where('fiasId', 'is not', null)
      .execute()
    expect(towns.length).toBeGreaterThanOrEqual(1_117)
    // Whom we knew keeps their number.
    const places = new Map((await listPlaces(world.db)).map((place) => [place.id, place]))
    for (const place of loadGazetteer()) expect(places.get(place.id)?.name).toBe(place.name)
  })
})
