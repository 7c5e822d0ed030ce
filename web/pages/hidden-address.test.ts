import { expect, test } from 'vitest'
import { isHiddenView, withHiddenView } from './hidden-address.ts'

test.each([
  ['', '?view=hidden'],
  ['?filter=12', '?filter=12&view=hidden'],
  ['?words=ремонт,кухня&not=c%2B%2B', '?words=ремонт,кухня&not=c%2B%2B&view=hidden'],
])('%s and back', (search, hidden) => {
  expect(isHiddenView(search)).toBe(false)
  expect(withHiddenView(search, true)).toBe(hidden)
  expect(isHiddenView(hidden)).toBe(true)
  expect(withHiddenView(hidden, true)).toBe(hidden)
  expect(withHiddenView(hidden, false)).toBe(search)
})
