import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { discountTypes } from '../../contract/commerce/promo.ts'
import { amountOff, daysOn, readDiscountValue, shareOf, showDiscountValue, type DiscountType } from './discount.ts'

test.each<[DiscountType, wire: number, stored: number]>([
  ['amount_off', 500, 50_000],
  ['amount_off', 1.15, 115],
  ['amount_off', 0.29, 29],
  ['percent_off', 10, 1_000],
  ['percent_off', 12.5, 1_250],
  ['percentage_extension', 33.33, 3_333],
  ['days_extension', 7, 7],
])('%s of %d is stored as %d', (discountType, wire, stored) => {
  expect(readDiscountValue(discountType, wire)).toBe(stored)
  expect(showDiscountValue(discountType, stored)).toBe(wire)
})

test('parts of a day, a kopeck or a hundredth of a percent are cut off', () => {
  expect(readDiscountValue('days_extension', 7.9)).toBe(7)
  expect(readDiscountValue('amount_off', 1.159)).toBe(115)
  expect(readDiscountValue('percent_off', 99.999)).toBe(9_999)
})

describe('a value', () => {
  it('is the same after it was shown and read', () => {
    fc.assert(
      fc.property(fc.constantFrom(...discountTypes), fc.nat(100_000_000), (discountType, value) => {
        expect(readDiscountValue(discountType, showDiscountValue(discountType, value))).toBe(value)
      }),
    )
  })
})

// Kopecks, hundredths of a percent, kopecks: halves go up.
test.each([
  [9_505, 1_000, 951],
  [9_504, 1_000, 950],
  [9_500, 1_000, 950],
  [1, 5_000, 1],
  [1, 4_999, 0],
  [12_345, 10_000, 12_345],
  [9_007_199_254_740_991, 10_000, 9_007_199_254_740_991],
])('of %d kopecks %d hundredths of a percent are %d', (kopecks, share, part) => {
  expect(shareOf(kopecks, share)).toBe(part)
})

test('more than everything is everything', () => {
  expect(amountOff({ discountType: 'amount_off', value: 200_00, value2: null }, 'month', 150_00)).toBe(150_00)
  expect(amountOff({ discountType: 'percent_off', value: 150_00, value2: null }, 'month', 150_00)).toBe(150_00)
})

test.each([
  [10_00, 31, 3],
  [10_00, 30, 3],
  [10_00, 29, 2],
  [33_33, 3, 0],
  [100_00, 365, 365],
])('%d hundredths of a percent of %d days are %d days', (value, days, extra) => {
  expect(daysOn({ discountType: 'percentage_extension', value: 0, value2: value }, 'day', days)).toBe(extra)
  expect(daysOn({ discountType: 'percentage_extension', value, value2: 0 }, 'month', days)).toBe(extra)
})
