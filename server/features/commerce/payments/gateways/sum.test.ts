import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { readFields } from './notice-fields.ts'
import { readSum, writeSum } from './sum.ts'

it.each([
  [150_000, '1500.00'],
  [5, '0.05'],
  [199_999, '1999.99'],
  [10, '0.10'],
])('%i kopecks are written %s', (kopecks, text) => {
  expect(writeSum(kopecks)).toBe(text)
})

it.each([
  ['1500', 150_000],
  ['1500.0', 150_000],
  ['1500.5', 150_050],
  ['1500.05', 150_005],
  ['1500.0000', 150_000],
  ['0.01', 1],
])('%s is %i kopecks', (text, kopecks) => {
  expect(readSum(text)).toBe(kopecks)
})

it.each([
  '',
  ' 1500',
  '1500 ',
  '-1',
  '+1',
  '1e3',
  '1500.001',
  '1500,00',
  '1 500',
  '.5',
  '1500.',
  '0x10',
  'Infinity',
  '١٥',
  '12345678901',
])('«%s» is no sum', (text) => {
  expect(readSum(text)).toBeNull()
})

test('what is written is read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (kopecks) => readSum(writeSum(kopecks)) === kopecks),
  )
})

test('a name that comes twice makes a notice unreadable', () => {
  expect(readFields('a=1&b=2')).toEqual(
    new Map([
      ['a', '1'],
      ['b', '2'],
    ]),
  )
  expect(readFields('a=1&b=2&a=3')).toBeNull()
  expect(readFields('')).toEqual(new Map())
})
