/** What a category brought, as strangers may see it. */
import { sql } from 'kysely'
import type { Db } from '../../../kit/sql.ts'
import { readMessages } from '../../../archive/archive.public.ts'
import { isPublicItemSql, type PublicMessage } from './samples.public.ts'

export interface PublicItem {
  messageId: number
  receivedAt: Date
  spans: number[]
}

export interface PublicItemsAsked {
  /** Only what was written before: as old as a trial shows it. */
  before: Date
  /** So many of the newest items are looked at, and so many handed out at most: copies are left out. */
  look: number
  most: number
  /** Of this place alone; left out: wherever they are from. */
  locationId?: number
}

/** Newest first, one of each text. */
export async function listPublicItems(
  db: Db,
  categoryId: number,
  { before, look, most, locationId }: PublicItemsAsked,
): Promise<PublicItem[]> {
  // Beyond what is looked at no item of a place is searched for: of a rare one that would be all there ever were.
  const place = locationId === undefined ? sql`` : sql`, i.location_id`
  const ofPlace = locationId === undefined ? sql`` : sql`where near.location_id = ${locationId}`
  const { rows } = await sql<PublicItem>`
    select i.message_id, i.received_at, i.spans from (
      select distinct on (near.cluster_id) near.seq_id from (
        select i.seq_id, i.cluster_id${place} from feed_items i
        where i.product_type = 'category' and i.product_id = ${categoryId} and i.published_at < ${before} and ${isPublicItemSql}
        order by i.seq_id desc limit ${look}
      ) as near ${ofPlace} order by near.cluster_id, near.seq_id desc
    ) as first join feed_items i using (seq_id)
    order by i.seq_id desc limit ${most}`.execute(db)
  return rows
}

/** With their texts, and what fitted in them. */
export async function readPublicItems(db: Db, items: readonly PublicItem[]): Promise<PublicMessage[]> {
  const spans = new Map(items.map((item) => [item.messageId, item.spans]))
  const messages = await readMessages(
    db,
    items.map(({ messageId, receivedAt }) => ({ id: messageId, receivedAt: receivedAt.getTime() })),
  )
  return messages.map((message) => ({ ...message, spans: pairs(spans.get(message.id) ?? []) }))
}

const pairs = (spans: readonly number[]): [number, number][] =>
  Array.from({ length: spans.length / 2 }, (_, n) => [spans[2 * n]!, spans[2 * n + 1]!])
