import { expect, test } from 'vitest'
import { moveFilter } from './filter-order.ts'

const filter = (id: number, more: { isDefault?: boolean; own?: boolean } = {}) => ({
  id,
  isDefault: false,
  own: true,
  ...more,
})

test.each([
  [2, 1, [3, 2, 4]],
  [4, -1, [2, 4, 3]],
  [2, -1, null],
  [4, 1, null],
  [1, 1, null],
  [9, 1, null],
  [5, -1, null],
] as const)('filter %d is moved by %d: %j', (id, by, order) => {
  const seen = [filter(1, { isDefault: true }), filter(2), filter(3), filter(4), filter(5, { own: false })]
  expect(moveFilter(seen, id, by)).toEqual(order)
})
