import { expect, test } from 'vitest'
import {
  addressAfterRegistration,
  AFTER_REGISTRATION,
  buyCategory,
  redirectAfterLogin,
  tryCategory,
} from './redirects.ts'

const feed = { to: 'address', address: '/feed' }

test.each([
  ['/', feed],
  ['/order', { to: 'stay' }],
  ['/team-invitation', { to: 'stay' }],
  ['/team', feed],
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

test('what was chosen before registration stands in the order it leads to', () => {
  expect(addressAfterRegistration(null)).toBe('/order')
  expect(addressAfterRegistration(tryCategory(19))).toBe('/order?product=category&type=trial&category=19')
  expect(addressAfterRegistration({ product: 'category', categories: [3, 5] })).toBe(
    '/order?product=category&category=3&category=5',
  )
  expect(addressAfterRegistration(buyCategory(7))).toBe('/order?product=category&type=regular&category=7')
  expect(addressAfterRegistration({ product: 'group', type: 'trial' })).toBe('/order?product=group&type=trial')
})

test('whoever is invited into a team comes back to the invitation', () => {
  expect(addressAfterRegistration({ invitation: 'a-b_c' })).toBe('/team-invitation#token=a-b_c')
})
