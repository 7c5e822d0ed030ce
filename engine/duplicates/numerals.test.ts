import { describe, expect, test } from 'vitest'
import { problemsOf, shippedWordPrintLists } from '../data/data.samples.ts'
import { Letters } from './letters.ts'
import { readNumerals, readNumeralsIn } from './numerals.ts'

const read = (text: string) => readNumerals([{ name: 'duplicates/numerals.txt', text }])

test('mistakes are reported with file and line', () => {
  expect(problemsOf(() => read('3: три,\n  трёх\n2: два кота\n2000: тысяча\n4: четыре, три\nпять\n[two]'))).toEqual([
    'duplicates/numerals.txt:1: write "трех", not "трёх"',
    'duplicates/numerals.txt:3: more than one word: два кота',
    'duplicates/numerals.txt:4: neither a number of at most three digits nor 1.5, 1000 or 1000000: 2000',
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
    readNumeralsIn(letters, text, numerals)
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
    ['пятнадцать тысяч', '15000'],
    ['от сорока тысяч', 'от 40 000'],
    ['двадцать одну тысячу', '21000'],
    ['две тысячи пятьсот', '2500'],
    ['2 тысячи 350', '2350'],
    ['тысяча восемьсот тридцать пять', '1835'],
    ['триста пятьдесят тысяч', '350 тыс.'],
    ['15к', '15 000'],
    ['18 т. р.', '18000 р.'],
    ['60 т.р', '60 000 р'],
    ['полтора миллиона', '1,5 млн'],
    ['1.5 млн', '1 500 000'],
    ['сто десять и пять', '110 и 5'],
  ])('are digits: «%s»', (words, digits) => {
    expect(wordsOf(words)).toEqual(wordsOf(digits))
  })

  test('are no words that share a stem with one', () => {
    expect(wordsOf('семья')).not.toEqual(wordsOf('7'))
    expect(wordsOf('пятно')).not.toEqual(wordsOf('5'))
  })

  test.each([
    ['2к', '2000'],
    ['дом 15к2', 'дом 15000 2'],
    ['15 к дому', '15000 дому'],
    ['полтора часа', '1 часа'],
    ['10-15 тысяч', '1015000'],
    ['15 т сена', '15000 сена'],
    ['2 500', '2000 500'],
    ['сто тысяч, второй этаж', '100002 этаж'],
  ])('are not multiplied: «%s»', (text, other) => {
    expect(wordsOf(text)).not.toEqual(wordsOf(other))
  })
})
