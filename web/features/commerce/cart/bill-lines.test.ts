import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Estimation } from '../../../../contract/commerce/cart.ts'
import { tariffProducts, type Tariff } from '../../../../contract/access/tariffs.ts'
import { toKopecks, toRoubles } from '../../../../rules/money.ts'
import { estimate, type Discount } from '../../../../rules/pricing/estimate.ts'
import { billLines, countIn } from './bill-lines.ts'

const month: Tariff = {
  id: 1,
  product: 'category',
  type: 'regular',
  title: '',
  rate: 990,
  fee: 0,
  duration: 1,
  durationUnit: 'month',
  durationTitle: '1 месяц',
  teamSize: null,
  maxQuantity: null,
}

function discountOf(
  tariff: Tariff,
  count: number,
  prolongs: boolean,
): { discount: Estimation['discount']; total: number } {
  const inKopecks = { ...tariff, rate: toKopecks(tariff.rate), fee: toKopecks(tariff.fee) }
  const promo = { discountType: 'percent_off', value: 1_000, value2: null } as const
  const { discount, total } = estimate({
    tariff: inKopecks,
    count,
    quantity: count,
    prolongs,
    promo,
    start: new Date(0),
  })
  const shown = ({ amount, percentage }: Discount) => ({ amount: toRoubles(amount), percentage })
  return {
    total,
    discount: {
      total: shown(discount.total),
      categories: shown(discount.categories),
      prolongation: shown(discount.prolongation),
      promoCode: shown(discount.promoCode),
    },
  }
}

test('every discount has a line of its own, and a fee too', () => {
  const team: Tariff = { ...month, type: 'team', fee: 1_490, duration: 3, teamSize: 3 }
  const lines = billLines(team, 2, discountOf(team, 2, true))
  expect(lines.map(({ title, note }) => `${title}: ${note}`.replaceAll('\u00A0', ' '))).toEqual([
    '2 категории: 990 руб. × 2 × 3 месяца',
    'Команда до 3 человек: 1 490 руб. × 3 месяца',
    'Скидка за категории: следующая на 5 % дешевле',
    'Скидка за продление: 10 %, пока вы с нами',
    'Промокод: ',
  ])
})

test('one of a kind is not multiplied, and groups are connected once', () => {
  const groups: Tariff = { ...month, product: 'group', rate: 20, fee: 10 }
  const lines = billLines(groups, 1, {
    discount: { ...discountOf(groups, 1, false).discount, promoCode: { amount: 0, percentage: 0 } },
  })
  expect(lines.map(({ title, note, amount }) => [title, note, amount].join(' | ').replaceAll('\u00A0', ' '))).toEqual([
    '1 группа | 20 руб. × 1 месяц | 2000',
    'Подключение групп | 10 руб. × 1 | 1000',
  ])
})

test('what stands in the cart is counted by what is sold', () => {
  expect(countIn({ items: [1, 2, 3], quantity: 7 }, 'category')).toBe(3)
  expect(countIn({ items: [1, 2, 3], quantity: 7 }, 'project')).toBe(7)
})

test('the lines come to what is to be paid', () => {
  const anything = fc.record({
    product: fc.constantFrom(...tariffProducts),
    type: fc.constantFrom('regular' as const, 'team' as const),
    rate: fc.nat(1_000_000).map(toRoubles),
    fee: fc.nat(1_000_000).map(toRoubles),
    duration: fc.integer({ min: 1, max: 24 }),
    durationUnit: fc.constantFrom('month' as const, 'day' as const),
  })
  fc.assert(
    fc.property(anything, fc.integer({ min: 1, max: 40 }), fc.boolean(), (parts, count, prolongs) => {
      const tariff: Tariff = { ...month, ...parts, teamSize: parts.type === 'team' ? 3 : null }
      const { discount, total } = discountOf(tariff, count, prolongs)
      expect(billLines(tariff, count, { discount }).reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
    }),
  )
})
