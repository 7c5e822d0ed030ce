/** What of a cart goes into an order. */
import type { Category } from '../../../../contract/category.ts'
import type { Estimated } from '../../../../rules/pricing/estimate.ts'
import type { Clock } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Tx } from '../../../kit/sql.ts'
import type { SoldTariff } from '../../access/tariffs/tariffs.public.ts'
import { lockCartOf } from './cart-row.ts'
import { estimateCart } from './estimate-cart.ts'

interface OrderableCart {
  /** As it is now, `rate` and `fee` in kopecks. */
  tariff: SoldTariff
  /** In the order in which they were put in; none for projects and groups. */
  categories: Category[]
  /** Of projects or groups; 1 for categories. */
  quantity: number
  /** Kopecks and days, to the letter what the cart shows. */
  estimated: Estimated
  /** Of the code that is in the price: to be reserved with the order. */
  promoId: number | null
}

/**
 * The cart is held until the transaction ends. Refuses what cannot be paid for, and a code that does not apply: no one is to
 * pay more than they think because a code was used up a moment ago.
 */
export async function orderableCart(tx: Tx, clock: Clock, userId: number): Promise<OrderableCart> {
  const contents = await lockCartOf(tx, userId)
  const { tariff, categories, promo, estimated } = await estimateCart(tx, contents, userId, clock.now())
  const ofCategories = contents.product === 'category'
  if (ofCategories && categories.length === 0) throw new AppError('CART_EMPTY')
  if (!tariff || !estimated || tariff.type === 'trial' || tariff.type === 'package')
    throw new AppError('TARIFF_REQUIRED')
  checkQuantity(contents.quantity, tariff)
  if (promo && !promo.applied) throw new AppError('PROMO_CODE_NOT_APPLICABLE', { reason: promo.error })
  return {
    tariff,
    categories: ofCategories ? categories : [],
    quantity: ofCategories ? 1 : contents.quantity,
    estimated,
    promoId: promo?.applied?.id ?? null,
  }
}

/** Of categories one may have as many as there are. */
export function checkQuantity(quantity: number, { product, maxQuantity }: SoldTariff): void {
  if (product !== 'category' && maxQuantity !== null && quantity > maxQuantity)
    throw new AppError('TARIFF_LIMIT_EXCEEDED', { maxQuantity })
}
