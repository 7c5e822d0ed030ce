import { describe, expect, test } from 'vitest'
import type { AdminPromoCode } from '../../../../contract/commerce/promo.ts'
import { filledPromo, promoMistakes, promoRequest, valueLabel, type PromoForm } from './promo-form.ts'

const promo: AdminPromoCode = {
  id: 3,
  code: 'ВЕСНА-26',
  product: 'category',
  tariffType: 'paid',
  categories: [4, 5],
  discountType: 'percent_off',
  discountValue: 12.5,
  discountValue2: null,
  startsAt: '2026-02-28T21:00:00.000Z',
  endsAt: '2026-05-31T21:00:00.000Z',
  maxUses: 100,
  maxUsesEach: 1,
  firstPurchase: true,
  used: 7,
  archived: false,
}
const form = (more: Partial<PromoForm> = {}): PromoForm => ({ ...filledPromo(promo), ...more })

test('a code goes into the form and comes out of it as it was', () => {
  expect(form()).toMatchObject({ from: '2026-03-01', to: '2026-05-31', value: '12,5', value2: '' })
  const { id: _id, used: _used, archived: _archived, ...fields } = promo
  expect(promoRequest(form(), null)).toEqual(fields)
})

test('an hour that a day does not show is kept while the day is', () => {
  const gift = { ...promo, endsAt: '2026-05-31T12:34:56.000Z' }
  expect(promoRequest({ ...filledPromo(gift), value: '10' }, gift).endsAt).toBe(gift.endsAt)
  expect(promoRequest({ ...filledPromo(gift), to: '2026-06-01' }, gift).endsAt).toBe('2026-06-01T21:00:00.000Z')
  expect(promoRequest({ ...filledPromo(gift), to: '' }, gift).endsAt).toBeNull()
})

describe('a form', () => {
  test('that is blank wants a code and a value', () => {
    expect(Object.keys(promoMistakes(filledPromo(null)))).toEqual(['code', 'value'])
  })

  test.each<[string, Partial<PromoForm>, string[]]>([
    ['a code with a space', { code: 'ВЕСНА 26' }, ['code']],
    ['more than all of it', { value: '101' }, ['value']],
    ['twice the days', { discountType: 'percentage_extension', value: '200' }, []],
    ['half a day', { discountType: 'days_extension', value: '1,5' }, ['value']],
    ['roubles and kopecks', { discountType: 'amount_off', value: '1 500,50' }, []],
    ['nothing', { value: '0' }, ['value']],
    ['nothing but for tariffs by the day', { value: '0', value2: '10' }, []],
    ['a second value that is none', { value2: 'десять' }, ['value2']],
    ['an end before its beginning', { from: '2026-06-01' }, ['to']],
    ['one day', { from: '2026-05-31' }, []],
    ['no limits', { maxUses: '', maxUsesEach: '' }, []],
    ['limits of nothing', { maxUses: '0', maxUsesEach: '-1' }, ['maxUses', 'maxUsesEach']],
  ])('with %s', (_, more, mistakes) => {
    expect(Object.keys(promoMistakes(form(more)))).toEqual(mistakes)
  })

  test('lets go of categories when the code is for something else', () => {
    expect(promoRequest(form({ product: 'group' }), null).categories).toEqual([])
    expect(promoRequest(form({ product: null }), null).categories).toEqual([4, 5])
  })
})

test('the field of the value says what is counted', () => {
  expect(
    ['amount_off', 'percent_off', 'days_extension', 'percentage_extension'].map((discountType) =>
      valueLabel({ discountType } as PromoForm),
    ),
  ).toEqual(['Сколько, руб.', 'Сколько, %', 'Сколько дней', 'Сколько, %'])
})
