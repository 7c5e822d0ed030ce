import { expect, test } from 'vitest'
import { AFTER_REGISTRATION, redirectAfterLogin } from './redirects.ts'

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

test('whoever has registered chooses what to listen to, and stays where that is done', () => {
  expect(AFTER_REGISTRATION).toBe('/order')
  expect(redirectAfterLogin(AFTER_REGISTRATION)).toEqual({ to: 'stay' })
})
