/**
 * Messages and what they fit, one transaction a batch, with the source's cursor in it: a crash loses nothing and doubles
 * nothing. A message is named by (network, external id): a second time changes nothing unless its text changed or it is
 * gone at the source.
 */
import type pg from 'pg'
import { noticeQuery } from '../../kit/bus.ts'
import type { Clock } from '../../kit/clock.ts'
import { arrayLiteral, type Database } from '../../kit/sql.ts'
import type { Hit } from '../match/standing-queries.ts'
import type { Message } from '../normalise/normalise.ts'
import { partitionKeeper } from './partitions.ts'
import { partyKeeper, type PartyKeeper } from './parties.ts'
import { updateKnownMessages, type KnownMessage } from './known-messages.ts'

export interface MatchedMessage {
  message: Message
  hits: Hit[]
  /** The terms filters ask for; worked out only for messages that are kept. */
  terms(): string[]
}

export interface Batch<Cursor = unknown> {
  source: string
  cursor: Cursor
  received: number
  messages: MatchedMessage[]
}

export interface Stored {
  /** New messages. */
  messages: number
  /** New feed items. */
  items: number
  /** The same by product. */
  fitted: Fitted[]
  receivedAt: Date
}

interface Fitted {
  productType: string
  productId: number
  items: number
}

/** A feed item before it has its seqId. */
export interface NewItem {
  messageId: number
  receivedAt: Date
  message: Message
  authorId: number | null
  groupId: number | null
  hit: Hit
}

/** Held from the first seqId of a batch to its commit, so that seqIds become visible in their order. */
const SEQ_LOCK = 7_301_002

export interface Store {
  store(batch: Batch): Promise<Stored>
}

export function openStore(database: Database, clock: Clock): Store {
  const ensurePartitions = partitionKeeper(database.db)
  const authors = partyKeeper('authors')
  const groups = partyKeeper('groups')

  return {
    async store(batch) {
      const receivedAt = clock.now()
      await ensurePartitions(receivedAt)
      const client = await database.pool.connect()
      let broken: Error | undefined
      try {
        await client.query('begin')
        const stored = await storeBatch(client, batch, receivedAt, authors, groups)
        await client.query('commit')
        authors.remember()
        groups.remember()
        return stored
      } catch (error) {
        authors.forget()
        groups.forget()
        await client.query('rollback').catch((rollback: Error) => (broken = rollback))
        throw error
      } finally {
        client.release(broken)
      }
    },
  }
}

async function storeBatch(
  client: pg.PoolClient,
  batch: Batch,
  receivedAt: Date,
  authors: PartyKeeper,
  groups: PartyKeeper,
): Promise<Stored> {
  const incoming = lastOfEach(batch.messages)
  const authorIds = await authors.ids(client, incoming.map(({ message }) => message))
  const groupIds = await groups.ids(client, incoming.map(({ message }) => message))

  const newIds = await insertKeys(client, incoming, receivedAt)
  const fresh: NewMessage[] = []
  const known: KnownMessage[] = []
  incoming.forEach((matched, place) => {
    const ids = { authorId: authorIds[place] ?? null, groupId: groupIds[place] ?? null }
    const id = newIds.get(keyOf(matched.message))
    if (id === undefined) known.push({ ...matched, ...ids })
    else fresh.push({ ...matched, ...ids, id })
  })
  await insertMessages(client, fresh, receivedAt)
  const items: NewItem[] = fresh.flatMap(({ id, message, hits, authorId, groupId }) =>
    message.deleted ? [] : hits.map((hit) => ({ messageId: id, receivedAt, message, authorId, groupId, hit })),
  )
  items.push(...(await updateKnownMessages(client, known, receivedAt)))
  const fitted = await insertItems(client, items)
  await client.query({
    name: 'store-cursor',
    text: `insert into source_cursors (source, cursor, messages, updated_at) values ($1, $2, $3, $4)
      on conflict (source) do update set cursor = excluded.cursor, messages = source_cursors.messages + excluded.messages,
        updated_at = excluded.updated_at`,
    values: [batch.source, JSON.stringify(batch.cursor), fresh.length, receivedAt],
  })
  return { messages: fresh.length, items: fitted.reduce((sum, product) => sum + product.items, 0), fitted, receivedAt }
}

interface NewMessage extends KnownMessage {
  id: number
}

const keyOf = (message: { network: string; externalId: string }): string => `${message.network}\n${message.externalId}`

/** A message twice in one batch: what the source said last holds. */
function lastOfEach(messages: MatchedMessage[]): MatchedMessage[] {
  const last = new Map(messages.map((matched) => [keyOf(matched.message), matched]))
  return [...last.values()]
}

/**
 * Keys go in sorted, so that two processes do not wait for each other crosswise.
 * @returns the ids of the messages that were not known, by key
 */
async function insertKeys(client: pg.PoolClient, incoming: MatchedMessage[], receivedAt: Date): Promise<Map<string, number>> {
  const { rows } = await client.query<{ network: string; external_id: string; message_id: number }>({
    name: 'store-keys',
    text: `insert into message_keys (network, external_id, message_id, received_at, kept)
      select network, external_id, nextval('message_id_seq'), $4, kept
      from (select * from unnest($1::text[], $2::text[], $3::boolean[]) as incoming (network, external_id, kept)
        order by network, external_id) as sorted
      on conflict (network, external_id) do nothing
      returning network, external_id, message_id`,
    values: [
      incoming.map(({ message }) => message.network),
      incoming.map(({ message }) => message.externalId),
      incoming.map(({ hits }) => hits.length > 0),
      receivedAt,
    ],
  })
  return new Map(rows.map((row) => [keyOf({ network: row.network, externalId: row.external_id }), row.message_id]))
}

async function insertMessages(client: pg.PoolClient, fresh: NewMessage[], receivedAt: Date): Promise<void> {
  if (fresh.length === 0) return
  await client.query({
    name: 'store-messages',
    text: `insert into messages (id, received_at, kept, network, external_id, kind, published_at, edited_at, deleted_at,
        author_id, group_id, url, demo, text, terms)
      select id, $1::timestamptz, kept, network, external_id, kind, published_at, edited_at, case when deleted then $1::timestamptz end,
        author_id, group_id, url, demo, text, terms::text[]
      from unnest($2::bigint[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[],
        $9::boolean[], $10::bigint[], $11::bigint[], $12::text[], $13::boolean[], $14::text[], $15::text[])
        as incoming (id, kept, network, external_id, kind, published_at, edited_at, deleted, author_id, group_id, url, demo,
          text, terms)`,
    values: [
      receivedAt,
      fresh.map(({ id }) => id),
      fresh.map(({ hits }) => hits.length > 0),
      fresh.map(({ message }) => message.network),
      fresh.map(({ message }) => message.externalId),
      fresh.map(({ message }) => message.kind),
      fresh.map(({ message }) => message.publishedAt),
      fresh.map(({ message }) => message.editedAt),
      fresh.map(({ message }) => message.deleted),
      fresh.map(({ authorId }) => authorId),
      fresh.map(({ groupId }) => groupId),
      fresh.map(({ message }) => message.url),
      fresh.map(({ message }) => message.demo),
      fresh.map(({ message }) => message.text),
      fresh.map(({ hits, terms }) => (hits.length > 0 ? arrayLiteral(terms()) : null)),
    ],
  })
}

async function insertItems(client: pg.PoolClient, items: NewItem[]): Promise<Fitted[]> {
  if (items.length === 0) return []
  await client.query('select pg_advisory_xact_lock($1)', [SEQ_LOCK])
  const { rows } = await client.query<Fitted & { upTo: number }>({
    name: 'store-items',
    text: `with stored as (
        insert into feed_items (seq_id, product_type, product_id, message_id, received_at, published_at, network, kind,
          author_id, group_id, demo, keyword, spans)
        select nextval('feed_seq'), product_type, product_id, message_id, received_at, published_at, network, kind,
          author_id, group_id, demo, keyword, spans::integer[]
        from (select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::text[],
            $7::text[], $8::bigint[], $9::bigint[], $10::boolean[], $11::text[], $12::text[]) with ordinality
          as incoming (product_type, product_id, message_id, received_at, published_at, network, kind, author_id, group_id,
            demo, keyword, spans, place) order by place) as sorted
        on conflict (message_id, product_type, product_id) do nothing
        returning seq_id, product_type, product_id)
      select product_type as "productType", product_id as "productId", count(*) as items, max(seq_id) as "upTo"
      from stored group by product_type, product_id`,
    values: [
      items.map(({ hit }) => hit.productType),
      items.map(({ hit }) => hit.productId),
      items.map(({ messageId }) => messageId),
      items.map(({ receivedAt }) => receivedAt),
      items.map(({ message }) => message.publishedAt),
      items.map(({ message }) => message.network),
      items.map(({ message }) => message.kind),
      items.map(({ authorId }) => authorId),
      items.map(({ groupId }) => groupId),
      items.map(({ message }) => message.demo),
      items.map(({ hit }) => hit.keyword),
      items.map(({ hit }) => arrayLiteral(hit.spans.flat())),
    ],
  })
  // From the same transaction: heard when, and only when, the items can be read.
  const upTo = Math.max(...rows.map((row) => row.upTo))
  if (rows.length > 0) await client.query(noticeQuery('feed.stored', { upTo }))
  return rows.map(({ productType, productId, items: count }) => ({ productType, productId, items: count }))
}
