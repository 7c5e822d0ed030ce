import { expect, test } from 'vitest'
import { bestSaving, savedPercent } from './tariff-price.ts'

const week = { id: 1, rate: 60, durationUnit: 'day' } as const
const month = { id: 2, rate: 990, durationUnit: 'month' } as const
const quarter = { id: 3, rate: 890, durationUnit: 'month' } as const
const year = { id: 4, rate: 690, durationUnit: 'month' } as const
const column = [week, month, quarter, year]

test('months are compared with the shortest of months, in whole percent rounded down', () => {
  expect(column.map((tariff) => savedPercent(tariff, column))).toEqual([0, 0, 10, 30])
  expect(bestSaving(column)).toBe(4)
})

test('nothing is saved where rates are alike, higher, or nothing', () => {
  expect(bestSaving([month, { ...month, id: 5 }])).toBeNull()
  expect(savedPercent({ ...month, rate: 1_200 }, column)).toBe(0)
  expect(savedPercent({ ...month, rate: 0 }, [{ ...month, rate: 0 }])).toBe(0)
})
