import { describe, expect, it, test } from 'vitest'
import { emptyFilter, type FilterFields } from '../../contract/reading/filters.ts'
import { TRIAL_HIDES_MS } from '../trial.ts'
import {
  asksProduct,
  earliestMoment,
  filterQuestion,
  fits,
  termsOf,
  whyHidden,
  type FilterableItem,
  type Hiding,
} from './fits.ts'

/** A language of its own: a word is its lemma without endings, and «стекла» are two. */
function terms(word: string, exact: boolean): string[] {
  const form = word.toLowerCase().replace(/[^а-яёa-z+#@]/g, '')
  if (form === '') return []
  if (exact) return [`=${form}`]
  return form === 'стекла' ? ['стекло', 'стечь'] : [form.replace(/(овья|ом|а)$/, '')]
}

const now = Date.parse('2026-11-20T12:00:00Z')
const before = (milliseconds: number): string => new Date(now - milliseconds).toISOString()
const HOUR = 3_600_000
const DAY = 24 * HOUR

const item = (change: Partial<FilterableItem> = {}): FilterableItem => ({
  terms: ['сын', '=сыновья', 'школ', '=школа', 'стекло', '=стекло'],
  text: 'Сыновья: школа… стекло',
  network: 'vk',
  kind: 'post',
  sourceKind: 'community',
  productType: 'category',
  productId: 7,
  groupId: 70,
  publishedAt: now - HOUR,
  locationId: 55,
  regionId: 50,
  intentLevel: 'warm',
  suppressedBy: null,
  isUnwanted: false,
  spamCount: 0,
  verdict: null,
  trial: false,
  moderator: false,
  blackListed: false,
  spamMarked: false,
  handled: false,
  leadStatus: 'new',
  assignedTo: ['none'],
  favorite: false,
  noted: false,
  dismissedByModel: false,
  ...change,
})
const decide = (filter: Partial<FilterFields>, change: Partial<FilterableItem> = {}): boolean =>
  fits(filterQuestion({ ...emptyFilter, ...filter }, terms), item(change), now)

test('an empty filter lets through whatever is no spam', () => {
  expect(decide({})).toBe(true)
  const other = {
    terms: [],
    publishedAt: 0,
    productType: 'project',
    network: 'mixed',
    kind: 'comment',
    sourceKind: 'site',
    locationId: null,
    regionId: null,
    intentLevel: 'cold' as const,
  }
  expect(decide({}, other)).toBe(true)
})

describe('words', () => {
  test.each<[string, Partial<FilterFields>, boolean]>([
    ['any included one is enough', { includedWords: ['дочь', 'сын'] }, true],
    ['in any form', { includedWords: ['сыном'] }, true],
    ['none is not', { includedWords: ['дочь'] }, false],
    ['a form of two words stands for both', { includedWords: ['стекла'] }, true],
    ['exactly this form', { includedWords: ['сыновья'], exactMatch: true }, true],
    ['exactly another form', { includedWords: ['сын'], exactMatch: true }, false],
    ['an excluded one outweighs', { includedWords: ['сын'], excludedWords: ['школа'] }, false],
    ['excluded in any form', { excludedWords: ['сыном'] }, false],
    ['excluded exactly, and not there', { excludedWords: ['сыном'], exactMatch: true }, true],
    ['an excluded one that is not there', { excludedWords: ['дочь'] }, true],
    ['all of them', { includedWords: ['сын', 'школой'], wordsMode: 'all' }, false],
    ['all of them, in any form', { includedWords: ['сын', 'школа'], wordsMode: 'all' }, true],
    ['all but one', { includedWords: ['сын', 'дочь'], wordsMode: 'all' }, false],
    ['a phrase', { includedWords: ['"школа стекло"'] }, true],
    ['words that stand the other way round', { includedWords: ['"стекло школа"'] }, false],
    ['a phrase in other forms', { includedWords: ['"школы стекло"'] }, false],
    ['a part of a word', { includedWords: ['"школа стек"'] }, false],
    ['a phrase or a word', { includedWords: ['"стекло школа"', 'сын'] }, true],
    ['a phrase and a word', { includedWords: ['"школа стекло"', 'дочь'], wordsMode: 'all' }, false],
    ['an excluded phrase', { excludedWords: ['"сыновья школа"'] }, false],
    ['what holds no word asks for nothing', { includedWords: ['!!!'], excludedWords: ['?'] }, true],
  ])('%s', (_, filter, fit) => {
    expect(decide(filter)).toBe(fit)
  })
})

describe('a search', () => {
  test.each([
    ['', true],
    ['сыном', true],
    ['дочь', false],
    ['дочь школа', true],
    ['"школа стекло"', true],
    ['«сыновья стекло»', false],
    ['школа !сыном', false],
    ['!дочь', true],
    ['…', true],
  ])('for %j', (search, found) => {
    const question = filterQuestion({ ...emptyFilter, includedWords: ['стекла'], exactMatch: true }, terms, search)
    expect(fits({ ...question, included: [] }, item(), now)).toBe(found)
    // It takes away from what the filter lets through, and adds nothing.
    const narrow = filterQuestion({ ...emptyFilter, includedWords: ['дочь'] }, terms, search)
    expect(whyHidden(narrow, item(), now)?.reason).toBe('includedWords')
  })

  it('says why, behind every other reason', () => {
    const asked = filterQuestion({ ...emptyFilter, includedWords: ['сын', 'дочь'], wordsMode: 'all' }, terms, 'дочь')
    expect(whyHidden(asked, item(), now)).toEqual({ reason: 'includedWords', detail: 'дочь' })
    expect(whyHidden(filterQuestion(emptyFilter, terms, 'дочь'), item(), now)).toEqual({
      reason: 'search',
      detail: null,
    })
  })
})

describe('where from and what', () => {
  test.each<[Partial<FilterFields>, Partial<FilterableItem>, boolean]>([
    [{ networks: ['vk', 'ok'] }, {}, true],
    [{ networks: ['telegram'] }, {}, false],
    [{ kind: 'post' }, {}, true],
    [{ kind: 'comment' }, {}, false],
    [{ kind: 'comment' }, { kind: 'comment' }, true],
    [{ categories: [7, 8] }, {}, true],
    [{ categories: [8] }, {}, false],
    // A project may have the number of a category.
    [{ categories: [7] }, { productType: 'project' }, false],
    [{ monitoredProjects: [7] }, { productType: 'project' }, true],
    [{ monitoredProjects: [7] }, {}, false],
    // Any of the three lists is enough, whatever the others ask for.
    [{ categories: [7], monitoredProjects: [8] }, {}, true],
    [{ categories: [8], monitoredGroups: ['7/70'] }, { productType: 'group' }, true],
    [{ monitoredGroups: ['7/71', '8/70'] }, { productType: 'group' }, false],
    [{ monitoredGroups: ['7/70'] }, { productType: 'group', groupId: null }, false],
    [{ monitoredGroups: ['7/70'] }, {}, false],
    [{ sourceKinds: ['community', 'chat'] }, {}, true],
    [{ sourceKinds: ['chat'] }, {}, false],
  ])('%j of %j: %s', (filter, change, fit) => {
    expect(decide(filter, change)).toBe(fit)
  })
})

const omsk = { type: 'town', id: 55, name: 'Омск' } as const
const omskRegion = { type: 'region', id: 50, name: 'Омская область' } as const
const tver = { type: 'town', id: 69, name: 'Тверь' } as const
const russia = { type: 'country', id: 1, name: 'Россия' } as const

describe('places', () => {
  const nowhere = { locationId: null, regionId: null }
  const inRegion = { locationId: 50, regionId: 50 }
  test.each<[string, Partial<FilterFields>, Partial<FilterableItem>, boolean]>([
    ['the chosen town', { locations: [tver, omsk] }, {}, true],
    ['another town', { locations: [tver] }, {}, false],
    ['a town of the chosen region', { locations: [omskRegion] }, {}, true],
    ['the chosen region itself', { locations: [omskRegion] }, inRegion, true],
    ['the region, when only its town is chosen', { locations: [omsk] }, inRegion, false],
    ['any place of the country', { locations: [russia] }, {}, true],
    ['no place, when the country is chosen', { locations: [russia] }, nowhere, false],
    ['no place', { locations: [omsk] }, nowhere, false],
    ['no place, when that is asked too', { locations: [omsk], undefinedLocations: true }, nowhere, true],
    ['another place, when none is asked too', { locations: [tver], undefinedLocations: true }, {}, false],
    ['no choice narrows nothing', { undefinedLocations: true }, {}, true],
  ])('%s', (_, filter, change, fit) => {
    expect(decide(filter, change)).toBe(fit)
  })
})

/** One thing after the other speaks against an item: which is reported, and with what detail. */
describe('why something is hidden', () => {
  test.each<[Partial<FilterFields>, Partial<FilterableItem>, Hiding['reason'] | null, string | null]>([
    [{}, { verdict: 'removed', moderator: true }, 'removed', null],
    [{}, { verdict: 'rejected' }, 'rejected', null],
    [{}, { verdict: 'rejected', moderator: true }, null, null],
    [{}, { verdict: 'approved', isUnwanted: true }, null, null],
    [{}, { trial: true }, 'trial', null],
    [{}, { trial: true, publishedAt: now - TRIAL_HIDES_MS }, 'trial', null],
    [{}, { trial: true, publishedAt: now - TRIAL_HIDES_MS - 1 }, null, null],
    [{ categories: [8] }, {}, 'products', null],
    [{ kind: 'comment' }, {}, 'kind', null],
    [{ networks: ['ok'] }, {}, 'networks', 'vk'],
    [{ sourceKinds: ['site'] }, {}, 'sourceKinds', 'community'],
    [{ recentDays: 1 }, { publishedAt: now - 2 * DAY }, 'dates', null],
    [{ toDate: before(2 * HOUR) }, {}, 'dates', null],
    [{ locations: [tver] }, {}, 'locations', null],
    [{ intent: 'hot' }, {}, 'intent', 'warm'],
    [{ intent: 'warm' }, { intentLevel: 'cold' }, 'intent', 'cold'],
    [{ intent: 'warm' }, { intentLevel: 'hot' }, null, null],
    [{}, { suppressedBy: 'censor' }, 'censor', null],
    [{ spam: 'ignore' }, { suppressedBy: 'neural', blackListed: true }, 'neural', null],
    [{}, { blackListed: true }, 'blackList', null],
    [{ onlyBlackList: true }, {}, 'notBlackListed', null],
    [{ onlyBlackList: true }, { blackListed: true }, null, null],
    [{}, { spamMarked: true, spamCount: 12 }, 'spamMark', null],
    [{}, { spamCount: 12 }, 'spamCount', '12'],
    [{}, { isUnwanted: true }, 'spamModel', null],
    [{ spam: 'ignore' }, { spamMarked: true, spamCount: 12, isUnwanted: true }, null, null],
    [{ spam: 'yes' }, { isUnwanted: true }, null, null],
    [{ spam: 'yes' }, {}, 'notSpam', null],
    [{ learned: true, onlyFavorites: true }, { dismissedByModel: true }, 'learned', null],
    [{ learned: true, spam: 'no' }, { dismissedByModel: true, spamMarked: true }, 'spamMark', null],
    [{ learned: true }, {}, null, null],
    [{}, { dismissedByModel: true }, null, null],
    [{}, { handled: true }, 'handled', null],
    [{ handled: 'hide', onlyFavorites: true }, { handled: true }, 'handled', null],
    [{ handled: 'hide', learned: true }, { handled: true, dismissedByModel: true }, 'learned', null],
    [{ handled: 'show' }, { handled: true }, null, null],
    [{ handled: 'only' }, { handled: true }, null, null],
    [{ handled: 'only', onlyFavorites: true }, {}, 'notHandled', null],
    [{ onlyFavorites: true }, { noted: true }, 'notFavorite', null],
    [{ onlyFavorites: true }, { favorite: true }, null, null],
    [{ onlyWithNotes: true }, { favorite: true }, 'noNote', null],
    [{ onlyWithNotes: true }, { noted: true }, null, null],
    [{ includedWords: ['дочь'] }, {}, 'includedWords', null],
    [{ includedWords: ['сын'], excludedWords: ['дочь', 'Школа'] }, {}, 'excludedWords', 'Школа'],
    // The first of several.
    [{ networks: ['ok'], excludedWords: ['сын'] }, { verdict: 'rejected', isUnwanted: true }, 'rejected', null],
    [{ excludedWords: ['сын'] }, { isUnwanted: true, intentLevel: 'cold' }, 'spamModel', null],
  ])('%j of %j: %s', (filter, change, reason, detail) => {
    const question = filterQuestion({ ...emptyFilter, ...filter }, terms)
    expect(whyHidden(question, item(change), now)).toEqual(reason === null ? null : { reason, detail })
    expect(fits(question, item(change), now)).toBe(reason === null)
  })
})

test('a filter asks only for products that it may show something of', () => {
  const asked = (filter: Partial<FilterFields>) => {
    const question = filterQuestion({ ...emptyFilter, ...filter }, terms)
    return (['category', 'project', 'group'] as const).map((type) => asksProduct(question, type, 7))
  }
  expect(asked({})).toEqual([true, true, true])
  expect(asked({ categories: [7] })).toEqual([true, false, false])
  expect(asked({ monitoredProjects: [8, 7] })).toEqual([false, true, false])
  expect(asked({ categories: [8], monitoredGroups: ['6/7', '7/1'] })).toEqual([false, false, true])
})

describe('when', () => {
  test.each<[string, Partial<FilterFields>, number, boolean]>([
    ['the last day, from its first millisecond', { recentDays: 1 }, DAY, true],
    ['not a millisecond earlier', { recentDays: 1 }, DAY + 1, false],
    ['three days', { recentDays: 3 }, 3 * DAY, true],
    ['a week', { recentDays: 7 }, 7 * DAY + 1, false],
    ['from a moment on, itself too', { fromDate: before(2 * DAY) }, 2 * DAY, true],
    ['not before it', { fromDate: before(2 * DAY) }, 2 * DAY + 1, false],
    ['up to a moment, without itself', { toDate: before(2 * DAY) }, 2 * DAY, false],
    ['just before it', { toDate: before(2 * DAY) }, 2 * DAY + 1, true],
    ['both ends, the later beginning holds', { fromDate: before(5 * DAY), recentDays: 3 }, 4 * DAY, false],
    ['both ends, whichever is later', { fromDate: before(2 * DAY), recentDays: 3 }, 2.5 * DAY, false],
    [
      'an end before its beginning lets nothing through',
      { fromDate: before(DAY), toDate: before(2 * DAY) },
      1.5 * DAY,
      false,
    ],
    ['a moment in another time zone is the same moment', { fromDate: '2026-11-20T14:00:00+03:00' }, HOUR, true],
  ])('%s', (_, filter, age, fit) => {
    expect(decide(filter, { publishedAt: now - age })).toBe(fit)
  })

  it('is where the question reaches back to', () => {
    const asked = (filter: Partial<FilterFields>) =>
      earliestMoment(filterQuestion({ ...emptyFilter, ...filter }, terms), now)
    expect(asked({})).toBeNull()
    expect(asked({ recentDays: 3 })).toBe(now - 3 * DAY)
    expect(asked({ fromDate: before(DAY), recentDays: 3 })).toBe(now - DAY)
    expect(asked({ fromDate: before(9 * DAY), recentDays: 3 })).toBe(now - 3 * DAY)
  })
})

test('a question holds every term once, in an order of its own', () => {
  const question = filterQuestion({ ...emptyFilter, includedWords: ['школа', 'сын', 'сыном', 'стекла', '!'] }, terms)
  expect(termsOf(question.included)).toEqual(['стекло', 'стечь', 'сын', 'школ'])
  expect(question.included.map(({ word }) => word)).toEqual(['школа', 'сын', 'сыном', 'стекла'])
})
