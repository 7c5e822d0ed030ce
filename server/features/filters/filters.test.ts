import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { emptyFilter, type FilterFields } from '../../../contract/filters.ts'
import { codeOf, openTown, type Town, type Townsman } from '../../people/town.ts'

let town: Town
let anna: Townsman
let boris: Townsman
beforeAll(async () => {
  town = await openTown()
  anna = await town.customer('anna')
  boris = await town.customer('boris')
})
afterAll(() => town.close())

describe('filters.listFilters', () => {
  it('lists the own filters, the default one first', async () => {
    const { filters } = await anna.asks('filters', 'listFilters', {})
    expect(filters).toEqual([{ id: anna.filterId, name: 'Дефолтная', isDefault: true, scope: 'local', ...emptyFilter }])
    expect(boris.filterId).not.toBe(anna.filterId)
  })

  it('fills in what an older row does not say', async () => {
    const old = await town.customer('old')
    await town.db.updateTable('filters').set({ fields: JSON.stringify({ exactMatch: true }) }).where('id', '=', old.filterId).execute()
    const { filters } = await old.asks('filters', 'listFilters', {})
    expect(filters).toMatchObject([{ ...emptyFilter, exactMatch: true }])
  })

  it('is refused to a guest', async () => {
    expect(codeOf(await town.ask('filters', 'listFilters', {}))).toBe('UNAUTHORIZED')
  })
})

describe('filters.updateFilter', () => {
  it('changes the fields that are given and leaves the others', async () => {
    const all: FilterFields = {
      includedWords: ['фотограф', 'съёмка'],
      excludedWords: ['вакансия'],
      exactMatch: true,
      resources: ['vk', 'telegram'],
      categories: [1, 2],
      messageType: 'comment',
      recentDays: 7,
      fromDate: '2026-11-01T00:00:00.000Z',
      toDate: '2026-11-20T00:00:00+03:00',
      limit: 50,
    }
    expect(await anna.asks('filters', 'updateFilter', { id: anna.filterId, ...all })).toMatchObject({ filter: { id: anna.filterId, name: 'Дефолтная', ...all } })
    const { filter } = await anna.asks('filters', 'updateFilter', { id: anna.filterId, toDate: null, recentDays: 3, resources: [] })
    expect(filter).toMatchObject({ ...all, toDate: null, recentDays: 3, resources: [] })
    expect(await anna.asks('filters', 'listFilters', {})).toEqual({ filters: [filter] })
    expect((await boris.asks('filters', 'listFilters', {})).filters).toMatchObject([emptyFilter])
  })

  it('leaves a filter alone when nothing is given', async () => {
    const { filter } = await boris.asks('filters', 'updateFilter', { id: boris.filterId })
    expect(filter).toMatchObject(emptyFilter)
  })

  it('lets nobody give a filter another name, owner or scope through its fields', async () => {
    const forged = { id: boris.filterId, name: 'Чужая', isDefault: false, scope: 'team', userId: anna.userId }
    expect((await boris.asks('filters', 'updateFilter', forged as never)).filter).toMatchObject({ name: 'Дефолтная', isDefault: true, scope: 'local' })
    expect((await boris.asks('filters', 'listFilters', {})).filters).toHaveLength(1)
  })

  it('keeps both of two changes made at once', async () => {
    const hasty = await town.customer('hasty')
    const changes: Partial<FilterFields>[] = [
      { includedWords: ['сын'] }, { excludedWords: ['дочь'] }, { resources: ['ok'] }, { messageType: 'post' }, { limit: 10 }, { recentDays: 1 },
    ]
    await Promise.all(changes.map((change) => hasty.asks('filters', 'updateFilter', { id: hasty.filterId, ...change })))
    const { filters } = await hasty.asks('filters', 'listFilters', {})
    expect(filters[0]).toMatchObject(Object.assign({}, ...changes))
  })

  it('refuses a guest, and a stranger like somebody who asks for nothing', async () => {
    expect(codeOf(await town.ask('filters', 'updateFilter', { id: anna.filterId, limit: 10 }))).toBe('UNAUTHORIZED')
    const strange = await town.ask('filters', 'updateFilter', { id: anna.filterId, limit: 10 }, boris)
    const absent = await town.ask('filters', 'updateFilter', { id: 999_999, limit: 10 }, boris)
    expect(strange).toEqual({ status: 'error', type: 'refusal', code: 'FILTER_NOT_FOUND', message: 'Такой фильтр не существует' })
    expect(absent).toEqual(strange)
    expect((await anna.asks('filters', 'listFilters', {})).filters[0]?.limit).toBe(50)
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a page size nobody offers', { limit: 25 }, { keyword: 'enum', dataPath: '/limit' }],
    ['an unknown network', { resources: ['vk', 'myspace'] }, { keyword: 'enum', dataPath: '/resources/1' }],
    ['an unknown kind', { messageType: 'story' }, { keyword: 'enum', dataPath: '/messageType' }],
    ['a day instead of a moment', { fromDate: '2026-11-20' }, { keyword: 'format', dataPath: '/fromDate', params: { format: 'date-time' } }],
    ['a leap second, which no Date holds', { toDate: '2016-12-31T23:59:60Z' }, { keyword: 'format', dataPath: '/toDate' }],
    ['an offset without minutes', { toDate: '2026-11-20T00:00:00+03' }, { keyword: 'format', dataPath: '/toDate' }],
    ['a day that is not', { toDate: '2026-02-30T00:00:00Z' }, { keyword: 'format', dataPath: '/toDate' }],
    ['five days', { recentDays: 5 }, { keyword: 'const', dataPath: '/recentDays' }],
    ['an empty word', { includedWords: [''] }, { keyword: 'minLength', dataPath: '/includedWords/0', params: { limit: 1 } }],
    ['a very long word', { excludedWords: ['а', 'б'.repeat(101)] }, { keyword: 'maxLength', dataPath: '/excludedWords/1', params: { limit: 100 } }],
    ['too many words', { includedWords: Array.from({ length: 201 }, String) }, { keyword: 'maxItems', dataPath: '/includedWords', params: { limit: 200 } }],
    ['a word no database holds', { includedWords: ['а\u0000'] }, { keyword: 'format', dataPath: '/includedWords/0', params: { format: 'text' } }],
    ['half a letter', { includedWords: ['\udc00'] }, { keyword: 'format', dataPath: '/includedWords/0', params: { format: 'text' } }],
    ['a yes that is a word', { exactMatch: 'yes' }, { keyword: 'type', dataPath: '/exactMatch' }],
    ['a category by name', { categories: ['photographers'] }, { keyword: 'type', dataPath: '/categories/0' }],
    ['an id above any', { id: '9'.repeat(20) }, { keyword: 'maximum', dataPath: '/id' }],
    ['an id that is a word', { id: 'default' }, { keyword: 'type', dataPath: '/id' }],
  ])('refuses %s', async (_, change, details) => {
    const answer = await town.ask('filters', 'updateFilter', { id: boris.filterId, ...change } as never, boris)
    expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', details })
    expect((await boris.asks('filters', 'listFilters', {})).filters).toMatchObject([emptyFilter])
  })
})
