/** What an order is to who paid it. The report counts by it (server/features/office/reports/sub-report.ts). */
import { sql } from 'kysely'
import type { Tx } from '../../../kit/sql.ts'
import type { Order } from './order-row.ts'

/** The first that the person paid, more time of what they had, or something besides. */
export type PurchaseKind = 'first' | 'prolonged' | 'added'

/** Asked once the order has opened what it opens: until then another of the same person may be paid beside it. */
export async function readPurchaseKind(
  tx: Tx,
  { id, userId, product, items, extendsId }: Pick<Order, 'id' | 'userId' | 'product' | 'items' | 'extendsId'>,
): Promise<{ purchase: PurchaseKind; afterTrial: boolean }> {
  const { rows } = await sql<{ any: boolean; same: boolean; afterTrial: boolean }>`
    select count(*) > 0 as any,
      coalesce(bool_or(product = ${product} and (product <> 'category' or items && ${items}::bigint[])), false) as same,
      exists (select from subscriptions where user_id = ${userId} and tariff_type = 'trial') as after_trial
    from orders where user_id = ${userId} and status = 'paid' and opened_at is not null and id <> ${id}`.execute(tx)
  const { any = false, same = false, afterTrial = false } = rows[0] ?? {}
  return { purchase: !any ? 'first' : same && extendsId === null ? 'prolonged' : 'added', afterTrial }
}
