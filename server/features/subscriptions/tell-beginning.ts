import type { ProductType } from '../../../contract/subscriptions.ts'
import { tell } from '../../kit/jobs.ts'
import type { Tx } from '../../kit/sql.ts'
import { listRunningProducts } from './visible.ts'

/**
 * Somebody sees this product from `at` on. Did nobody a moment before, it was not listened to: whoever keeps something for
 * its readers looks for what he missed. Categories are listened to always.
 */
export async function tellBeginning(
  tx: Tx,
  { productType, productId }: { productType: ProductType; productId: number },
  at: Date,
): Promise<void> {
  if (productType === 'category') return
  const before = await listRunningProducts(tx, productType, new Date(at.getTime() - 1), [productId])
  if (before.length === 0)
    await tell(tx, { now: () => at }, 'subscription.began', { productType, productId, at: at.toISOString() })
}
