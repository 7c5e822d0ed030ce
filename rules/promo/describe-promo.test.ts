import { expect, test } from 'vitest'
import { describePromo } from './describe-promo.ts'
import type { PromoDiscount } from './discount.ts'

test.each<[PromoDiscount['discountType'], value: number, words: string]>([
  ['percent_off', 10_00, 'скидка 10 %'],
  ['percent_off', 12_50, 'скидка 12,5 %'],
  ['amount_off', 500_00, 'скидка 500 руб.'],
  ['amount_off', 1_500_50, 'скидка 1 500,50 руб.'],
  ['days_extension', 1, '+1 день'],
  ['days_extension', 3, '+3 дня'],
  ['days_extension', 7, '+7 дней'],
  ['percentage_extension', 10_00, '+10 % к сроку'],
])('%s of %d reads «%s»', (discountType, value, words) => {
  for (const unit of ['month', 'day', null] as const) {
    // Only the space before «к сроку» and the one after «скидка» may break.
    expect(describePromo({ discountType, value, value2: null }, unit).replaceAll('\u00A0', ' ')).toBe(words)
  }
})

test('the value for tariffs by the day is shown where it holds, and beside the other while nothing is chosen', () => {
  const promo: PromoDiscount = { discountType: 'days_extension', value: 7, value2: 1 }
  const words = (unit: 'month' | 'day' | null) => describePromo(promo, unit).replaceAll('\u00A0', ' ')
  expect(words('month')).toBe('+7 дней')
  expect(words('day')).toBe('+1 день')
  expect(words(null)).toBe('+7 дней, для тарифов по дням — +1 день')
})

test('an amount is not parted from its unit', () => {
  expect(describePromo({ discountType: 'percent_off', value: 10_00, value2: null }, 'month')).toBe('скидка 10\u00A0%')
})
