import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { SoldTariff } from '../../access/tariffs/tariffs.public.ts'
import { apportion, receiptLines } from './receipt-lines.ts'

const month: SoldTariff = {
  id: 1,
  product: 'category',
  type: 'regular',
  title: 'Поиск клиентов',
  rate: 99_000,
  fee: 0,
  duration: 1,
  durationUnit: 'month',
  durationTitle: '1 месяц',
  teamSize: null,
  maxQuantity: null,
}
const team: SoldTariff = { ...month, type: 'team', fee: 149_000, teamSize: 3 }
const groups: SoldTariff = { ...month, product: 'group', rate: 1_000, fee: 500 }

describe('the lines of a receipt', () => {
  it('name every category, at what it costs there', () => {
    expect(receiptLines({ tariff: month, names: ['Фотографы', 'Юристы'], quantity: 1, total: 193_050 })).toEqual([
      { title: 'Категория «Фотографы», 1 месяц', quantity: 1, price: 99_000, sum: 99_000 },
      { title: 'Категория «Юристы», 1 месяц', quantity: 1, price: 94_050, sum: 94_050 },
    ])
  })

  it('have the discounts in their prices', () => {
    const lines = receiptLines({ tariff: month, names: ['Фотографы', 'Юристы'], quantity: 1, total: 96_525 })
    expect(lines.map(({ sum }) => sum)).toEqual([49_500, 47_025])
  })

  it('name what a team pays for being one', () => {
    expect(
      receiptLines({ tariff: team, names: ['Фотографы'], quantity: 1, total: 248_000 }).map(({ title, sum }) => [
        title,
        sum,
      ]),
    ).toEqual([
      ['Категория «Фотографы», 1 месяц', 99_000],
      ['Доступ для команды, 1 месяц', 149_000],
    ])
  })

  it('count groups; what cannot be split evenly costs a kopeck more for some', () => {
    expect(receiptLines({ tariff: groups, names: [], quantity: 3, total: 4_001 })).toEqual([
      { title: 'Доступ к сервису: Группы, 1 месяц', quantity: 2, price: 1_334, sum: 2_668 },
      { title: 'Доступ к сервису: Группы, 1 месяц', quantity: 1, price: 1_333, sum: 1_333 },
    ])
  })

  it('are none when nothing is paid', () => {
    expect(receiptLines({ tariff: month, names: ['Фотографы'], quantity: 1, total: 0 })).toEqual([])
  })

  it('fit into the receipt, however long a name is', () => {
    const [line] = receiptLines({ tariff: month, names: ['Ф'.repeat(300)], quantity: 1, total: 99_000 })
    expect(line?.title).toHaveLength(128)
    expect(line?.title).toMatch(/…, 1 месяц$/)
  })
})

test('always add up to the total, and every sum is its price times its quantity', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(month, team, groups),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 5_000_000 }),
      (tariff, count, total) => {
        const lines = receiptLines({
          tariff,
          names: tariff.product === 'category' ? Array.from({ length: count }, (_, index) => `${index}`) : [],
          quantity: count,
          total,
        })
        expect(lines.reduce((sum, line) => sum + line.sum, 0)).toBe(total)
        for (const { quantity, price, sum } of lines) {
          expect(quantity * price).toBe(sum)
          expect(sum).toBeGreaterThan(0)
        }
      },
    ),
  )
})

test('apportion: whole kopecks, nothing lost, nothing to what weighs nothing', () => {
  expect(apportion(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(apportion(5, [0, 1, 1])).toEqual([0, 3, 2])
  expect(apportion(7, [0, 0])).toEqual([7, 0])
})
