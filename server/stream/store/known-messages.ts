/** Messages that came again: most changed nothing; an edit updates, a deletion at the source hides, a return shows again. */
import type pg from 'pg'
import { changeItems, isMarked, setItemsGone } from '../../features/reading/feed/feed.stream.ts'
import { markTextChanged } from '../../archive/archive.public.ts'
import { publishQuery } from '../../kit/bus.ts'
import { recordEventQuery } from '../../kit/jobs.ts'
import { arrayLiteral, SERIALIZATION_FAILURE } from '../../kit/sql.ts'
import type { MatchedMessage, NewText } from './matched-message.ts'

export interface KnownMessage extends MatchedMessage {
  authorId: number | null
  groupId: number | null
}

interface Row {
  message_id: number
  received_at: Date
  kept: boolean
  text: string
  fingerprint: Uint8Array | null
  gone: boolean
}

/** @returns changed texts of which the feed has to hear: they fit what they did not fit before, or are no longer what their copies say */
export async function updateKnownMessages(client: pg.PoolClient, known: KnownMessage[], now: Date): Promise<NewText[]> {
  const changed = (await readRows(client, known)).filter(isChange).map(({ again }) => again)
  if (changed.length === 0) return []
  await lockKeys(client, changed)
  // Read again, now that no one else can write: anyone who held the locks before us may have changed them.
  const rows = (await readRows(client, changed)).filter(isChange)
  const texts: NewText[] = []
  for (const { row, again } of rows) {
    const { message } = again
    if (message.deleted !== row.gone) await setGone(client, row, message.deleted ? now : null)
    if (message.deleted || message.text === row.text) continue
    const changed = await changeText(client, row, again, now)
    if (changed) texts.push(changed)
  }
  return texts
}

/** Most messages that come again are as they were: they are read, and nothing of them is locked or written. */
const isChange = ({ row, again: { message } }: { row: Row; again: KnownMessage }): boolean =>
  message.deleted !== row.gone || (!message.deleted && message.text !== row.text)

/** In the order in which they came, so that their items get their seqIds in it. */
async function readRows(client: pg.PoolClient, known: KnownMessage[]): Promise<{ row: Row; again: KnownMessage }[]> {
  if (known.length === 0) return []
  const { rows } = await client.query<Row>({
    name: 'store-known',
    text: `select k.message_id, k.received_at, k.kept, m.text, m.fingerprint, m.deleted_at is not null as gone
      from unnest($1::text[], $2::text[]) with ordinality as wanted (network, external_id, place)
      join message_keys k using (network, external_id)
      join messages m on m.id = k.message_id and m.kept = k.kept and m.received_at = k.received_at
      order by place`,
    values: keysOf(known),
  })
  if (rows.length < known.length) throw new KeyGone()
  return known.map((again, place) => ({ row: rows[place] as Row, again }))
}

/** A message that had been known a moment ago expired meanwhile: the batch is stored again, and finds it new. */
class KeyGone extends Error {
  readonly code = SERIALIZATION_FAILURE
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
  await setItemsGone(client, row.message_id, deletedAt !== null)
  await markTextChanged(client, row.message_id, row.received_at)
  if (row.kept) await client.query(publishQuery('message.changed', { messageId: row.message_id, userIds: null }))
}

async function changeText(client: pg.PoolClient, row: Row, again: KnownMessage, now: Date): Promise<NewText | null> {
  const { message, hits, authorId, groupId } = again
  const { message_id: messageId, received_at: receivedAt } = row
  await markTextChanged(client, messageId, receivedAt)
  if (!row.kept && hits.length === 0) {
    await client.query(
      'update messages set text = $3, edited_at = $4 where id = $1 and not kept and received_at = $2',
      [messageId, receivedAt, message.text, message.editedAt ?? now],
    )
    return null
  }
  const scores = again.scores()
  await client.query(
    `update messages set text = $4, edited_at = $5, terms = $6::text[], fingerprint = $7, unwanted_score = $8, intent_score = $9, kept = true
      where id = $1 and kept = $2 and received_at = $3`,
    [
      messageId,
      row.kept,
      receivedAt,
      message.text,
      message.editedAt ?? now,
      arrayLiteral(again.terms()),
      scores.fingerprint,
      scores.unwantedScore,
      scores.intentScore,
    ],
  )
  if (!row.kept) {
    await client.query('update message_keys set kept = true where network = $1 and external_id = $2', [
      message.network,
      message.externalId,
    ])
  }
  const items = await changeItems(client, messageId, hits, scores, again.suppressedUnder)
  if (items.length > 0) {
    await client.query(publishQuery('message.changed', { messageId, userIds: null, edited: true }))
    await client.query(recordEventQuery('message.edited', { messageId }, now))
  }
  const before = items[0] ? { clusterId: items[0].clusterId, same: isSame(row.fingerprint, scores.fingerprint) } : null
  const newHits = hits.filter((hit) => !isMarked(items, hit))
  if (newHits.length === 0 && (!before || before.same)) return null
  return { messageId, receivedAt, message, scores, authorId, groupId, hits: newHits, before }
}

const isSame = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one && other ? Buffer.compare(one, other) === 0 : one === other
