import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import { recordEvent } from '../../../kit/jobs.ts'
import type { Tx } from '../../../kit/sql.ts'
import { listRunningProducts } from './visible.ts'

/**
 * Someone sees this product from `at` on. Did no one a moment before, it was not listened to: anyone who keeps something for
 * its readers looks for what they missed. Categories are listened to always.
 */
export async function recordSubscriptionStart(
  tx: Tx,
  { productType, productId }: { productType: ProductType; productId: number },
  at: Date,
): Promise<void> {
  if (productType === 'category') return
  const before = await listRunningProducts(tx, productType, new Date(at.getTime() - 1), [productId])
  if (before.length === 0)
    await recordEvent(tx, { now: () => at }, 'subscription.began', { productType, productId, at: at.toISOString() })
}
