import { expect, test } from 'vitest'
import { readNumber, readWhole, typedNumber } from './read-number.ts'

test.each([
  ['1500', 1500],
  ['1 500,50', 1500.5],
  ['1\u00A0500.5', 1500.5],
  ['0', 0],
  ['12,345', null],
  ['', null],
  ['-1', null],
  ['1e5', null],
  ['сто', null],
  ['1,', null],
  ['1,2,3', null],
])('«%s» is %s roubles', (text, number) => {
  expect(readNumber(text, 2)).toBe(number)
})

test('whole numbers keep within their bounds', () => {
  expect([readWhole('2', 2, 10), readWhole('1', 2, 10), readWhole('11', 2, 10), readWhole('2,5', 2, 10)]).toEqual([
    2,
    null,
    null,
    null,
  ])
})

test('a number goes back into its field as it is read', () => {
  expect([typedNumber(1500.5), typedNumber(7), typedNumber(null)]).toEqual(['1500,5', '7', ''])
})
