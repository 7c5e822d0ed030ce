import { expect, test } from 'vitest'
import { problemsOf, shippedWordPrintLists } from '../data/data.samples.ts'
import { skeletonStemOf } from './letters.ts'
import { listedWeights, readWordWeights, UNKNOWN_WEIGHT } from './word-weights.ts'

const read = (text: string) => readWordWeights([{ name: 'duplicates/word-weights.txt', text }])
/** Every weight with a stem of its own. */
const written = listedWeights.map((weight) => `[${weight}]\nкот${'абвгдежзиклмнпр'[weight]}\n`).join('')

test('a stem has the weight it stands under', () => {
  const weights = read(written)
  expect(weights.size).toBe(UNKNOWN_WEIGHT)
  expect(weights.get('кота')).toBe(0)
  expect(weights.get('котр')).toBe(14)
})

test('mistakes are reported with file and line', () => {
  expect(problemsOf(() => read(`${written}кота\nЁлк\nвон\nвoн\nваннн\nкот рыж\n1с\n[15]\nвяз\n[foo]\nдуб`))).toEqual([
    'duplicates/word-weights.txt:31: "кота" stands at duplicates/word-weights.txt:2 already',
    'duplicates/word-weights.txt:32: write "елк", not "Ёлк"',
    'duplicates/word-weights.txt:34: write "вон", not "вoн"',
    'duplicates/word-weights.txt:35: write "ван", not "ваннн"',
    'duplicates/word-weights.txt:36: not a stem: кот рыж',
    'duplicates/word-weights.txt:37: not a stem: 1с',
    'duplicates/word-weights.txt:38: unknown weight "15"',
    'duplicates/word-weights.txt:40: unknown weight "foo"',
  ])
  expect(problemsOf(() => read(written.replace('[3]\n', '')))).toEqual(['duplicates/word-weights.txt: no weight "3"'])
})

test('the list as it is shipped has no mistake, and «фотограф» weighs more than «пожалуйста»', () => {
  const { weights } = shippedWordPrintLists()
  const weightOf = (word: string) => weights.get(skeletonStemOf(word)) ?? UNKNOWN_WEIGHT
  expect(weights.size).toBeGreaterThan(8_000)
  expect(weightOf('фотограф')).toBeGreaterThan(weightOf('пожалуйста'))
})
