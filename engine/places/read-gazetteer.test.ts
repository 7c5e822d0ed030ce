import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import { problemsOf, shippedElsewhere, shippedGazetteer } from '../data/data.samples.ts'
import { fold } from '../language/fold.ts'
import { decline, formsOf } from './decline.ts'
import { readGazetteer } from './read-gazetteer.ts'
import { readElsewhere } from './elsewhere.ts'

const russia = shippedGazetteer()
const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url))

describe('declining a name', () => {
  it.each([
    ['Тверь', 'Твери', 'Твери'],
    ['Ярославль', 'Ярославля', 'Ярославле'],
    ['Торж(о)к', 'Торжка', 'Торжке'],
    ['Ор(ё)л', 'Орла', 'Орле'],
    ['Кам(е)нь-на-Оби', 'Камня-на-Оби', 'Камне-на-Оби'],
    ['Химки/Химок', 'Химок', 'Химках'],
    ['Гулькевичи/Гулькевичей', 'Гулькевичей', 'Гулькевичах'],
    ['Набережные Челны/Челнов', 'Набережных Челнов', 'Набережных Челнах'],
    ['Нижний Новгород', 'Нижнего Новгорода', 'Нижнем Новгороде'],
    ['Верхняя Пышма', 'Верхней Пышмы', 'Верхней Пышме'],
    ['Горячий Ключ', 'Горячего Ключа', 'Горячем Ключе'],
    ['Сергиев Посад', 'Сергиева Посада', 'Сергиевом Посаде'],
    ['Ростов-на-Дону', 'Ростова-на-Дону', 'Ростове-на-Дону'],
    ['Наро-Фоминск', 'Наро-Фоминска', 'Наро-Фоминске'],
    ['Гусь-Хрустальный', 'Гуся-Хрустального', 'Гусе-Хрустальном'],
    ['Усолье-Сибирское', 'Усолья-Сибирского', 'Усолье-Сибирском'],
    ['Йошкар-Ола', 'Йошкар-Олы', 'Йошкар-Оле'],
    ['Евпатория', 'Евпатории', 'Евпатории'],
    ['Калуга', 'Калуги', 'Калуге'],
    ['Сочи', 'Сочи', 'Сочи'],
    ['Сосновый Бор', 'Соснового Бора', 'Сосновом Бору'],
    ['мск', 'мск', 'мск'],
  ])('%s: из %s, в %s', (name, genitive, prepositional) => {
    expect(decline(name).genitive).toContain(genitive)
    expect(decline(name).prepositional).toContain(prepositional)
  })

  it('knows names in -ово and -ино both ways', () => {
    expect(decline('Иваново').prepositional).toEqual(['Иваново', 'Иванове'])
  })

  it('names a town as a town, not as a person', () => {
    expect(formsOf('Чехов')).toContain('Чеховом')
    expect(formsOf('Чехов')).not.toContain('Чеховым')
  })
})

describe('the gazetteer', () => {
  it('gives every place a number of its own, and a parent that is there', () => {
    const ids = new Set(russia.map(({ id }) => id))
    expect(ids.size).toBe(russia.length)
    expect(russia.filter(({ parentId }) => parentId !== null && !ids.has(parentId))).toEqual([])
  })

  it('keeps the numbers it once gave', () => {
    const named = (id: number) => russia.find((place) => place.id === id)?.name
    expect([643, 69, 69001, 77, 78, 92, 16002, 61001, 43001].map(named)).toEqual([
      'Россия',
      'Тверская область',
      'Тверь',
      'Москва',
      'Санкт-Петербург',
      'Севастополь',
      'Набережные Челны',
      'Ростов-на-Дону',
      'Киров',
    ])
  })

  it('knows what towns and regions are called', () => {
    const called = (form: string) => russia.filter(({ forms }) => forms.includes(fold(form))).map(({ id }) => id)
    expect(called('Питере')).toEqual([78])
    expect(called('мск')).toEqual([77])
    expect(called('Челнах')).toEqual([16002])
    expect(called('Тверской обл')).toEqual([69])
    expect(called('Подмосковья')).toEqual([50])
    expect(called('Ростова')).toEqual([76006, 61001])
    expect(called('Орле')).toEqual([])
  })

  const read = (text: string) => readGazetteer([{ name: 'places/volga.txt', text }])

  it('reads regions with their towns, towns that are regions, and more names on lines below', () => {
    const places = read(
      '[69 Тверская область]\n1 Тверь 416 = Тверца?\n= Калинин\n12 Кашин 13 ?\n[77 Москва 13010]\n= мск',
    )
    expect(places.map(({ id, type, name, parentId, population }) => [id, type, name, parentId, population])).toEqual([
      [643, 'country', 'Россия', null, null],
      [69, 'region', 'Тверская область', 643, null],
      [69001, 'town', 'Тверь', 69, 416_000],
      [69012, 'town', 'Кашин', 69, 13_000],
      [77, 'town', 'Москва', 643, 13_010_000],
    ])
    const [, , tver, kashin, moscow] = places
    expect(tver?.forms).toEqual(expect.arrayContaining(['тверь', 'калинине']))
    expect(tver?.doubtfulForms).toEqual(expect.arrayContaining(['тверца']))
    expect(kashin).toMatchObject({ forms: [], doubtfulForms: expect.arrayContaining(['кашине']) })
    expect(moscow?.forms).toContain('мск')
  })

  it('refuses what cannot be read, all at once, by file and line', () => {
    const text = [
      '1 Казань 1309',
      '[69 Тверская область]',
      'Тверь 416',
      '1 Ржев 58',
      '1 Бежецк 20',
      '2 Ржев 58',
      '[77 Москва 13010]',
      '1 Бутово',
      '[Область]',
      '1 Клин 90',
    ]
    expect(problemsOf(() => read(text.join('\n')))).toEqual([
      'places/volga.txt:1: stands before the first [region]: 1 Казань 1309',
      'places/volga.txt:3: not written as "1 Тверь 416": Тверь 416',
      'places/volga.txt:5: "number 69001" stands at places/volga.txt:4 already',
      'places/volga.txt:6: "Ржев in 69" stands at places/volga.txt:4 already',
      'places/volga.txt:8: Москва is a town itself, no other lies in it: 1 Бутово',
      'places/volga.txt:9: not written as "1 Тверь 416": Область',
    ])
  })
})

describe('places elsewhere', () => {
  const read = (text: string) => readElsewhere([{ name: 'places/elsewhere.txt', text }])

  it('are known in every case, folded', () => {
    expect(read('# Towns\nМогилёв\nАфины/Афин\nОсло*')).toEqual(
      expect.arrayContaining(['могилев', 'могилеве', 'афин', 'афинах', 'осло']),
    )
    expect(shippedElsewhere()).toEqual(expect.arrayContaining(['украине', 'минска', 'нью-йорке']))
  })

  it('are refused by file and line', () => {
    expect(problemsOf(() => read('Минск\nКиев, Львов\n\nМинск'))).toEqual([
      'places/elsewhere.txt:2: not a name: Киев, Львов',
      'places/elsewhere.txt:4: "Минск" stands at places/elsewhere.txt:1 already',
    ])
  })
})

interface City {
  name: string
  region: string
  regionCode: string
  population: number
  forms: Record<'in' | 'from' | 'to', string>
}

/** Towns whose forms there were made by a program and are what no one says: «в Череповеце», «из Химков», «в Полевское». */
const MISTAKEN_THERE = (
  'Ак-Довурак, Арамиль, Валуйки, Великие Луки, Верхняя Пышма, Верхняя Салда, Вятские Поляны, Городец, ' +
  'Горячий Ключ, Грязовец, Дагестанские Огни, Донской, Елец, Клинцы, Кулебаки, Лесной, Ливны, Лиски, ' +
  'Лодейное Поле, Люберцы, Малоярославец, Нарьян-Мар, Нижняя Салда, Нижняя Тура, Олонец, Полевской, Полярные Зори, ' +
  'Саки, Семилуки, Сланцы, Слободской, Спасск-Дальний, Стрежевой, Топки, Торжок, Урус-Мартан, Усолье-Сибирское, ' +
  'Химки, Череповец, Чусовой, Электросталь, Юрьев-Польский'
).split(', ')

const list = `${data}cities.json`
describe.skipIf(!existsSync(list))(
  'against a list of all towns (../shared/data/cities.json; skipped where absent)',
  () => {
    const cities = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as City[]) : []
    const towns = russia.filter(({ type }) => type === 'town')
    const codeOf = (place: (typeof towns)[number]) => (place.parentId === 643 ? place.id : place.parentId)
    const byName = Map.groupBy(cities, ({ name, regionCode }) => `${Number(regionCode)} ${fold(name)}`)
    const cityOf = (place: (typeof towns)[number]) =>
      byName.get(`${codeOf(place)} ${fold(place.name)}`)?.toSorted((one, other) => other.population - one.population)[0]

    test('every town is there, in the region we say', () => {
      expect(towns.filter((town) => !cityOf(town)).map(({ name }) => name)).toEqual([])
    })

    test('the three hundred largest are here, and all above 30,000 people', () => {
      const ours = new Set(towns.map((town) => `${codeOf(town)} ${fold(town.name)}`))
      const wanted = cities
        .toSorted((one, other) => other.population - one.population)
        .filter(({ population }, index) => index < 300 || population >= 30_000)
      expect(wanted.length).toBeGreaterThan(500)
      expect(
        wanted
          .filter(({ name, regionCode }) => !ours.has(`${Number(regionCode)} ${fold(name)}`))
          .map(({ name }) => name),
      ).toEqual([])
    })

    test('every form agrees with theirs', () => {
      const differing: string[] = []
      for (const town of towns) {
        const known = new Set([...town.forms, ...town.doubtfulForms])
        const missing = Object.values(cityOf(town)?.forms ?? {}).filter((form) => !known.has(fold(form)))
        if (missing.length > 0) differing.push(town.name)
      }
      expect(differing.sort()).toEqual(MISTAKEN_THERE)
    })

    test('every region is here', () => {
      const regions = JSON.parse(readFileSync(`${data}regions.json`, 'utf8')) as { code: string; name: string }[]
      const missing = regions.filter(({ code, name }) => {
        const ours = russia.find(({ id }) => id === Number(code))
        return !ours || !fold(ours.name).includes(fold(name.split(/[ /]/)[0] ?? name))
      })
      expect(missing.map(({ name }) => name)).toEqual([])
      expect(russia.filter(({ parentId }) => parentId === 643)).toHaveLength(regions.length)
    })
  },
)
