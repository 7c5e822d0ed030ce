/** The newest messages of a person's products: those are judged. */
import { sql } from 'kysely'
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

export interface HeldProduct {
  productType: ProductType
  productId: number
}

/** No more are judged at once; older ones fit. */
const MOST = 2_000

export interface RecentTexts {
  /** The newest seqId of the service: up to there nothing is missing. */
  upTo: number
  messages: { messageId: number; text: string }[]
}

/** @param afterOf the seqId behind which items of a product are wanted */
export async function readRecentTexts(
  db: DbOrTx,
  products: HeldProduct[],
  afterOf: (product: HeldProduct) => number,
): Promise<RecentTexts> {
  const upTo = await readNewest(db)
  if (products.every((product) => afterOf(product) >= upTo)) return { upTo, messages: [] }
  const { rows } = await sql<{ messageId: number; text: string }>`
    select distinct on (m.id) m.id as message_id, m.text
    from (
      select i.message_id, i.received_at
      from unnest(${products.map(({ productType }) => productType)}::text[], ${products.map(({ productId }) => productId)}::bigint[],
        ${products.map(afterOf)}::bigint[]) as p (product_type, product_id, after)
      cross join lateral (
        select i.seq_id, i.message_id, i.received_at from feed_items i
        where i.product_type = p.product_type and i.product_id = p.product_id and i.seq_id > p.after and i.seq_id <= ${upTo}
        order by i.seq_id desc limit ${MOST}) as i
      order by i.seq_id desc limit ${MOST}) as i
    join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at`.execute(db)
  return { upTo, messages: rows }
}

/** Everything up to it can be read from now on. */
export async function readNewest(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ newest: number }>`select coalesce(max(seq_id), 0) as newest from feed_items`.execute(db)
  return rows[0]?.newest ?? 0
}
