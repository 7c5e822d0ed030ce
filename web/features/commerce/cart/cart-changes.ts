/** What a deed makes of the cart: shown at once, while the server counts what it costs. */
import type { Cart } from '../../../../contract/commerce/cart.ts'
import type { Tariff } from '../../../../contract/access/tariffs.ts'

export type CartDeed =
  | { change: 'tariff'; tariff: Tariff }
  /** A product or type without a tariff chosen in it. */
  | { change: 'details'; details: Cart['tariffDetails'] }
  | { change: 'promo'; code: string | null }
  | { change: 'quantity'; quantity: number }
  | { change: 'add' | 'remove'; id: number }
  | { change: 'items'; ids: number[] }

export function afterDeed(cart: Cart, deed: CartDeed): Cart {
  switch (deed.change) {
    case 'tariff': {
      const { id, product, type } = deed.tariff
      return { ...cart, tariff: id, tariffDetails: { product, type } }
    }
    case 'details':
      return { ...cart, tariff: null, tariffDetails: deed.details }
    case 'promo':
      return { ...cart, promoCode: deed.code }
    case 'quantity':
      return { ...cart, quantity: deed.quantity }
    case 'add':
      return cart.items.includes(deed.id) ? cart : { ...cart, items: [...cart.items, deed.id] }
    case 'remove':
      return { ...cart, items: cart.items.filter((id) => id !== deed.id) }
    case 'items':
      return { ...cart, items: [...new Set(deed.ids)] }
  }
}
