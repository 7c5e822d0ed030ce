import { expect, test } from 'vitest'
import { redirectAfterLogin } from './redirects.ts'

const feed = { to: 'address', address: '/feed' }

test.each([
  ['/', feed],
  ['/order', { to: 'stay' }],
  ['/partner-terms', { to: 'stay' }],
  ['/partner', feed],
  ['/blog', { to: 'reload' }],
  ['/blog/how-to-search', { to: 'reload' }],
  ['/goto/partner', { to: 'reload' }],
  ['/promo', { to: 'reload' }],
  ['/feed', { to: 'reload' }],
  ['/feedback', feed],
  ['/orders', feed],
  ['/logout', feed],
  ['/poisk-klientov', feed],
])('after signing in on %s', (path, redirect) => {
  expect(redirectAfterLogin(path)).toEqual(redirect)
})
