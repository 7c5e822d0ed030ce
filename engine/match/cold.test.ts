/** Whether a word was ever seen before makes no difference to what fits, with the real dictionary and words it lacks. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { shippedWordLists } from '../data/data.samples.ts'
import { loadDictionary } from '../language/az.ts'
import { createLanguage } from '../language/language.ts'
import type { Language, Morphology } from '../language/language.ts'
import { standingQueryFits } from '../queries/fits.oracle.ts'
import { parseQuery } from '../queries/parse.ts'
import type { StandingQuery } from '../queries/query.ts'
import { createMatcher } from './matcher.ts'
import { lawRuns } from '../../tools/law-runs.ts'

const DICTIONARY = `${import.meta.dirname}/../../node_modules/az/dicts`
const lists = shippedWordLists()

let morphologies: Morphology[]

beforeAll(async () => {
  morphologies = [await loadDictionary(DICTIONARY, lists), await loadDictionary(DICTIONARY, lists, { typos: 'all' })]
})

const WORDS =
  `ремонт ремонта ремнот квартиры квартира кваритра ищу ищет искала мастер мастера мыла мыть мыло стекла стекло стечь нужен
нужеееен нужна срочно срочнооо таргетолог таргетолога таргетологами лендинг лендинги нейросетями нейросеть айфон айфонов iphone мтс mts
руб рублей зп зарплату первый первого один лучший хороший ильича илья елка ёлок интернет-магазин магазинов диван-кровати кровать кpот
крот маникюрщицу маникюрщица см смотреть сантехника сантехинк фотограф фотографу фтограф #ремонт #ищу_мастера c++ 1с 1C vk.com/club`.split(
    /\s+/,
  )
const word = fc.constantFrom(...WORDS)
const keyword = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 3, arbitrary: fc.tuple(word, word).map((two) => two.join(' ')) },
  { weight: 1, arbitrary: fc.tuple(word, word).map(([a, b]) => `(${a} | ${b})`) },
  { weight: 1, arbitrary: word.map((one) => `"${one}"`) },
  { weight: 1, arbitrary: fc.constantFrom('ремо*', 'таргет*', 'нуже*', 'сант*', 'фото*') },
)
const standing = fc.tuple(keyword, fc.option(word)).map(([one, excluded]): StandingQuery[] => {
  const parsed = [one, ...(excluded === null ? [] : [excluded])].map(parseQuery)
  const [first, second] = parsed
  if (!first?.ok || (second !== undefined && !second.ok)) return []
  return [{ keywords: [first.query], context: [], excluded: second === undefined ? [] : [second.query] }]
})
const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))

describe('a word never seen', () => {
  it('is matched as a known one is, and as the oracle says', () => {
    fc.assert(
      fc.property(
        fc.array(standing, { minLength: 1, maxLength: 12 }),
        fc.array(text, { minLength: 3, maxLength: 8 }),
        fc.nat({ max: 1 }),
        (made, texts, typos) => {
          const queries = made.flat()
          const known = (): Language => createLanguage(morphologies[typos]!)
          const [language, warm, cold] = [
            known(),
            createMatcher(known()),
            createMatcher(known(), { rememberedWords: 1 }),
          ]
          for (const one of texts) warm.observe(one)
          queries.forEach((one, id) => [warm, cold].forEach((matcher) => matcher.add(id, one)))
          for (const one of texts) {
            const expected = queries.flatMap((query, id) => (standingQueryFits(language, query, one) ? [id] : []))
            expect(warm.matchIds(one)).toEqual(expected)
            expect(cold.matchIds(one)).toEqual(expected)
          }
        },
      ),
      { numRuns: lawRuns(200) },
    )
  })
})
