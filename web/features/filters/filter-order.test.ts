import { expect, test } from 'vitest'
import { moveFilter, ownFilters } from './filter-order.ts'

const filter = (id: number, more: { isDefault?: boolean; scope?: 'local' | 'team'; editable?: boolean } = {}) => ({
  id, isDefault: false, scope: 'local' as const, editable: true, ...more,
})
const first = filter(1, { isDefault: true })

test('own are those that may be changed, and to a team owner those up to his last local one', () => {
  const seen = [first, filter(2, { scope: 'team' }), filter(3), filter(4, { scope: 'team', editable: false })]
  expect(ownFilters(seen, false).map(({ id }) => id)).toEqual([1, 2, 3])
  const owned = [...seen.slice(0, 3), filter(4, { scope: 'team' })]
  expect(ownFilters(owned, true).map(({ id }) => id)).toEqual([1, 2, 3])
  expect(ownFilters([first], true).map(({ id }) => id)).toEqual([1])
})

test.each([
  [2, 1, [3, 2, 4]],
  [4, -1, [2, 4, 3]],
  [2, -1, null],
  [4, 1, null],
  [1, 1, null],
  [9, 1, null],
] as const)('filter %d is moved by %d: %j', (id, by, order) => {
  expect(moveFilter([first, filter(2), filter(3), filter(4)], id, by)).toEqual(order)
})
