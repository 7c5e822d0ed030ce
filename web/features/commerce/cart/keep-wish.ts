import type { ProductWish } from '../../../../rules/redirects.ts'
import { ask } from '../../../kit/calls/ask.ts'

/**
 * Puts what a visitor wants to try into their cart, which outlives a login, this tab, and a week of thinking. No one waits for it: anyone who
 * registers finds it in the address they are led to as well.
 */
export function keepWish({ product, type = 'regular', categories = [] }: ProductWish): void {
  ask('cart', 'updateCart', { tariffDetails: { product, type }, items: [...categories] }).catch(() => {})
}
