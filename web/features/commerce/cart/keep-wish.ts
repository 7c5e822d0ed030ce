import type { ProductWish } from '../../../../rules/redirects.ts'
import { ask } from '../../../kit/calls/ask.ts'

/**
 * Puts what a visitor wants to try into their cart, which outlives a login, this tab, and a week of thinking.
 * @returns whether it stands there
 */
export async function keepWish({ product, type = 'regular', categories = [] }: ProductWish): Promise<boolean> {
  try {
    await ask('cart', 'updateCart', { tariffDetails: { product, type }, items: [...categories] })
    return true
  } catch {
    return false
  }
}
