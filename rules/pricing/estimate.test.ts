import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { tariffProducts, tariffTypes } from '../../contract/access/tariffs.ts'
import { discountTypes } from '../../contract/commerce/promo.ts'
import { estimate, type PlannedPurchase } from './estimate.ts'

const start = new Date('2026-11-05T09:00:00Z')
const purchase = (
  changes: Partial<PlannedPurchase['tariff']> & Omit<Partial<PlannedPurchase>, 'tariff'> = {},
): PlannedPurchase => {
  const { count = 1, quantity = 1, prolongs = false, promo = null, start: from = start, ...tariff } = changes
  const usual = {
    product: 'category',
    type: 'regular',
    rate: 100_000,
    fee: 0,
    duration: 1,
    durationUnit: 'month',
  } as const
  return { tariff: { ...usual, ...tariff }, count, quantity, prolongs, promo, start: from }
}

test('every discount shows what it took, and together they are the whole', () => {
  const promo = { discountType: 'percent_off', value: 2_000, value2: null } as const
  expect(estimate(purchase({ count: 2, prolongs: true, promo }))).toEqual({
    price: 200_000,
    total: 140_400,
    discount: {
      total: { amount: 59_600, percentage: 29.8 },
      categories: { amount: 5_000, percentage: 2.5 },
      prolongation: { amount: 19_500, percentage: 9.75 },
      promoCode: { amount: 35_100, percentage: 17.55 },
    },
    days: 30,
    extraDays: 0,
  })
})

// Kopecks for a category for a month, how many of them, kopecks in all: halves go up.
test.each([
  [1, 2, 2], // 1 + 0.95
  [10, 2, 20], // 10 + 9.5
  [9, 2, 18], // 9 + 8.55
  [50, 2, 98], // 50 + 47.5
  [99, 3, 282], // 99 + 94.05 + 89.3475
  // 100 000, 95 000, 90 250, 85 738, 81 451, 77 378, 73 509, 69 834, 66 342, 63 025: each rounded before they are added.
  [100_000, 10, 802_527],
  [0, 500, 0],
])('categories at %d kopecks: %d cost %d', (rate, count, total) => {
  expect(estimate(purchase({ rate, count })).total).toBe(total)
})

test('the fee of a team of groups is the team’s, and is not paid twice', () => {
  const groups = { product: 'group', rate: 5_000, fee: 50_000, duration: 3, quantity: 4 } as const
  expect(estimate(purchase({ ...groups, type: 'team' })).price).toBe(4 * 5_000 * 3 + 50_000 * 3)
  expect(estimate(purchase(groups)).price).toBe(4 * (5_000 * 3 + 50_000))
})

test('a fee of what has none is left alone', () => {
  expect(estimate(purchase({ fee: 50_000 })).price).toBe(100_000)
  expect(estimate(purchase({ product: 'project', fee: 50_000, quantity: 2 })).price).toBe(200_000)
})

// The value for tariffs by the day holds for those only, and only when there is one.
test.each([
  ['month', 2_000, 80_000],
  ['day', 2_000, 95_000],
  ['month', null, 80_000],
  ['day', null, 80_000],
] as const)('percents of a code for a tariff by the %s, with the second value %s', (durationUnit, second, total) => {
  const promo = { discountType: 'percent_off', value: 2_000, value2: second === null ? null : 500 } as const
  expect(estimate(purchase({ durationUnit, promo })).total).toBe(total)
})

test('a code that adds days takes nothing off, and one that takes off adds none', () => {
  const days = estimate(purchase({ promo: { discountType: 'days_extension', value: 7, value2: null } }))
  expect(days).toMatchObject({ total: 100_000, days: 37, extraDays: 7 })
  const percent = estimate(purchase({ promo: { discountType: 'percent_off', value: 700, value2: null } }))
  expect(percent).toMatchObject({ total: 93_000, days: 30, extraDays: 0 })
})

test('what costs nothing has no percentages', () => {
  const { total, discount } = estimate(purchase({ rate: 0, count: 3, prolongs: true }))
  expect(total).toBe(0)
  for (const part of Object.values(discount)) expect(part).toEqual({ amount: 0, percentage: 0 })
})

test.each([
  { rate: -1 },
  { rate: 0.5 },
  { count: 1.5 },
  { count: -1 },
  { quantity: Number.NaN },
  { rate: 1e15, count: 10 },
  { count: 501 },
])('what can not be counted is refused: %o', (changes) => {
  expect(() => estimate(purchase(changes))).toThrow(RangeError)
})

describe('any purchase', () => {
  const anything: fc.Arbitrary<PlannedPurchase> = fc.record({
    tariff: fc.record({
      product: fc.constantFrom(...tariffProducts),
      type: fc.constantFrom(...tariffTypes),
      rate: fc.nat(10_000_000),
      fee: fc.nat(1_000_000),
      duration: fc.integer({ min: 1, max: 36 }),
      durationUnit: fc.constantFrom('month' as const, 'day' as const),
    }),
    count: fc.integer({ min: 0, max: 60 }),
    quantity: fc.integer({ min: 1, max: 5_000 }),
    prolongs: fc.boolean(),
    promo: fc.option(
      fc.record({
        discountType: fc.constantFrom(...discountTypes),
        value: fc.nat(100_000_000),
        value2: fc.option(fc.nat(20_000)),
      }),
    ),
    start: fc.date({
      min: new Date('2026-01-01T00:00:00Z'),
      max: new Date('2036-01-01T00:00:00Z'),
      noInvalidDate: true,
    }),
  })

  it('is whole kopecks, never negative, and its discounts are what is missing from the price', () => {
    fc.assert(
      fc.property(anything, (bought) => {
        const { price, total, discount } = estimate(bought)
        for (const kopecks of [price, total, ...Object.values(discount).map((part) => part.amount)]) {
          expect(Number.isSafeInteger(kopecks)).toBe(true)
          expect(kopecks).toBeGreaterThanOrEqual(0)
        }
        expect(price - discount.total.amount).toBe(total)
        expect(discount.categories.amount + discount.prolongation.amount + discount.promoCode.amount).toBe(
          discount.total.amount,
        )
      }),
    )
  })

  it('takes no more off for a code than there was to pay, and never makes it dearer', () => {
    fc.assert(
      fc.property(anything, (bought) => {
        const without = estimate({ ...bought, promo: null })
        const { total, discount, days } = estimate(bought)
        expect(discount.promoCode.amount).toBeLessThanOrEqual(without.total)
        expect(total).toBe(without.total - discount.promoCode.amount)
        expect(days).toBeGreaterThanOrEqual(without.days)
      }),
    )
  })

  it('is never cheaper in sum for being more', () => {
    fc.assert(
      fc.property(anything, fc.nat(20), (bought, more) => {
        const larger = estimate({ ...bought, count: bought.count + more, quantity: bought.quantity + more })
        const smaller = estimate(bought)
        expect(larger.price).toBeGreaterThanOrEqual(smaller.price)
        expect(larger.total).toBeGreaterThanOrEqual(smaller.total)
      }),
    )
  })

  it('is never dearer for being prolonged', () => {
    fc.assert(
      fc.property(anything, (bought) => {
        expect(estimate({ ...bought, prolongs: true }).total).toBeLessThanOrEqual(
          estimate({ ...bought, prolongs: false }).total,
        )
      }),
    )
  })

  it('has percentages from 0 to 100', () => {
    fc.assert(
      fc.property(anything, (bought) => {
        for (const { percentage } of Object.values(estimate(bought).discount)) {
          expect(percentage).toBeGreaterThanOrEqual(0)
          expect(percentage).toBeLessThanOrEqual(100)
        }
      }),
    )
  })

  it('of categories costs within half a kopeck for each what powers of 0.95 say', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 500 }), (rate, count) => {
        let sum = 0
        for (let index = 0; index < count; index++) sum += rate * 0.95 ** index
        expect(Math.abs(estimate(purchase({ rate, count })).total - sum)).toBeLessThanOrEqual(count / 2 + 0.001)
      }),
    )
  })
})
