/** What somebody has paid for, or holds as if he had. */
import { sql } from 'kysely'
import type { ProductType } from '../../../contract/subscriptions.ts'
import type { DbOrTx } from '../../kit/sql.ts'

/** Something of this product, no trial, is not over yet; frozen or still to begin counts. */
export async function hasRunningPaid(db: DbOrTx, userId: number, product: ProductType, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from subscriptions where user_id = ${userId} and product_type = ${product}
      and tariff_type <> 'trial' and ended_at is null and expires_at > ${now} limit 1`.execute(db)
  return rows.length > 0
}

/** He has bought something once, whatever has become of it. */
export async function hasPaidEver(db: DbOrTx, userId: number): Promise<boolean> {
  const { rows } =
    await sql`select from subscriptions where user_id = ${userId} and order_id is not null limit 1`.execute(db)
  return rows.length > 0
}
