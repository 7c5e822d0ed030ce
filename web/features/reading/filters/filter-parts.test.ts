import { expect, test } from 'vitest'
import { emptyFilter, type FilterFields } from '../../../../contract/reading/filters.ts'
import { narrows, nothingAsked } from './filter-changes.ts'
import { filterParts } from './filter-parts.ts'

const names = {
  category: (id: number) => (id === 1 ? 'Фотографы' : undefined),
  project: (id: number) => (id === 1 ? 'Наш бренд' : undefined),
  group: (pair: string) => (pair === '4/6' ? 'Мамы Твери' : undefined),
  person: (id: number) => (id === 5 ? 'Вера' : undefined),
  zone: 'Europe/Moscow',
}
const tver = { type: 'town', id: 7, name: 'Тверь' } as const

/** What is asked, as chips say it. */
const chips = (fields: Partial<FilterFields>) =>
  filterParts({ ...emptyFilter, ...fields }, names).map(({ text }) => text)

test.each<[Partial<FilterFields>, string[]]>([
  [{}, []],
  [{ networks: ['vk'], recentDays: 3 }, ['ВКонтакте', 'за 3 дня']],
  [{ spam: 'ignore' }, ['вместе со спамом']],
  [{ spam: 'yes', recentDays: 7 }, ['за неделю', 'только спам']],
  [
    { includedWords: ['дом', 'дача'], excludedWords: ['сдам', 'сниму'], exactMatch: true },
    ['дом', 'дача', 'сдам', 'сниму', 'слова точно как написаны'],
  ],
  [{ includedWords: ['дом', '"у реки"'], wordsMode: 'all' }, ['дом', 'у реки', 'все слова вместе']],
  [{ includedWords: ['дом'], wordsMode: 'all' }, ['дом']],
  [{ exactMatch: true, undefinedLocations: true }, []],
  [
    { locations: [tver, { ...tver, id: 8, name: '' }], undefinedLocations: true },
    ['Тверь', 'Место №8', 'и где место не ясно'],
  ],
  [
    { categories: [1, 2], monitoredProjects: [1, 3], monitoredGroups: ['4/5', '4/6'] },
    ['Фотографы', 'Категория №2', 'Наш бренд', 'Проект №3', 'Группа №5', 'Мамы Твери'],
  ],
  [{ sourceKinds: ['chat'], kind: 'comment', intent: 'hot' }, ['Чаты', 'только комментарии', 'только горячие']],
  [{ fromDate: '2026-10-31T21:00:00Z', toDate: '2026-11-20T21:00:00Z' }, ['с 1 нояб. по 20 нояб. 2026']],
  [{ fromDate: '2025-12-30T21:00:00Z', toDate: '2026-01-02T21:00:00Z' }, ['с 31 дек. 2025 по 2 янв. 2026']],
  [{ fromDate: '2026-10-31T21:00:00Z' }, ['с 1 нояб. 2026']],
  [{ fromDate: '2026-10-31T21:00:00Z', toDate: '2026-11-01T21:00:00Z' }, ['1 нояб. 2026']],
  [
    { onlyFavorites: true, onlyWithNotes: true, onlyBlackList: true },
    ['только избранное', 'только с заметками', 'только чёрный список'],
  ],
  [
    { leadStatuses: ['inWork', 'won'], assignees: ['me', '5', '6'] },
    ['в работе', 'сделка', 'я', 'Вера', 'Участник №6'],
  ],
  [{ handled: 'show' }, ['вместе с разобранным']],
])('%j is said as %j', (fields, texts) => {
  expect(chips(fields)).toEqual(texts)
})

test('taking every part away, one after another, leaves nothing asked', () => {
  let fields: FilterFields = {
    ...emptyFilter,
    includedWords: ['дом', 'дача'],
    wordsMode: 'all',
    excludedWords: ['сдам'],
    exactMatch: true,
    locations: [tver],
    undefinedLocations: true,
    networks: ['vk', 'ok'],
    sourceKinds: ['chat'],
    categories: [1, 2],
    monitoredProjects: [3],
    monitoredGroups: ['4/5'],
    kind: 'post',
    recentDays: 1,
    onlyFavorites: true,
    onlyWithNotes: true,
    onlyBlackList: true,
    spam: 'yes',
    handled: 'only',
    leadStatuses: ['new', 'won'],
    assignees: ['me', '5'],
    intent: 'warm',
    limit: 50,
    push: true,
  }
  const keys = filterParts(fields, names).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(narrows(fields)).toBe(true)
  expect(narrows({ ...fields, ...nothingAsked })).toBe(false)
  // Those that stand for what they narrow go first: without words and places they are not informed.
  const last = (): string | undefined =>
    filterParts(fields, names).toSorted((a, b) => Number(b.key in fields) - Number(a.key in fields))[0]?.key
  for (let key = last(); key !== undefined; key = last()) {
    const part = filterParts(fields, names).find((each) => each.key === key)
    fields = { ...fields, ...part?.clear }
  }
  expect(fields).toEqual({ ...emptyFilter, limit: 50, push: true })
})

test('a part takes away only itself', () => {
  const fields = { ...emptyFilter, includedWords: ['дом', 'дача'], excludedWords: ['сдам'] }
  const parts = filterParts(fields, names)
  expect(parts.map(({ key, text, excluded = false, clear }) => ({ key, text, excluded, clear }))).toEqual([
    { key: 'includedWords:дом', text: 'дом', excluded: false, clear: { includedWords: ['дача'] } },
    { key: 'includedWords:дача', text: 'дача', excluded: false, clear: { includedWords: ['дом'] } },
    { key: 'excludedWords:сдам', text: 'сдам', excluded: true, clear: { excludedWords: [] } },
  ])
})
