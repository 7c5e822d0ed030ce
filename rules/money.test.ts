import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formatRoubles, sumInWords, toKopecks, toRoubles } from './money.ts'

test.each([
  [0, 0],
  [0.01, 1],
  [0.29, 29],
  [1.1, 110],
  [4.35, 435],
  [1_500, 150_000],
  [1_499.99, 149_999],
  [9_999_999.99, 999_999_999],
])('%d roubles are %d kopecks', (roubles, kopecks) => {
  expect(toKopecks(roubles)).toBe(kopecks)
  expect(toRoubles(kopecks)).toBe(roubles)
})

describe('kopecks', () => {
  it('are the same after a way over the wire', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (kopecks) => {
        expect(toKopecks(JSON.parse(JSON.stringify(toRoubles(kopecks))))).toBe(kopecks)
      }),
    )
  })

  it('come of roubles that were added up', () => {
    expect(0.1 + 0.2).not.toBe(0.3)
    expect(toKopecks(0.1 + 0.2)).toBe(30)
  })

  test.each([0.001, 1_499.999, 0.005, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
    'of %d roubles are no whole number',
    (roubles) => {
      expect(() => toKopecks(roubles)).toThrow(RangeError)
    },
  )

  test.each([0.5, 149_999.5, Number.NaN])('can not be %d', (kopecks) => {
    expect(() => toRoubles(kopecks)).toThrow(RangeError)
    expect(() => formatRoubles(kopecks)).toThrow(RangeError)
  })
})

test.each([
  [0, '0 руб.'],
  [5, '0,05 руб.'],
  [99_900, '999 руб.'],
  [100_000, '1 000 руб.'],
  [150_000, '1 500 руб.'],
  [150_050, '1 500,50 руб.'],
  [123_456_789, '1 234 567,89 руб.'],
  [-150_000, '−1 500 руб.'],
])('%d kopecks read «%s»', (kopecks, words) => {
  expect(formatRoubles(kopecks)).toBe(words.replaceAll(' ', '\u00A0'))
})

test('a sum of the wire is said in words, and a debt is one', () => {
  const words = [599.8, 0.07, 1_499.5, -1_200].map((roubles) => sumInWords(roubles).replaceAll('\u00A0', ' '))
  expect(words).toEqual(['599,80 руб.', '0,07 руб.', '1 499,50 руб.', '−1 200 руб.'])
})
