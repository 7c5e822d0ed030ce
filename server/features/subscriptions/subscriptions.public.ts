/** What other parts may ask of subscriptions. The one place that answers «what may this person see now». */
import { sql } from 'kysely'
import type { ProductType } from '../../../contract/subscriptions.ts'
import type { VisibleProduct } from '../../../rules/trial.ts'
import { notify } from '../../kit/bus.ts'
import type { DbOrTx, Tx } from '../../kit/sql.ts'

/** Products with a subscription that is running; a paid one outweighs a trial of the same product. */
export async function listVisibleProducts(db: DbOrTx, userId: number, now: Date): Promise<VisibleProduct[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select((select) => ['productType', 'productId', select.fn.agg<boolean>('bool_and', [select('tariffType', '=', 'trial')]).as('trial')])
    .where('userId', '=', userId)
    .where('startsAt', '<=', now)
    .where('expiresAt', '>', now)
    .groupBy(['productType', 'productId'])
    .orderBy('productType')
    .orderBy('productId')
    .execute()
  return rows.map((row) => ({ ...row, productType: row.productType as ProductType }))
}

/** When what this person may see changes by itself next: a subscription begins or ends. */
export async function findNextScopeChange(db: DbOrTx, userId: number, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from subscriptions, unnest(array[starts_at, expires_at]) as at
    where user_id = ${userId} and at > ${now}`.execute(db)
  return rows[0]?.at ?? null
}

export interface NewSubscription {
  userId: number
  productType: ProductType
  productId: number
  tariffType: 'trial' | 'regular' | 'team' | 'package'
  startsAt: Date
  expiresAt: Date
}

export async function subscribe(tx: Tx, subscription: NewSubscription): Promise<void> {
  await tx.insertInto('subscriptions').values(subscription).execute()
  await notify(tx, 'scope.changed', { userId: subscription.userId })
}
