/** What someone has paid for, or holds as if they had. */
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/** Something of this product, no trial, is not over yet; frozen or still to begin counts. */
export async function hasRunningPaid(db: DbOrTx, userId: number, product: ProductType, now: Date): Promise<boolean> {
  const running = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', userId)
    .where('productType', '=', product)
    .where('tariffType', '<>', 'trial')
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .limit(1)
    .executeTakeFirst()
  return running !== undefined
}

/** They have bought something once, whatever has become of it. */
export async function hasPaidEver(db: DbOrTx, userId: number): Promise<boolean> {
  const bought = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', userId)
    .where('orderId', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return bought !== undefined
}
