import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Language } from '../../../engine/language/language.ts'
import { textTerms } from '../../../engine/language/terms.ts'
import { createMatcher } from '../../../engine/match/matcher.ts'
import { parseQuery } from '../../../engine/queries/parse.ts'
import type { Query } from '../../../engine/queries/query.ts'
import { loadSeededCategories } from '../../features/watching/categories/categories.seed.ts'
import { loadLanguage } from '../../kit/language.ts'
import {
  chooseSearches,
  type Choice,
  type ChosenSearch,
  type Knowledge,
  type SearchLimits,
  type WaitingQuery,
} from './choose-searches.ts'
import { shareBudget } from './share-budget.ts'
import { lawRuns } from '../../../tools/law-runs.ts'

const seededCategories = loadSeededCategories()

let language: Language
beforeAll(async () => {
  language = await loadLanguage()
})

const limits: SearchLimits = { mostWords: 3, mostResults: 1_000, messagesADay: 1_000_000 }
const common = new Map([
  ['искать', 0.02],
  ['нужный', 0.01],
  ['посоветовать', 0.004],
  ['ремонт', 0.002],
  ['квартира', 0.003],
])
const knowing = (more: Partial<Knowledge> = {}): Knowledge => ({
  language,
  shareOf: (lemma) => common.get(lemma) ?? 0.0002,
  measured: () => null,
  ...more,
})
const parse = (text: string): Query => {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed.mistakes)}`)
  return parsed.query
}
const waiting = (keywords: string[], { context = [] as string[], weight = 1 } = {}): WaitingQuery => ({
  keywords: keywords.map(parse),
  context: context.map(parse),
  weight,
})
const wordsOf = ({ searches }: { searches: ChosenSearch[] }): string[] =>
  searches.map(({ words }) => words.join(' ')).toSorted()
function choose(queries: WaitingQuery[], more?: Partial<Knowledge>, limited?: Partial<SearchLimits>): Choice {
  const work = chooseSearches(queries, { ...limits, ...limited }, knowing(more))
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

describe('searches', () => {
  it('of many queries about one thing are one', () => {
    const chosen = choose([
      waiting(['ищу фотографа', 'нужен фотограф']),
      waiting(['посоветуйте фотографа', '"ищу хорошего фотографа"'], { weight: 5 }),
    ])
    expect(chosen).toMatchObject({ uncovered: 0, searches: [{ key: 'фотограф', words: ['фотограф'], weight: 6 }] })
  })

  it('have more words where one brings more than a search can', () => {
    const shares = { shareOf: (lemma: string) => ({ ремонт: 0.003, квартира: 0.004 })[lemma] ?? 0.0001 }
    expect(wordsOf(choose([waiting(['ремонт квартир'])], shares, { messagesADay: 100_000_000 }))).toEqual([
      'ремонт квартира',
    ])
    expect(wordsOf(choose([waiting(['ремонт'])], shares, { messagesADay: 100_000_000 }))).toEqual(['ремонт'])
  })

  it('believe what was measured more than what is known of words', () => {
    const queries = [waiting(['ищу ремонт', 'нужен ремонт', 'посоветуйте ремонт'])]
    expect(wordsOf(choose(queries))).toEqual(['ремонт'])
    const measured = (key: string): number | null => (key === 'ремонт' ? 1_000_000 : null)
    expect(wordsOf(choose(queries, { measured }))).toEqual(['ремонт искать', 'ремонт нужный', 'ремонт посоветовать'])
  })

  it('that bring all they find make narrower ones needless', () => {
    // «фотограф» alone is looked for, so no one needs «свадебный фотограф».
    expect(wordsOf(choose([waiting(['свадебный фотограф']), waiting(['фотограф'])]))).toEqual(['фотограф'])
  })

  it('serve each way in which a query can fit', () => {
    expect(wordsOf(choose([waiting(['няня | сиделка | гувернантка'])]))).toEqual(['гувернантка', 'няня', 'сиделка'])
    expect(wordsOf(choose([waiting(['(ищу | нужна) /3 няня'])]))).toEqual(['няня'])
    expect(wordsOf(choose([waiting(['няня (срочно | сегодня) -вакансия'])]))).toEqual(['няня'])
  })

  it('know what context asks for', () => {
    const shares = { shareOf: (lemma: string) => (lemma === 'дом' ? 0.4 : 0.0001) }
    expect(
      wordsOf(choose([waiting(['дом'], { context: ['сруб', 'бревно'] })], shares, { messagesADay: 100_000_000 })),
    ).toEqual(['бревно', 'сруб'])
  })

  it('are not to be had for a prefix, which is reported', () => {
    expect(choose([waiting(['ремо*'])])).toEqual({ searches: [], uncovered: 1 })
    expect(wordsOf(choose([waiting(['ремо* квартир'])]))).toEqual(['квартира'])
    expect(choose([waiting(['ремо* | няня'])])).toEqual({ searches: [], uncovered: 1 })
  })

  it('of nobody are none', () => {
    expect(choose([])).toEqual({ searches: [], uncovered: 0 })
  })
})

describe('laws', () => {
  const word = fc.constantFrom(
    'ищу',
    'нужен',
    'фотограф',
    'фотографа',
    'няня',
    'ремонт',
    'квартиры',
    'стекла',
    'мастер',
    'дом',
    'дома',
    'сыновья',
    '1с',
    'мыло',
  )
  const keyword = fc.oneof(
    word,
    fc.tuple(word, word).map(([a, b]) => `${a} ${b}`),
    fc.tuple(word, word, word).map(([a, b, c]) => `(${a} | ${b}) ${c}`),
    fc.tuple(word, word, word).map(([a, b, c]) => `(${a} ${b}) | ${c}`),
    fc.tuple(word, word).map(([a, b]) => `"${a} ${b}"`),
    fc.tuple(word, word, word).map(([a, b, c]) => `${a} /2 ${b} /3 ${c}`),
    fc.tuple(word, word).map(([a, b]) => `${a} (${b} | ремо*)`),
  )
  const query = fc.record({
    keywords: fc.array(keyword, { minLength: 1, maxLength: 4 }),
    context: fc.array(word, { maxLength: 2 }),
    weight: fc.integer({ min: 1, max: 9 }),
  })
  const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))

  it('whatever fits a query is found by a search', () => {
    fc.assert(
      fc.property(
        fc.array(query, { minLength: 1, maxLength: 8 }),
        text,
        fc.double({ min: 1e3, max: 1e9, noNaN: true }),
        (asked, written, messagesADay) => {
          const queries = asked.map(({ keywords, context, weight }) => waiting(keywords, { context, weight }))
          const { searches } = choose(queries, {}, { messagesADay })
          const matcher = createMatcher(language)
          queries.forEach(({ keywords, context }, id) => matcher.add(id, { keywords, context, excluded: [] }))
          const terms = new Set(textTerms(language, written))
          // A network finds a word in any of its readings.
          const finds = ({ words }: ChosenSearch): boolean =>
            words.every((each) => language.lemmas(each).some((lemma) => terms.has(lemma)))
          for (const { id } of matcher.match(written)) {
            const isSearchable = choose([queries[id]!]).uncovered === 0
            if (isSearchable) expect(searches.some(finds)).toBe(true)
          }
        },
      ),
      { numRuns: lawRuns(300) },
    )
  })

  it('the order of queries changes nothing', () => {
    fc.assert(
      fc.property(fc.array(query, { minLength: 2, maxLength: 6 }), (asked) => {
        const queries = asked.map(({ keywords, context, weight }) => waiting(keywords, { context, weight }))
        expect(wordsOf(choose(queries.toReversed()))).toEqual(wordsOf(choose(queries)))
      }),
      { numRuns: lawRuns(100) },
    )
  })
})

it('all categories are served by far fewer searches than they have queries', () => {
  const queries = seededCategories.map(({ queries: keywords }) => waiting([...keywords]))
  const count = queries.reduce((sum, { keywords }) => sum + keywords.length, 0)
  const { searches, uncovered } = choose(queries, {
    shareOf: (lemma) => common.get(lemma) ?? 0.02 * 2 ** -lemma.length,
  })
  expect(uncovered).toBe(0)
  expect(searches.length).toBeLessThan(count / 5)
})

describe('the calls of a day', () => {
  const search = fc.record({
    weight: fc.integer({ min: 1, max: 1_000 }),
    perDay: fc.double({ min: 0, max: 200_000, noNaN: true }),
  })

  it('are never exceeded', () => {
    fc.assert(
      fc.property(
        fc.array(search, { minLength: 1, maxLength: 100 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 1, max: 3 }),
        (searches, callsADay, callsPerRead) => {
          const readings = shareBudget(searches, { callsADay, callsPerRead, mostResults: 1_000 })
          expect(readings).toHaveLength(searches.length)
          expect(readings.reduce((sum, each) => sum + each, 0) * callsPerRead).toBeLessThanOrEqual(callsADay * 1.000001)
          expect(Math.min(...readings)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  it('are used', () => {
    const readings = shareBudget(
      [
        { weight: 1, perDay: 10 },
        { weight: 4, perDay: 10 },
      ],
      { callsADay: 900, callsPerRead: 1, mostResults: 1_000 },
    )
    expect(readings[0]! + readings[1]!).toBeGreaterThan(890)
    expect(readings[1]! / readings[0]!).toBeCloseTo(2, 2)
  })

  it('go to what would overflow first', () => {
    const [busy = 0, quiet = 0] = shareBudget(
      [
        { weight: 1, perDay: 70_000 },
        { weight: 1, perDay: 1 },
      ],
      { callsADay: 2_000, callsPerRead: 1, mostResults: 1_000 },
    )
    expect(busy).toBeGreaterThanOrEqual(100)
    expect(quiet).toBeGreaterThanOrEqual(4)
  })

  it('without a bound are as many as make sense', () => {
    expect(
      shareBudget([{ weight: 1, perDay: 1 }], { callsADay: Infinity, callsPerRead: 1, mostResults: 1_000 }),
    ).toEqual([720])
    expect(shareBudget([], { callsADay: 10, callsPerRead: 1, mostResults: 1_000 })).toEqual([])
  })
})
