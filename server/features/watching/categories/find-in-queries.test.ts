import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Language } from '../../../../engine/language/language.ts'
import { tokenise } from '../../../../engine/language/tokenise.ts'
import { parseQuery } from '../../../../engine/queries/parse.ts'
import { queryWords } from '../../../../engine/queries/query-words.ts'
import { loadLanguage } from '../../../kit/language.ts'
import { findInQueries, type Keyword } from './find-in-queries.ts'

let language: Language
beforeAll(async () => {
  language = await loadLanguage()
})

const words = [
  'фотограф',
  'фотографа',
  'ищу',
  'собака',
  'собаки',
  'болеть',
  'кран',
  'течь',
  'свадьба',
  'мастер',
  'ёлка',
]
const word = fc.constantFrom(...words)
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((each) => each.join(' '))
const query = fc.oneof(
  phrase,
  fc.tuple(phrase, phrase).map(([left, right]) => `(${left}) | ${right}`),
  fc.constant('(('),
)
const categories = fc.array(fc.record({ name: phrase, keywords: fc.array(query, { maxLength: 4 }) }), { maxLength: 6 })

const keywordOf = (written: string): Keyword => {
  const parsed = parseQuery(written)
  if (!parsed.ok) throw new Error(written)
  return { written, query: parsed.query }
}

const lemmasOf = (text: string): string[] => {
  const parsed = parseQuery(text)
  return parsed.ok ? queryWords(parsed.query).flatMap((each) => language.lemmas(each)) : []
}

it('finds the keywords all of whose words stand in a name or in a query', async () => {
  await fc.assert(
    fc.asyncProperty(categories, fc.uniqueArray(phrase, { minLength: 1, maxLength: 4 }), async (made, written) => {
      const all = made.map(({ name }, id) => ({ id, name }))
      const queries = made.map(({ keywords }, productId) => ({ productId, keywords }))
      const found = await findInQueries(language, all, queries, written.map(keywordOf), async () => {})
      const expected = made.map(({ name, keywords }, id) => {
        const texts = [tokenise(name).flatMap(({ form }) => language.lemmas(form)), ...keywords.map(lemmasOf)]
        const stands = (text: string): boolean =>
          texts.some((lemmas) =>
            queryWords(keywordOf(text).query).every((each) =>
              language.lemmas(each).some((lemma) => lemmas.includes(lemma)),
            ),
          )
        return [id, new Set(written.filter(stands))]
      })
      expect([...found]).toEqual(expected)
    }),
    { numRuns: 100 },
  )
})

it('lets the others have their turn after each name and each query', async () => {
  const all = Array.from({ length: 20 }, (_, id) => ({ id, name: 'Фотографы' }))
  const queries = all.map(({ id }) => ({
    productId: id,
    keywords: Array.from({ length: 50 }, (_, n) => `кран ${id} ${n}`),
  }))
  let turns = 0
  await findInQueries(language, all, queries, [keywordOf('кран')], async () => void (turns += 1))
  expect(turns).toBe(20 + 20 * 50)
})
