import { expect, test } from 'vitest'
import type { Tariff } from '../../../../contract/access/tariffs.ts'
import { columnTariffs, nearestTariff, teamSizesOnSale } from './tariff-choice.ts'

const tariff = (
  id: number,
  duration: number,
  durationUnit: Tariff['durationUnit'],
  more: Partial<Tariff> = {},
): Tariff => ({
  id,
  product: 'category',
  type: 'regular',
  title: '',
  rate: 100,
  fee: 0,
  duration,
  durationUnit,
  durationTitle: '',
  teamSize: null,
  maxQuantity: null,
  ...more,
})
const regular = [tariff(1, 7, 'day'), tariff(2, 1, 'month'), tariff(3, 3, 'month'), tariff(4, 12, 'month')]

test.each([
  [null, 2],
  [{ duration: 3, durationUnit: 'month' }, 3],
  [{ duration: 6, durationUnit: 'month' }, 3],
  [{ duration: 3, durationUnit: 'day' }, 1],
  [{ duration: 36, durationUnit: 'month' }, 4],
] as const)('the tariff nearest to %o is %d', (before, id) => {
  expect(nearestTariff(regular, before)?.id).toBe(id)
})

test('where nothing is sold nothing is near', () => {
  expect(nearestTariff([], null)).toBeNull()
})

test('teams are named by their size, the smallest first', () => {
  const none = { trial: [], regular: [], team: {}, package: [] }
  const five = [tariff(9, 1, 'month', { type: 'team', teamSize: 5 })]
  const tree = { category: { ...none, regular, team: { 10: [], 5: five } }, project: none, group: none }
  expect(teamSizesOnSale(tree, 'category')).toEqual([5, 10])
  expect(teamSizesOnSale(tree, 'group')).toEqual([])
  expect(columnTariffs(tree, 'category', 'team', 5)).toBe(five)
  expect(columnTariffs(tree, 'category', 'team', 7)).toEqual([])
  expect(columnTariffs(tree, 'category', 'team', null)).toEqual([])
  expect(columnTariffs(tree, 'category', 'regular', null)).toBe(regular)
})
