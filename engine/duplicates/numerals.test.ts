import { expect, test } from 'vitest'
import { problemsOf, shippedWordPrintLists } from '../data/data.samples.ts'
import { hashSkeletonStem, skeletonStemOf } from './letters.ts'
import { readNumerals } from './numerals.ts'

const read = (text: string) => readNumerals([{ name: 'duplicates/numerals.txt', text }])
const stem = (word: string): number => hashSkeletonStem(skeletonStemOf(word))

test('numerals are known by their stems, «один» apart from the others', () => {
  const { numerals, one } = read('[numerals]\nпятый\nпятая\nдва\n[one]\nодин')
  expect([...numerals]).toEqual([stem('пятый'), stem('два')])
  expect([...one]).toEqual([stem('один')])
})

test('mistakes are reported with file and line', () => {
  expect(problemsOf(() => read('[numerals]\nтрёх\nдва кота\nодин\n[one]\nодин\n[two]\nдва'))).toEqual([
    'duplicates/numerals.txt:2: write "трех", not "трёх"',
    'duplicates/numerals.txt:3: more than one word: два кота',
    'duplicates/numerals.txt:6: "один" stands at duplicates/numerals.txt:4 already',
    'duplicates/numerals.txt:7: unknown section "two"',
  ])
})

test('the list as it is shipped has no mistake', () => {
  const { numerals, one } = shippedWordPrintLists().numerals
  expect(numerals.has(stem('четвёртой'))).toBe(true)
  expect(one.has(stem('одного'))).toBe(true)
})
