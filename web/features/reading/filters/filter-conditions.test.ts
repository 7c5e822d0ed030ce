import { describe, expect, it, test } from 'vitest'
import { emptyFilter, type FilterFields } from '../../../../contract/reading/filters.ts'
import { isSame, nothingAsked } from './filter-changes.ts'
import { conditionNames, conditions, findConditions, setConditions } from './filter-conditions.ts'

const names = {
  category: (id: number) => (id === 1 ? 'Фотографы' : undefined),
  project: () => undefined,
  group: () => undefined,
  person: (id: number) => (id === 5 ? 'Вера' : undefined),
  zone: 'Europe/Moscow',
}
const set = (fields: Partial<FilterFields>) =>
  setConditions({ ...emptyFilter, ...fields }, names).map(({ title, text }) => `${title} — ${text}`)

describe('what is set is said condition by condition', () => {
  test.each<[Partial<FilterFields>, string[]]>([
    [{}, []],
    [{ includedWords: ['дом', 'дача'] }, ['Слова — «дом» или «дача»']],
    [{ includedWords: ['дом', '"у реки"'], wordsMode: 'all' }, ['Слова — «дом» и «у реки»']],
    [{ includedWords: ['а', 'б', 'в', 'г', 'д'] }, ['Слова — «а», «б», «в» или ещё 2']],
    [{ includedWords: ['дом'], exactMatch: true }, ['Слова — «дом», точно']],
    [{ excludedWords: ['сдам', 'сниму'], exactMatch: true }, ['Стоп-слова — «сдам» и «сниму»']],
    [
      { locations: [{ type: 'town', id: 7, name: 'Тверь' }], undefinedLocations: true },
      ['Место — Тверь, и где место не ясно'],
    ],
    [{ networks: ['vk', 'ok'] }, ['Сеть — ВКонтакте или Одноклассники']],
    [{ onlyFavorites: true, onlyWithNotes: true }, ['Отмеченное — только избранное и только с заметками']],
    [
      { categories: [1], recentDays: 3, intent: 'hot', kind: 'post' },
      ['Что слушать — Фотографы', 'Когда — за 3 дня', 'Намерение — только горячие', 'Вид — только посты'],
    ],
    [{ leadStatuses: ['new', 'inWork'] }, ['Статус лида — новый или в работе']],
    [{ assignees: ['me', 'none', '5', '6'] }, ['Ответственный — я, никто, Вера или ещё 1']],
    [{ handled: 'show' }, ['Разобранное — вместе с разобранным']],
    [{ spam: 'yes', learned: true }, ['Спам — только спам', 'Непохожее — без непохожего']],
  ])('%j', (fields, words) => {
    expect(set(fields)).toEqual(words)
  })

  it('and all of them taken away leave nothing asked', () => {
    let fields: FilterFields = {
      ...emptyFilter,
      includedWords: ['дом', 'дача'],
      wordsMode: 'all',
      excludedWords: ['сдам'],
      exactMatch: true,
      locations: [{ type: 'town', id: 7, name: 'Тверь' }],
      undefinedLocations: true,
      networks: ['vk'],
      sourceKinds: ['chat'],
      categories: [1],
      monitoredProjects: [3],
      monitoredGroups: ['4/5'],
      kind: 'post',
      fromDate: '2026-11-01T00:00:00Z',
      onlyFavorites: true,
      onlyWithNotes: true,
      onlyBlackList: true,
      handled: 'only',
      leadStatuses: ['new', 'won'],
      assignees: ['me', '5'],
      spam: 'yes',
      intent: 'warm',
      learned: true,
    }
    const all = setConditions(fields, names)
    expect(all.map(({ name }) => name)).toEqual(conditionNames)
    for (const { clear } of all) fields = { ...fields, ...clear }
    // Exact forms ask for nothing where there are no words.
    expect(isSame({ ...fields, exactMatch: false }, { ...fields, ...nothingAsked })).toBe(true)
  })

  it('every field of the question belongs to one condition', () => {
    const fields = conditionNames.flatMap((name) => conditions[name].fields)
    expect([...fields].sort()).toEqual(Object.keys(nothingAsked).sort())
  })
})

test.each([
  ['', conditionNames],
  ['слова', ['words', 'stopWords']],
  ['мест', ['locations']],
  ['СЕТЬ', ['networks']],
  ['минус', ['stopWords']],
  ['лиды', ['leadStatus', 'assignee']],
  ['мои', ['assignee']],
  ['горячие', ['intent']],
  ['тёпл', ['intent']],
  ['избранное заметки', ['marks']],
  ['нет такого', []],
])('«%s» finds %j', (typed, found) => {
  expect(findConditions(typed)).toEqual(found)
})
