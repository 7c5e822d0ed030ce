import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { emptyFilter, MAX_FILTERS, type FilterFields } from '../../../../contract/reading/filters.ts'
import { DAY, MINUTE } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { deleteOldFilters } from './change-filters.ts'

let world: TestWorld
let anna: TestUser
let boris: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  anna = await world.customer('anna')
  boris = await world.customer('boris')
})
afterAll(() => world.close())

const listed = async (person: TestUser) => (await person.asks('filters', 'listFilters', {})).filters
const namesOf = async (person: TestUser) => (await listed(person)).map(({ name }) => name)
const create = async (person: TestUser, name: string, fields: Partial<FilterFields> = {}) =>
  (await person.asks('filters', 'createFilter', { name, ...fields })).filter
const unknown = { status: 'error', type: 'refusal', code: 'FILTER_NOT_FOUND', message: 'Такой фильтр не существует' }

/** Someone with the default filter and as many more. */
async function somebodyWith(nickname: string, count: number): Promise<TestUser> {
  const person = await world.customer(nickname)
  for (let n = 1; n <= count; n++) await create(person, `Фильтр ${n}`)
  // The rate limit of making filters is not what is looked at.
  world.clock.advance(MINUTE)
  return person
}

describe('filters.listFilters', () => {
  it('lists the own filters, the default one first', async () => {
    const { filters } = await anna.asks('filters', 'listFilters', {})
    expect(filters).toEqual([
      {
        id: anna.filterId,
        name: 'Дефолтная',
        isDefault: true,
        scope: 'local',
        own: true,
        editable: true,
        ...emptyFilter,
      },
    ])
    expect(boris.filterId).not.toBe(anna.filterId)
  })

  it('fills in what an older row does not say', async () => {
    const old = await world.customer('old')
    await world.db
      .updateTable('filters')
      .set({ fields: JSON.stringify({ exactMatch: true }) })
      .where('id', '=', old.filterId)
      .execute()
    const { filters } = await old.asks('filters', 'listFilters', {})
    expect(filters).toMatchObject([{ ...emptyFilter, exactMatch: true }])
  })

  it('is refused to a guest', async () => {
    expect(codeOf(await world.ask('filters', 'listFilters', {}))).toBe('UNAUTHORIZED')
  })
})

describe('filters.updateFilter', () => {
  it('changes the fields that are given and leaves the others', async () => {
    const all: FilterFields = {
      includedWords: ['фотограф', 'съёмка', '"на дом"'],
      wordsMode: 'all',
      excludedWords: ['вакансия'],
      exactMatch: true,
      locations: [{ type: 'town', id: 7, name: 'Тверь' }],
      undefinedLocations: true,
      networks: ['vk', 'telegram'],
      sourceKinds: ['chat'],
      categories: [1, 2],
      monitoredProjects: [3],
      monitoredGroups: ['4/5'],
      kind: 'comment',
      recentDays: null,
      fromDate: '2026-11-01T00:00:00.000Z',
      toDate: '2026-11-20T00:00:00+03:00',
      onlyFavorites: true,
      onlyWithNotes: true,
      onlyBlackList: true,
      spam: 'ignore',
      handled: 'only',
      leadStatuses: ['new', 'inWork'],
      assignees: ['me', '12'],
      intent: 'hot',
      learned: true,
      push: true,
      open: false,
      limit: 50,
    }
    expect(await anna.asks('filters', 'updateFilter', { id: anna.filterId, ...all })).toMatchObject({
      filter: { id: anna.filterId, name: 'Дефолтная', ...all },
    })
    const { filter } = await anna.asks('filters', 'updateFilter', { id: anna.filterId, toDate: null, networks: [] })
    expect(filter).toMatchObject({ ...all, toDate: null, networks: [] })
    expect(await anna.asks('filters', 'listFilters', {})).toEqual({ filters: [filter] })
    expect((await boris.asks('filters', 'listFilters', {})).filters).toMatchObject([emptyFilter])
  })

  it('leaves a filter alone when nothing is given', async () => {
    const { filter } = await boris.asks('filters', 'updateFilter', { id: boris.filterId })
    expect(filter).toMatchObject(emptyFilter)
  })

  it('lets nobody give a filter another owner or place through its fields', async () => {
    const forged = {
      id: boris.filterId,
      isDefault: false,
      userId: anna.userId,
      position: 7,
      own: false,
      editable: false,
      deletedAt: '2026-11-20T00:00:00Z',
    }
    expect((await boris.asks('filters', 'updateFilter', forged as never)).filter).toMatchObject({
      name: 'Дефолтная',
      isDefault: true,
      editable: true,
    })
    expect(await listed(boris)).toEqual([
      {
        id: boris.filterId,
        name: 'Дефолтная',
        isDefault: true,
        scope: 'local',
        own: true,
        editable: true,
        ...emptyFilter,
      },
    ])
  })

  it('keeps of a place what it is known by', async () => {
    const place = { type: 'town', id: 7, name: 'Тверь', forms: ['твери'] } as const
    const filter = await create(await world.customer('placed'), 'Тверь', { locations: [place] })
    expect(filter.locations).toEqual([{ type: 'town', id: 7, name: 'Тверь' }])
  })

  it('renames, but never the default one', async () => {
    const renaming = await somebodyWith('renaming', 1)
    const id = (await listed(renaming))[1]?.id ?? 0
    expect(await renaming.asks('filters', 'updateFilter', { id, name: '  Свадьбы \n и юбилеи ' })).toMatchObject({
      filter: { name: 'Свадьбы и юбилеи' },
    })
    expect(await renaming.isRefused('filters', 'updateFilter', { id, name: ' \u200b ' })).toBe('FILTER_NAME_REQUIRED')
    expect(await renaming.isRefused('filters', 'updateFilter', { id, name: '' })).toBe('FILTER_NAME_REQUIRED')
    expect(await renaming.isRefused('filters', 'updateFilter', { id, name: 'ы'.repeat(61) })).toBe('VALIDATION_FAILED')
    expect(await renaming.isRefused('filters', 'updateFilter', { id: renaming.filterId, name: 'Моя' })).toBe(
      'DEFAULT_FILTER_READ_ONLY',
    )
    expect(await renaming.isRefused('filters', 'updateFilter', { id: renaming.filterId, scope: 'team' })).toBe(
      'DEFAULT_FILTER_READ_ONLY',
    )
    // A whole filter is sent back as it came: nothing of it is another name.
    expect(
      await renaming.isRefused('filters', 'updateFilter', {
        id: renaming.filterId,
        name: 'Дефолтная',
        scope: 'local',
        limit: 10,
      }),
    ).toBe('ok')
    expect(await namesOf(renaming)).toEqual(['Дефолтная', 'Свадьбы и юбилеи'])
  })

  it('clears the range for recent days, and recent days for either end of a range', async () => {
    const dated = await world.customer('dated')
    const update = async (changes: Partial<FilterFields>) => {
      const { recentDays, fromDate, toDate } = (
        await dated.asks('filters', 'updateFilter', { id: dated.filterId, ...changes })
      ).filter
      return [recentDays, fromDate, toDate]
    }
    const [from, to] = ['2026-11-01T00:00:00Z', '2026-11-20T00:00:00Z']
    expect(await update({ fromDate: from, toDate: to })).toEqual([null, from, to])
    expect(await update({ recentDays: 7 })).toEqual([7, null, null])
    expect(await update({ toDate: to })).toEqual([null, null, to])
    expect(await update({ recentDays: null })).toEqual([null, null, to])
    expect(await update({ recentDays: 1, fromDate: null, toDate: null })).toEqual([1, null, null])
    expect(await update({ fromDate: from })).toEqual([null, from, null])
  })

  it('stores words as they are read: one each, marked ones among the excluded', async () => {
    const typing = await world.customer('typing')
    const update = async (changes: Partial<FilterFields>) => {
      const { includedWords, excludedWords } = (
        await typing.asks('filters', 'updateFilter', { id: typing.filterId, ...changes })
      ).filter
      return { includedWords, excludedWords }
    }
    expect(await update({ excludedWords: ['вакансия\nрезюме'] })).toEqual({
      includedWords: [],
      excludedWords: ['вакансия', 'резюме'],
    })
    expect(await update({ includedWords: ['свадебный фотограф, !Резюме', '!сдам'] })).toEqual({
      includedWords: ['свадебный', 'фотограф'],
      excludedWords: ['вакансия', 'резюме', 'сдам'],
    })
    expect(await update({ includedWords: [] })).toEqual({
      includedWords: [],
      excludedWords: ['вакансия', 'резюме', 'сдам'],
    })
  })

  it('loses no word over a limit: it refuses them all', async () => {
    const wordy = await world.customer('wordy')
    const hundreds = Array.from({ length: 20 }, (_, n) => Array.from({ length: 15 }, (_, m) => `с${n}х${m}`).join(' '))
    expect(
      await world.ask('filters', 'updateFilter', { id: wordy.filterId, includedWords: hundreds }, wordy),
    ).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { keyword: 'maxItems', dataPath: '/includedWords', params: { limit: 200 } },
    })
    expect(await listed(wordy)).toMatchObject([emptyFilter])
  })

  it('keeps both of two changes made at once', async () => {
    const hasty = await world.customer('hasty')
    const changes: Partial<FilterFields>[] = [
      { includedWords: ['сын'] },
      { excludedWords: ['дочь'] },
      { networks: ['ok'] },
      { kind: 'post' },
      { limit: 10 },
      { recentDays: 1 },
      { push: true },
    ]
    await Promise.all(changes.map((change) => hasty.asks('filters', 'updateFilter', { id: hasty.filterId, ...change })))
    const { filters } = await hasty.asks('filters', 'listFilters', {})
    expect(filters[0]).toMatchObject(Object.assign({}, ...changes))
  })

  it('refuses a guest, and a stranger like somebody who asks for nothing', async () => {
    expect(codeOf(await world.ask('filters', 'updateFilter', { id: anna.filterId, limit: 10 }))).toBe('UNAUTHORIZED')
    const strange = await world.ask('filters', 'updateFilter', { id: anna.filterId, limit: 10 }, boris)
    const absent = await world.ask('filters', 'updateFilter', { id: 999_999, limit: 10 }, boris)
    expect(strange).toEqual(unknown)
    expect(absent).toEqual(strange)
    expect((await anna.asks('filters', 'listFilters', {})).filters[0]?.limit).toBe(50)
  })

  it('refuses days before 2016 in Russian, kept or only asked by, and changes nothing', async () => {
    const early = { fromDate: '2015-06-01T00:00:00Z' }
    const before = await listed(anna)
    const refused = {
      status: 'error',
      type: 'refusal',
      code: 'FILTER_RANGE_TOO_EARLY',
      message: 'Выберите дни не раньше 1 января 2016 года',
    }
    expect(await world.ask('filters', 'updateFilter', { id: anna.filterId, ...early }, anna)).toEqual(refused)
    expect(await world.ask('filters', 'createFilter', { name: 'Давно', ...early }, anna)).toEqual(refused)
    expect(await world.ask('feed', 'queryFeed', { filter: early }, anna)).toEqual(refused)
    expect(await listed(anna)).toEqual(before)
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a page size nobody offers', { limit: 25 }, { keyword: 'enum', dataPath: '/limit' }],
    ['an unknown network', { networks: ['vk', 'myspace'] }, { keyword: 'enum', dataPath: '/resources/1' }],
    ['an unknown kind', { kind: 'story' }, { keyword: 'enum', dataPath: '/messageType' }],
    [
      'a day instead of a moment',
      { fromDate: '2026-11-20' },
      { keyword: 'format', dataPath: '/fromDate', params: { format: 'date-time' } },
    ],
    [
      'a leap second, which no Date holds',
      { toDate: '2016-12-31T23:59:60Z' },
      { keyword: 'format', dataPath: '/toDate' },
    ],
    ['an offset without minutes', { toDate: '2026-11-20T00:00:00+03' }, { keyword: 'format', dataPath: '/toDate' }],
    ['a day that is not', { toDate: '2026-02-30T00:00:00Z' }, { keyword: 'format', dataPath: '/toDate' }],
    ['five days', { recentDays: 5 }, { keyword: 'const', dataPath: '/recentDays' }],
    [
      'an empty word',
      { includedWords: [''] },
      { keyword: 'minLength', dataPath: '/includedWords/0', params: { limit: 1 } },
    ],
    [
      'a very long word',
      { excludedWords: ['а', 'б'.repeat(101)] },
      { keyword: 'maxLength', dataPath: '/excludedWords/1', params: { limit: 100 } },
    ],
    [
      'too many words',
      { includedWords: Array.from({ length: 201 }, String) },
      { keyword: 'maxItems', dataPath: '/includedWords', params: { limit: 200 } },
    ],
    [
      'a word no database holds',
      { includedWords: ['а\u0000'] },
      { keyword: 'format', dataPath: '/includedWords/0', params: { format: 'text' } },
    ],
    [
      'half a letter',
      { includedWords: ['\udc00'] },
      { keyword: 'format', dataPath: '/includedWords/0', params: { format: 'text' } },
    ],
    ['a yes that is a word', { exactMatch: 'yes' }, { keyword: 'type', dataPath: '/exactMatch' }],
    ['a category by name', { categories: ['photographers'] }, { keyword: 'type', dataPath: '/categories/0' }],
    ['a kind of source nobody knows', { sourceKinds: ['forum'] }, { keyword: 'enum', dataPath: '/resourceTypes/0' }],
    ['a group without its list', { monitoredGroups: ['7'] }, { keyword: 'pattern', dataPath: '/monitoredGroups/0' }],
    [
      'a place without an id',
      { locations: [{ type: 'town', name: 'Тверь' }] },
      { keyword: 'required', dataPath: '/locations/0/id' },
    ],
    ['perhaps spam', { spam: 'maybe' }, { keyword: 'enum', dataPath: '/spam' }],
    ['a scope nobody knows', { scope: 'world' }, { keyword: 'enum', dataPath: '/scope' }],
    ['an id above any', { id: '9'.repeat(20) }, { keyword: 'maximum', dataPath: '/id' }],
    ['an id that is a word', { id: 'default' }, { keyword: 'type', dataPath: '/id' }],
  ])('refuses %s', async (_, change, details) => {
    const answer = await world.ask('filters', 'updateFilter', { id: boris.filterId, ...change } as never, boris)
    expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', details })
    expect((await boris.asks('filters', 'listFilters', {})).filters).toMatchObject([emptyFilter])
  })
})

describe('filters.createFilter', () => {
  it('adds one at the end, with what was given and the rest empty', async () => {
    const vera = await somebodyWith('vera', 1)
    const filter = await create(vera, '  Свадьбы ', {
      includedWords: ['свадьба', '!вакансия'],
      recentDays: 3,
      limit: 50,
    })
    expect(filter).toEqual({
      ...emptyFilter,
      id: filter.id,
      name: 'Свадьбы',
      isDefault: false,
      scope: 'local',
      own: true,
      editable: true,
      includedWords: ['свадьба'],
      excludedWords: ['вакансия'],
      recentDays: 3,
      limit: 50,
    })
    expect(await namesOf(vera)).toEqual(['Дефолтная', 'Фильтр 1', 'Свадьбы'])
    expect((await listed(vera))[2]).toEqual(filter)
  })

  it('is refused to a guest, without a name, without a team, and with wrong fields', async () => {
    const { length } = await listed(boris)
    expect(codeOf(await world.ask('filters', 'createFilter', { name: 'Гость' }))).toBe('UNAUTHORIZED')
    expect(await boris.isRefused('filters', 'createFilter', { name: '  ' })).toBe('FILTER_NAME_REQUIRED')
    expect(await boris.isRefused('filters', 'createFilter', {} as never)).toBe('VALIDATION_FAILED')
    expect(await boris.isRefused('filters', 'createFilter', { name: 'ы'.repeat(61) })).toBe('VALIDATION_FAILED')
    expect(await boris.isRefused('filters', 'createFilter', { name: 'Наш', scope: 'team' })).toBe('TEAM_REQUIRED')
    expect(await boris.isRefused('filters', 'createFilter', { name: 'Дни', recentDays: 5 as never })).toBe(
      'VALIDATION_FAILED',
    )
    expect(await listed(boris)).toHaveLength(length)
  })

  it('gives the last place to one of several who want it at once', async () => {
    const full = await somebodyWith('full', MAX_FILTERS - 3)
    const codes = await Promise.all(
      ['а', 'б', 'в', 'г', 'д'].map((name) => full.isRefused('filters', 'createFilter', { name })),
    )
    expect(codes.toSorted()).toEqual([
      'FILTER_LIMIT_REACHED',
      'FILTER_LIMIT_REACHED',
      'FILTER_LIMIT_REACHED',
      'ok',
      'ok',
    ])
    expect(await listed(full)).toHaveLength(MAX_FILTERS)
    expect(await full.isRefused('filters', 'copyFilter', { id: full.filterId, name: 'Ещё' })).toBe(
      'FILTER_LIMIT_REACHED',
    )
    // A deleted one gives its place away.
    const last = (await listed(full)).at(-1)?.id ?? 0
    await full.asks('filters', 'deleteFilter', { id: last })
    expect(await full.isRefused('filters', 'createFilter', { name: 'Вместо' })).toBe('ok')
    expect(await full.isRefused('filters', 'restoreFilter', { id: last })).toBe('FILTER_LIMIT_REACHED')
  })
})

describe('filters.copyFilter', () => {
  it('copies the fields under another name; push may be chosen', async () => {
    const copying = await world.customer('copying')
    const original = await create(copying, 'Свадьбы', { includedWords: ['свадьба'], push: true, intent: 'warm' })
    const { filter } = await copying.asks('filters', 'copyFilter', { id: original.id, name: ' Юбилеи ' })
    expect(filter).toEqual({ ...original, id: filter.id, name: 'Юбилеи' })
    const silent = await copying.asks('filters', 'copyFilter', { id: original.id, name: 'Тихий', push: false })
    expect(silent.filter).toMatchObject({ includedWords: ['свадьба'], push: false })
    const fromDefault = await copying.asks('filters', 'copyFilter', { id: copying.filterId, name: 'Как дефолтный' })
    expect(fromDefault.filter).toMatchObject({ isDefault: false })
    // A copy goes its own way.
    await copying.asks('filters', 'updateFilter', { id: filter.id, includedWords: ['юбилей'] })
    expect((await listed(copying)).map(({ includedWords }) => includedWords)).toEqual([
      [],
      ['свадьба'],
      ['юбилей'],
      ['свадьба'],
      [],
    ])
  })

  it('is refused to a guest and a stranger, and without a name', async () => {
    expect(codeOf(await world.ask('filters', 'copyFilter', { id: anna.filterId, name: 'Моя' }))).toBe('UNAUTHORIZED')
    expect(await world.ask('filters', 'copyFilter', { id: anna.filterId, name: 'Моя' }, boris)).toEqual(unknown)
    expect(await anna.isRefused('filters', 'copyFilter', { id: anna.filterId, name: '' })).toBe('FILTER_NAME_REQUIRED')
    expect(await anna.isRefused('filters', 'copyFilter', { id: 'all', name: 'Моя' } as never)).toBe('VALIDATION_FAILED')
  })
})

describe('filters.deleteFilter and filters.restoreFilter', () => {
  it('deletes, and takes it back for a day', async () => {
    const wavering = await somebodyWith('wavering', 3)
    const [, , second] = await listed(wavering)
    const id = second?.id ?? 0
    expect(await wavering.asks('filters', 'deleteFilter', { id })).toEqual({})
    expect(await namesOf(wavering)).toEqual(['Дефолтная', 'Фильтр 1', 'Фильтр 3'])
    for (const gone of [
      await world.ask('filters', 'updateFilter', { id, limit: 10 }, wavering),
      await world.ask('filters', 'copyFilter', { id, name: 'Копия' }, wavering),
      await world.ask('filters', 'deleteFilter', { id }, wavering),
      await world.ask('filters', 'orderFilters', { ids: [id] }, wavering),
    ])
      expect(gone).toEqual(unknown)

    world.clock.advance(DAY - 1)
    await world.settle()
    const back = wavering.asks('filters', 'restoreFilter', { id })
    expect(await back).toEqual({ filter: second })
    expect(await namesOf(wavering)).toEqual(['Дефолтная', 'Фильтр 1', 'Фильтр 2', 'Фильтр 3'])
    // A second press finds it there.
    expect(await wavering.asks('filters', 'restoreFilter', { id })).toEqual({ filter: second })

    await wavering.asks('filters', 'deleteFilter', { id })
    world.clock.advance(DAY)
    expect(await world.ask('filters', 'restoreFilter', { id }, wavering)).toEqual(unknown)
  })

  it('leaves the default one, and is refused to a guest and a stranger', async () => {
    const { id } = await create(anna, 'Аннин')
    expect(await anna.isRefused('filters', 'deleteFilter', { id: anna.filterId })).toBe('DEFAULT_FILTER_READ_ONLY')
    expect(codeOf(await world.ask('filters', 'deleteFilter', { id }))).toBe('UNAUTHORIZED')
    expect(await world.ask('filters', 'deleteFilter', { id }, boris)).toEqual(unknown)
    expect(await anna.isRefused('filters', 'deleteFilter', { id: 'x' as never })).toBe('VALIDATION_FAILED')
    await anna.asks('filters', 'deleteFilter', { id })
    expect(codeOf(await world.ask('filters', 'restoreFilter', { id }))).toBe('UNAUTHORIZED')
    expect(await world.ask('filters', 'restoreFilter', { id }, boris)).toEqual(unknown)
    expect(await world.ask('filters', 'restoreFilter', { id: 999_999 }, anna)).toEqual(unknown)
    expect(await anna.isRefused('filters', 'restoreFilter', { id: 'x' as never })).toBe('VALIDATION_FAILED')
    expect(await anna.isRefused('filters', 'restoreFilter', { id })).toBe('ok')
  })

  it('deletes for good what is older than a day', async () => {
    const tidy = await somebodyWith('tidy', 2)
    const [, older, newer] = await listed(tidy)
    await tidy.asks('filters', 'deleteFilter', { id: older?.id ?? 0 })
    world.clock.advance(DAY / 2)
    await tidy.asks('filters', 'deleteFilter', { id: newer?.id ?? 0 })
    world.clock.advance(DAY / 2)
    await deleteOldFilters(world.db, world.clock)
    const rows = await world.db
      .selectFrom('filters')
      .select('id')
      .where('userId', '=', tidy.userId)
      .orderBy('id')
      .execute()
    expect(rows.map(({ id }) => id)).toEqual([tidy.filterId, newer?.id])
  })
})

describe('filters.orderFilters', () => {
  it('puts them in order; the default one stays first, those left out follow', async () => {
    const tidying = await somebodyWith('tidying', 4)
    const [first, a, b, c, d] = (await listed(tidying)).map(({ id }) => id) as [number, number, number, number, number]
    const order = async (ids: number[]) =>
      (await tidying.asks('filters', 'orderFilters', { ids })).filters.map(({ id }) => id)
    expect(await order([d, c, first, b, a])).toEqual([first, d, c, b, a])
    expect(await order([b])).toEqual([first, b, d, c, a])
    expect(await order([])).toEqual([first, b, d, c, a])
    expect(await order([a, a, d])).toEqual([first, a, d, b, c])
    expect((await listed(tidying)).map(({ id }) => id)).toEqual([first, a, d, b, c])
    expect((await create(tidying, 'Новый')).id).toBe((await listed(tidying)).at(-1)?.id)
  })

  it("is refused to a guest, with another's filter, and with what is none", async () => {
    expect(codeOf(await world.ask('filters', 'orderFilters', { ids: [] }))).toBe('UNAUTHORIZED')
    expect(await world.ask('filters', 'orderFilters', { ids: [anna.filterId] }, boris)).toEqual(unknown)
    expect(await boris.isRefused('filters', 'orderFilters', { ids: ['x' as never] })).toBe('VALIDATION_FAILED')
  })

  it('loses none that is made meanwhile', async () => {
    const busy = await somebodyWith('busy', 3)
    const ids = (await listed(busy)).map(({ id }) => id).toReversed()
    const made = ['а', 'б', 'в', 'г'].map((name) => create(busy, name))
    await Promise.all([
      ...made,
      busy.asks('filters', 'orderFilters', { ids }),
      busy.asks('filters', 'orderFilters', { ids }),
    ])
    const after = (await listed(busy)).map(({ id }) => id)
    expect(after.slice(0, 4)).toEqual([busy.filterId, ...ids.filter((id) => id !== busy.filterId)])
    expect(after.slice(4).toSorted()).toEqual((await Promise.all(made)).map(({ id }) => id).toSorted())
    const positions = await world.db
      .selectFrom('filters')
      .select('position')
      .where('userId', '=', busy.userId)
      .execute()
    expect(new Set(positions.map(({ position }) => position)).size).toBe(8)
  })
})
