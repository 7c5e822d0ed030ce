/** What an action makes of the cart: shown at once, while the server counts what it costs. */
import type { Cart } from '../../../../contract/commerce/cart.ts'
import type { Tariff } from '../../../../contract/access/tariffs.ts'

export type CartAction =
  | { change: 'tariff'; tariff: Tariff }
  /** A product or type without a tariff chosen in it. */
  | { change: 'details'; details: Cart['tariffDetails'] }
  | { change: 'promo'; code: string | null }
  | { change: 'quantity'; quantity: number }
  | { change: 'add' | 'remove'; id: number }
  | { change: 'items'; ids: number[] }

export function afterAction(cart: Cart, action: CartAction): Cart {
  switch (action.change) {
    case 'tariff': {
      const { id, product, type } = action.tariff
      return { ...cart, tariff: id, tariffDetails: { product, type } }
    }
    case 'details':
      return { ...cart, tariff: null, tariffDetails: action.details }
    case 'promo':
      return { ...cart, promoCode: action.code }
    case 'quantity':
      return { ...cart, quantity: action.quantity }
    case 'add':
      return cart.items.includes(action.id) ? cart : { ...cart, items: [...cart.items, action.id] }
    case 'remove':
      return { ...cart, items: cart.items.filter((id) => id !== action.id) }
    case 'items':
      return { ...cart, items: [...new Set(action.ids)] }
  }
}
