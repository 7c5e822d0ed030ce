/** Messages that came again: most changed nothing; an edit updates, a deletion at the source hides, a return shows again. */
import type pg from 'pg'
import { arrayLiteral } from '../../kit/sql.ts'
import type { Hit } from '../match/standing-queries.ts'
import type { MatchedMessage, NewItem } from './store.ts'

export interface KnownMessage extends MatchedMessage {
  authorId: number | null
  groupId: number | null
}

interface Row {
  message_id: number
  received_at: Date
  kept: boolean
  text: string
  gone: boolean
}

/** @returns feed items for what a changed text fits now and did not before */
export async function updateKnownMessages(client: pg.PoolClient, known: KnownMessage[], now: Date): Promise<NewItem[]> {
  const changed = (await readRows(client, known)).filter(isChange).map(({ again }) => again)
  if (changed.length === 0) return []
  await lockKeys(client, changed)
  // Read anew, now that nobody else can write: whoever held the locks before us may have changed them.
  const rows = (await readRows(client, changed)).filter(isChange)
  const items: NewItem[] = []
  for (const { row, again } of rows) {
    const { message } = again
    if (message.deleted !== row.gone) await setGone(client, row, message.deleted ? now : null)
    if (message.deleted || message.text === row.text) continue
    items.push(...(await changeText(client, row, again, now)))
  }
  return items
}

/** Most messages that come again are as they were: they are read, and nothing of them is locked or written. */
const isChange = ({ row, again: { message } }: { row: Row; again: KnownMessage }): boolean =>
  message.deleted !== row.gone || (!message.deleted && message.text !== row.text)

/** In the order in which they came, so that their items get their seqIds in it. */
async function readRows(client: pg.PoolClient, known: KnownMessage[]): Promise<{ row: Row; again: KnownMessage }[]> {
  if (known.length === 0) return []
  const { rows } = await client.query<Row>({
    name: 'store-known',
    text: `select k.message_id, k.received_at, k.kept, m.text, m.deleted_at is not null as gone
      from unnest($1::text[], $2::text[]) with ordinality as wanted (network, external_id, place)
      join message_keys k using (network, external_id)
      join messages m on m.id = k.message_id and m.kept = k.kept and m.received_at = k.received_at
      order by place`,
    values: keysOf(known),
  })
  if (rows.length < known.length) throw new KeyGone()
  return known.map((again, place) => ({ row: rows[place] as Row, again }))
}

/** A message that had been known a moment ago expired meanwhile: the batch is stored anew, and finds it new. */
class KeyGone extends Error {
  /** PostgreSQL's code for «try again». */
  readonly code = '40001'
}

/** In the order of the keys, the same in every process, so that no two wait for each other crosswise. */
async function lockKeys(client: pg.PoolClient, known: KnownMessage[]): Promise<void> {
  await client.query({
    name: 'store-known-lock',
    text: `select from message_keys k join unnest($1::text[], $2::text[]) as wanted (network, external_id) using (network, external_id)
      order by network, external_id for update of k`,
    values: keysOf(known),
  })
}

const keysOf = (known: KnownMessage[]): string[][] => [
  known.map(({ message }) => message.network),
  known.map(({ message }) => message.externalId),
]

async function setGone(client: pg.PoolClient, row: Row, deletedAt: Date | null): Promise<void> {
  await client.query('update messages set deleted_at = $4 where id = $1 and kept = $2 and received_at = $3', [
    row.message_id,
    row.kept,
    row.received_at,
    deletedAt,
  ])
  await client.query('update feed_items set gone = $2 where message_id = $1', [row.message_id, deletedAt !== null])
}

async function changeText(client: pg.PoolClient, row: Row, again: KnownMessage, now: Date): Promise<NewItem[]> {
  const { message, hits, terms, authorId, groupId } = again
  const kept = row.kept || hits.length > 0
  await client.query(
    `update messages set text = $4, edited_at = $5, terms = $6::text[], kept = $7 where id = $1 and kept = $2 and received_at = $3`,
    [row.message_id, row.kept, row.received_at, message.text, message.editedAt ?? now, kept ? arrayLiteral(terms()) : null, kept],
  )
  if (kept !== row.kept) {
    await client.query('update message_keys set kept = $3 where network = $1 and external_id = $2', [message.network, message.externalId, kept])
  }
  // An item stays although its text no longer fits: somebody may be working on it. Its old marks would point anywhere.
  const { rows: before } = await client.query<{ product_type: string; product_id: number }>(
    `update feed_items set spans = '{}' where message_id = $1 returning product_type, product_id`,
    [row.message_id],
  )
  const had = (hit: Hit): boolean => before.some((item) => item.product_type === hit.productType && item.product_id === hit.productId)
  for (const hit of hits.filter(had)) {
    await client.query(
      'update feed_items set keyword = $4, spans = $5::integer[] where message_id = $1 and product_type = $2 and product_id = $3',
      [row.message_id, hit.productType, hit.productId, hit.keyword, arrayLiteral(hit.spans.flat())],
    )
  }
  return hits
    .filter((hit) => !had(hit))
    .map((hit) => ({ messageId: row.message_id, receivedAt: row.received_at, message, authorId, groupId, hit }))
}
