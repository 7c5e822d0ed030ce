import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  emptyFilter,
  handledModes,
  intentLevels,
  pageSizes,
  wordsModes,
  type FilterFields,
} from '../../../../contract/reading/filters.ts'
import { leadStatuses } from '../../../../contract/reading/lead-mark.ts'
import { locationTypes } from '../../../../contract/watching/locations.ts'
import { messageKinds, networks, sourceKinds } from '../../../../contract/networks.ts'
import { choosePeriod } from '../../../../rules/filters/period.ts'
import { readFilterWords } from '../../../../rules/filters/words.ts'
import { packFilter, unpackFilter } from './filter-address.ts'

const unpacked = (search: string) => unpackFilter(search).draft?.fields

describe('an address', () => {
  test.each([
    [{ includedWords: ['ремонт', 'c++'], excludedWords: ['вакансия'] }, 'words=ремонт,c%2B%2B&not=вакансия'],
    [{ includedWords: ['"ремонт кухни"', 'дом'], wordsMode: 'all' }, 'words=%22ремонт%20кухни%22,дом&mode=all'],
    [{ networks: ['vk', 'ok'], spam: 'ignore' }, 'network=vk,ok&spam=ignore'],
    [
      {
        locations: [
          { type: 'region', id: 7, name: 'Тверская область' },
          { type: 'town', id: 12, name: 'Тверь' },
        ],
      },
      'place=r7,t12',
    ],
    [{ recentDays: 3, onlyFavorites: true, limit: 50 }, 'days=3&favorites=1&limit=50'],
    [{ fromDate: '2026-10-31T21:00:00.000Z' }, 'from=2026-10-31T21:00Z'],
    [{ monitoredGroups: ['3/14'], categories: [1, 2] }, 'category=1,2&group=3/14'],
    [{ spam: 'yes', handled: 'only' }, 'spam=yes&handled=only'],
    [{ leadStatuses: ['new', 'won'], assignees: ['me', '17'] }, 'lead=new,won&assignee=me,17'],
    [{}, 'spam=no'],
  ] satisfies [Partial<FilterFields>, string][])('of %j is ?%s', (fields, search) => {
    expect(packFilter({ ...emptyFilter, ...fields })).toBe(search)
  })

  it('names the saved filter a draft was made from, and what it was called', () => {
    const search = packFilter({ ...emptyFilter, intent: 'hot' }, { filterId: 12, name: 'Москва & область' })
    expect(search).toBe('filter=12&name=Москва%20%26%20область&intent=hot')
    expect(unpackFilter(`?${search}`)).toEqual({
      filterId: 12,
      view: null,
      draft: { fields: { ...emptyFilter, intent: 'hot' }, name: 'Москва & область' },
    })
  })

  it('names a view, and the one a draft was made from', () => {
    expect(unpackFilter('?product=group:2/17')).toEqual({ filterId: null, view: 'group:2/17', draft: null })
    expect(unpackFilter('?product=all&utm_source=letter')).toEqual({ filterId: null, view: 'all', draft: null })
    for (const key of ['', 'filter:1', 'project:0', 'project:1/2', 'group:2/', 'project:x'])
      expect(unpackFilter(`?product=${key}`)).toEqual({ filterId: null, view: 'unknown', draft: null })
    const search = packFilter({ ...emptyFilter, monitoredProjects: [3], intent: 'hot' }, { view: 'project:3' })
    expect(search).toBe('product=project:3&project=3&intent=hot')
    expect(unpackFilter(`?${search}`)).toEqual({
      filterId: null,
      view: 'project:3',
      draft: { fields: { ...emptyFilter, monitoredProjects: [3], intent: 'hot' }, name: null },
    })
  })

  it('holds everything a filter asks for', () => {
    const word = fc.stringMatching(/^[а-яёa-z0-9#@+!.«»,& -]{1,12}$/u)
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 1e9 }), { maxLength: 5 })
    const moment = fc.option(fc.integer({ min: 0, max: 2e9 }).map((seconds) => new Date(seconds * 1000).toISOString()))
    const some = <Value extends string>(values: readonly Value[]) => fc.subarray([...values])
    const filter = fc.record({
      includedWords: fc.array(word, { maxLength: 5 }),
      excludedWords: fc.array(word, { maxLength: 5 }),
      wordsMode: fc.constantFrom(...wordsModes),
      exactMatch: fc.boolean(),
      locations: fc.uniqueArray(
        fc.record({ type: fc.constantFrom(...locationTypes), id: fc.integer({ min: 1 }), name: fc.constant('') }),
        { selector: ({ id }) => id, maxLength: 4 },
      ),
      undefinedLocations: fc.boolean(),
      networks: some(networks),
      sourceKinds: some(sourceKinds),
      categories: ids,
      monitoredProjects: ids,
      monitoredGroups: fc.uniqueArray(
        fc.tuple(fc.nat(), fc.nat()).map((pair) => pair.join('/')),
        { maxLength: 4 },
      ),
      kind: fc.constantFrom('all' as const, ...messageKinds),
      recentDays: fc.constantFrom(1 as const, 3 as const, 7 as const, null),
      fromDate: moment,
      toDate: moment,
      onlyFavorites: fc.boolean(),
      onlyWithNotes: fc.boolean(),
      onlyBlackList: fc.boolean(),
      spam: fc.constantFrom('yes' as const, 'no' as const, 'ignore' as const),
      handled: fc.constantFrom(...handledModes),
      leadStatuses: some(leadStatuses),
      assignees: fc.uniqueArray(fc.oneof(fc.constantFrom('me', 'none'), fc.integer({ min: 1, max: 1e9 }).map(String)), {
        maxLength: 4,
      }),
      intent: fc.constantFrom(...intentLevels),
      limit: fc.constantFrom(...pageSizes),
    })
    fc.assert(
      fc.property(filter, (typed) => {
        const fields: FilterFields = { ...emptyFilter, ...choosePeriod(typed), ...readFilterWords(typed) }
        expect(unpacked(packFilter(fields))).toEqual(fields)
        expect(unpacked(new URL(`https://echolot.test/feed?${packFilter(fields)}`).search)).toEqual(fields)
      }),
    )
  })

  test.each([
    ['', null, false],
    ['?utm_source=mail&page=2', null, false],
    ['?filter=12', 12, false],
    ['?filter=abc', 'unknown', false],
    ['?filter=', 'unknown', false],
    ['?filter=0', 'unknown', false],
    ['?filter=12&words=дом', 12, true],
    ['?name=Москва', null, false],
  ] as const)('%s names the filter %s', (search, filterId, draft) => {
    const address = unpackFilter(search)
    expect(address.filterId).toBe(filterId)
    expect(address.draft !== null).toBe(draft)
  })

  test.each([
    ['network=vk,myspace,vk&days=2&limit=7', { networks: ['vk'] }],
    ['place=x1,r,rr2,t3,t3,c1e9&type=post', { locations: [{ type: 'town', id: 3, name: '' }], kind: 'post' }],
    [
      'category=1,-2,0,два,1.5&group=1,2/3&type=comment',
      { categories: [1], monitoredGroups: ['2/3'], kind: 'comment' },
    ],
    ['lead=won,old,won&assignee=you,0,5,me,5', { leadStatuses: ['won'], assignees: ['5', 'me'] }],
    ['from=вчера&to=2026-11-32&exact=yes&spam=yes', { spam: 'yes' }],
    ['to=2026-11-20&days=3', { toDate: '2026-11-20T00:00:00.000Z' }],
    ['words=!резюме,Дом,дом', { includedWords: ['Дом'], excludedWords: ['резюме'] }],
    [`words=${'ы'.repeat(101)}&notes=1`, { onlyWithNotes: true }],
    ['push=1&open=0&isDefault=1&noplace=1', { undefinedLocations: true }],
  ])('of ?%s only what is right is read', (search, fields) => {
    expect(unpacked(search)).toEqual({ ...emptyFilter, ...fields })
  })

  it('with nothing right in it is none', () => {
    expect(unpackFilter('?days=2&network=myspace').draft).toBeNull()
  })
})
