import { expect, test } from 'vitest'
import { readCartAddress, withoutCart } from './cart-address.ts'

test.each([
  ['', null],
  ['?order=A1', null],
  ['?product=group', { product: 'group', type: null, categories: [] }],
  ['?type=team', { product: null, type: 'team', categories: [] }],
  [
    '?product=category&category=3&category=5&category=3&type=trial',
    { product: 'category', type: 'trial', categories: [3, 5] },
  ],
  ['?category=3', { product: 'category', type: null, categories: [3] }],
  ['?product=project&category=3', { product: 'project', type: null, categories: [] }],
  ['?product=nonsense&type=package&category=0&category=-1&category=1.5&category=x', null],
])('%s asks for %o', (search, asked) => {
  expect(readCartAddress(search)).toEqual(asked)
})

test('what was taken is gone from the address, and the rest stays', () => {
  expect(withoutCart('?product=category&category=3&category=5&type=trial')).toBe('')
  expect(withoutCart('?order=A1&product=group')).toBe('?order=A1')
})
