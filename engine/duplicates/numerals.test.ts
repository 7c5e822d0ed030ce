import { describe, expect, test } from 'vitest'
import { problemsOf, shippedWordPrintLists } from '../data/data.samples.ts'
import { Letters } from './letters.ts'
import { readNumerals, readNumeralsIn } from './numerals.ts'

const read = (text: string) => readNumerals([{ name: 'duplicates/numerals.txt', text }])

test('mistakes are reported with file and line', () => {
  expect(problemsOf(() => read('3: три,\n  трёх\n2: два кота\n1000: тысяча\n4: четыре, три\nпять\n[two]'))).toEqual([
    'duplicates/numerals.txt:1: write "трех", not "трёх"',
    'duplicates/numerals.txt:3: more than one word: два кота',
    'duplicates/numerals.txt:4: not a number of at most three digits: 1000',
    'duplicates/numerals.txt:5: "три" stands at duplicates/numerals.txt:1 already',
    'duplicates/numerals.txt:6: not written as "key: value": пять',
    'duplicates/numerals.txt:7: there are no sections in this file: [two]',
  ])
})

describe('numerals', () => {
  const { numerals } = shippedWordPrintLists()
  const wordsOf = (text: string) => {
    const letters = new Letters()
    letters.read(text)
    readNumeralsIn(letters, numerals)
    return [...letters.words.subarray(0, letters.wordCount)]
  }

  test.each([
    ['два кресла', '2 кресла'],
    ['на третьем этаже', 'на 3 этаже'],
    ['ПЕРВОГО числа', '1 числа'],
    ['двадцать пять гостей', '25 гостей'],
    ['сто двадцать пятая школа', '125 школа'],
    ['десять и пять', '10 и 5'],
    ['с двадцатого по тридцатое', 'с 20 по 30'],
    ['двести двадцать', '220'],
  ])('are digits: «%s»', (words, digits) => {
    expect(wordsOf(words)).toEqual(wordsOf(digits))
  })

  test('are no words that share a stem with one', () => {
    expect(wordsOf('семья')).not.toEqual(wordsOf('7'))
    expect(wordsOf('пятно')).not.toEqual(wordsOf('5'))
  })
})
