import { describe, expect, it, test } from 'vitest'
import { emptyFilter, type FilterFields } from '../../contract/filters.ts'
import { earliestMoment, filterQuestion, fits, type FilterableItem } from './fits.ts'

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
  network: 'vk', kind: 'post', productType: 'category', productId: 7, publishedAt: now - HOUR,
  ...change,
})
const decide = (filter: Partial<FilterFields>, change: Partial<FilterableItem> = {}): boolean =>
  fits(filterQuestion({ ...emptyFilter, ...filter }, terms), item(change), now)

test('an empty filter lets everything through', () => {
  expect(decide({})).toBe(true)
  expect(decide({}, { terms: [], publishedAt: 0, productType: 'project', network: 'mixed', kind: 'comment' })).toBe(true)
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
    ['what holds no word asks for nothing', { includedWords: ['!!!'], excludedWords: ['?'] }, true],
  ])('%s', (_, filter, fit) => {
    expect(decide(filter)).toBe(fit)
  })
})

describe('where from and what', () => {
  test.each<[Partial<FilterFields>, Partial<FilterableItem>, boolean]>([
    [{ resources: ['vk', 'ok'] }, {}, true],
    [{ resources: ['telegram'] }, {}, false],
    [{ messageType: 'post' }, {}, true],
    [{ messageType: 'comment' }, {}, false],
    [{ messageType: 'comment' }, { kind: 'comment' }, true],
    [{ categories: [7, 8] }, {}, true],
    [{ categories: [8] }, {}, false],
    // A project may have the number of a category.
    [{ categories: [7] }, { productType: 'project' }, false],
  ])('%j of %j: %s', (filter, change, fit) => {
    expect(decide(filter, change)).toBe(fit)
  })
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
    ['an end before its beginning lets nothing through', { fromDate: before(DAY), toDate: before(2 * DAY) }, 1.5 * DAY, false],
    ['a moment in another time zone is the same moment', { fromDate: '2026-11-20T14:00:00+03:00' }, HOUR, true],
  ])('%s', (_, filter, age, fit) => {
    expect(decide(filter, { publishedAt: now - age })).toBe(fit)
  })

  it('is where the question reaches back to', () => {
    const asked = (filter: Partial<FilterFields>) => earliestMoment(filterQuestion({ ...emptyFilter, ...filter }, terms), now)
    expect(asked({})).toBeNull()
    expect(asked({ recentDays: 3 })).toBe(now - 3 * DAY)
    expect(asked({ fromDate: before(DAY), recentDays: 3 })).toBe(now - DAY)
    expect(asked({ fromDate: before(9 * DAY), recentDays: 3 })).toBe(now - 3 * DAY)
  })
})

test('a question holds every term once, in an order of its own', () => {
  const question = filterQuestion({ ...emptyFilter, includedWords: ['школа', 'сын', 'сыном', 'стекла', '!'] }, terms)
  expect(question.includedTerms).toEqual(['стекло', 'стечь', 'сын', 'школ'])
})
