/** The items of one product as a whole: what it looks for has changed, and what is stored is gone through by it. */
import { sql } from 'kysely'
import type pg from 'pg'
import { arrayLiteral, type DbOrTx } from '../../../../kit/sql.ts'
import type { ProductMatch } from './items.ts'

export interface Product {
  productType: string
  productId: number
}

/** What names the message of an item. */
export interface ItemMessage {
  id: number
  receivedAt: Date
}

/** The messages of all its items, those received first first. */
export async function listItemMessages(db: DbOrTx, { productType, productId }: Product): Promise<ItemMessage[]> {
  const { rows } = await sql<ItemMessage>`
    select message_id as id, received_at from feed_items
    where product_type = ${productType} and product_id = ${productId} order by received_at, message_id`.execute(db)
  return rows
}

/** The items of a message, and whether one of them is the product's. */
export interface ItemsOfMessage {
  messageId: number
  clusterId: number
  isThere: boolean
}

/** Of those of these messages that have items, under whatever product. */
export async function readItemsOfMessages(
  client: pg.ClientBase,
  { productType, productId }: Product,
  messageIds: number[],
): Promise<Map<number, ItemsOfMessage>> {
  const { rows } = await client.query<ItemsOfMessage>(
    `select message_id as "messageId", min(cluster_id) as "clusterId", bool_or(product_type = $1 and product_id = $2) as "isThere"
      from feed_items where message_id = any($3::bigint[]) group by message_id`,
    [productType, productId, messageIds],
  )
  return new Map(rows.map((row) => [row.messageId, row]))
}

/**
 * Why items are there, and what keeps them away, as it is to be from now on.
 * @returns the messages that are kept away from now on, and those that are no longer
 */
export async function settleMarks(
  client: pg.ClientBase,
  marks: (ProductMatch & { messageId: number })[],
): Promise<{ suppressed: number[]; shown: number[] }> {
  if (marks.length === 0) return { suppressed: [], shown: [] }
  const { rows } = await client.query<{ messageId: number; before: string | null; suppressedBy: string | null }>(
    `update feed_items i set keyword = given.keyword, spans = given.spans::integer[], suppressed_by = given.suppressed_by
      from (select given.*, earlier.suppressed_by as before
        from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[])
          as given (product_type, product_id, message_id, keyword, spans, suppressed_by)
        join feed_items earlier using (product_type, product_id, message_id)
        where (earlier.keyword, earlier.spans, earlier.suppressed_by) is distinct from (given.keyword, given.spans::integer[], given.suppressed_by)
        order by earlier.seq_id for update of earlier) as given
      where i.product_type = given.product_type and i.product_id = given.product_id and i.message_id = given.message_id
      returning i.message_id as "messageId", given.before, i.suppressed_by as "suppressedBy"`,
    [
      marks.map(({ productType }) => productType),
      marks.map(({ productId }) => productId),
      marks.map(({ messageId }) => messageId),
      marks.map(({ keyword }) => keyword),
      marks.map(({ spans }) => arrayLiteral(spans.flat())),
      marks.map(({ suppressedBy }) => suppressedBy),
    ],
  )
  const among = (isIt: (row: { before: string | null; suppressedBy: string | null }) => boolean): number[] =>
    rows.filter(isIt).map(({ messageId }) => messageId)
  return {
    suppressed: among(({ before, suppressedBy }) => before === null && suppressedBy !== null),
    shown: among(({ before, suppressedBy }) => before !== null && suppressedBy === null),
  }
}

/** What people did with the messages stays, and is there again when they come back. To be called under `lockFeedItems`. */
export async function deleteItems(
  client: pg.ClientBase,
  { productType, productId }: Product,
  messageIds: number[],
): Promise<void> {
  if (messageIds.length === 0) return
  await client.query(
    'delete from feed_items where product_type = $1 and product_id = $2 and message_id = any($3::bigint[])',
    [productType, productId, messageIds],
  )
}
