/** What a person's own marks speak against, as far as they did not keep it themselves. */
import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '../../../kit/sql.ts'
import type { VisibleProduct } from '../../../../rules/trial.ts'

type Sql = RawBuilder<unknown>

/**
 * Each question for itself and none about another's row: so the database may read the answers of one person once, as sets.
 * @param i the name of an item in the query around it
 */
export const isDismissedByModel = (userId: number, i: Sql): Sql => sql`(
  exists (select from dismissed_messages u where u.user_id = ${userId} and u.message_id = ${i}.message_id)
  and not exists (select from favorites f where f.user_id = ${userId} and f.message_id = ${i}.message_id)
  and not exists (select from notes n where n.user_id = ${userId} and n.message_id = ${i}.message_id)
  and not exists (select from reactions r where r.user_id = ${userId} and r.message_id = ${i}.message_id and r.reaction = 'like'))`

/** How many of the newest items of these products are dismissed, and of how many. */
export async function countDismissed(
  db: DbOrTx,
  userId: number,
  products: Pick<VisibleProduct, 'productType' | 'productId'>[],
  most: number,
): Promise<{ dismissed: number; of: number }> {
  const types = products.map(({ productType }) => productType)
  const ids = products.map(({ productId }) => productId)
  const { rows } = await sql<{ dismissed: number; of: number }>`
    select count(*) filter (where ${isDismissedByModel(userId, sql.raw('i'))})::integer as dismissed, count(*)::integer as "of"
    from (
      select i.message_id
      from unnest(${types}::text[], ${ids}::bigint[]) as p (product_type, product_id)
      cross join lateral (
        select i.seq_id, i.message_id from feed_items i
        where i.product_type = p.product_type and i.product_id = p.product_id and not i.gone
        order by i.seq_id desc limit ${most}) as i
      order by i.seq_id desc limit ${most}) as i`.execute(db)
  return rows[0] ?? { dismissed: 0, of: 0 }
}
