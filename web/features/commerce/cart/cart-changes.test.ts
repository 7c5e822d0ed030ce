import { expect, test } from 'vitest'
import type { Cart } from '../../../../contract/commerce/cart.ts'
import type { Tariff } from '../../../../contract/access/tariffs.ts'
import { afterAction, type CartAction } from './cart-changes.ts'

const cart: Cart = {
  items: [3, 5],
  tariff: 2,
  tariffDetails: { product: 'category', type: 'regular' },
  promoCode: 'VESNA',
  quantity: 4,
}
const team: Tariff = {
  id: 9,
  product: 'group',
  type: 'team',
  title: '',
  rate: 20,
  fee: 0,
  duration: 1,
  durationUnit: 'month',
  durationTitle: '',
  teamSize: 3,
  maxQuantity: null,
}

test.each<[CartAction, Partial<Cart>]>([
  [
    { change: 'tariff', tariff: team },
    { tariff: 9, tariffDetails: { product: 'group', type: 'team' } },
  ],
  [
    { change: 'details', details: { product: 'project', type: 'trial' } },
    { tariff: null, tariffDetails: { product: 'project', type: 'trial' } },
  ],
  [{ change: 'promo', code: null }, { promoCode: null }],
  [{ change: 'quantity', quantity: 7 }, { quantity: 7 }],
  [{ change: 'add', id: 8 }, { items: [3, 5, 8] }],
  [{ change: 'add', id: 3 }, {}],
  [{ change: 'remove', id: 3 }, { items: [5] }],
  [{ change: 'items', ids: [8, 3, 8] }, { items: [8, 3] }],
])('%o', (action, changes) => {
  expect(afterAction(cart, action)).toEqual({ ...cart, ...changes })
})
