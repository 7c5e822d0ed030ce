/**
 * Messages and what they fit, one transaction a batch, with the source's cursor in it: a crash loses nothing and doubles
 * nothing. A message is named by (network, external id): a second time changes nothing unless its text changed or it is
 * gone at the source.
 */
import type pg from 'pg'
import {
  insertItems,
  lockFeedItems,
  moveItems,
  type FittedCount,
  type NewItem,
} from '../../features/reading/feed/feed.stream.ts'
import { keepLeads } from '../../features/reading/leads/leads.stream.ts'
import type { Clock } from '../../kit/clock.ts'
import { arrayLiteral, withTransaction, type Database } from '../../kit/sql.ts'
import { openClusters, type Clusters } from './clusters.ts'
import { updateKnownMessages, type KnownMessage } from './known-messages.ts'
import type { MatchedMessage, NewText } from './matched-message.ts'
import { newItemOf } from './new-item.ts'
import { partitionKeeper } from './partitions.ts'
import { partyKeeper, type PartyKeeper } from './parties.ts'

export interface MatchedBatch<Cursor = unknown> {
  source: string
  cursor: Cursor
  received: number
  messages: MatchedMessage[]
}

export interface StoredBatch {
  /** New messages. */
  messages: number
  /** New feed items. */
  items: number
  /** The same by product. */
  fitted: FittedCount[]
  receivedAt: Date
}

export interface Store {
  store(batch: MatchedBatch): Promise<StoredBatch>
}

/** @param days texts received further apart are no copies of each other */
export function openStore(database: Database, clock: Clock, days = 14): Store {
  const ensurePartitions = partitionKeeper(database.db)
  const authors = partyKeeper('authors')
  const groups = partyKeeper('groups')
  const clusters = openClusters(database, days)
  const keepers: Keepers = { authors, groups, clusters }

  return {
    async store(batch) {
      const receivedAt = clock.now()
      await ensurePartitions(receivedAt)
      try {
        const stored = await withTransaction(
          database,
          (client) => storeBatch(client, batch, receivedAt, keepers),
          async (client) => {
            if (batch.messages.length > 0) await clusters.catchUp(client, receivedAt)
          },
        )
        for (const keeper of [authors, groups, clusters]) keeper.remember()
        return stored
      } catch (error) {
        for (const keeper of [authors, groups, clusters]) keeper.forget()
        throw error
      }
    },
  }
}

interface Keepers {
  authors: PartyKeeper
  groups: PartyKeeper
  clusters: Clusters
}

async function storeBatch(
  client: pg.PoolClient,
  batch: MatchedBatch,
  receivedAt: Date,
  { authors, groups, clusters }: Keepers,
): Promise<StoredBatch> {
  const incoming = await withoutUnknownDeletions(client, lastOfEach(batch.messages))
  const authorIds = await authors.ids(
    client,
    incoming.map(({ message }) => message),
  )
  const groupIds = await groups.ids(
    client,
    incoming.map(({ message }) => message),
  )

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
  const texts: NewText[] = fresh
    .filter(({ message, hits }) => !message.deleted && hits.length > 0)
    .map(({ id, message, hits, scores, authorId, groupId }) => ({
      messageId: id,
      receivedAt,
      message,
      scores: scores(),
      authorId,
      groupId,
      hits,
      before: null,
    }))
  texts.push(...(await updateKnownMessages(client, known, receivedAt)))
  await client.query({
    name: 'store-cursor',
    text: `insert into source_cursors (source, cursor, messages, updated_at) values ($1, $2, $3, $4)
      on conflict (source) do update set cursor = excluded.cursor, messages = source_cursors.messages + excluded.messages,
        updated_at = excluded.updated_at`,
    values: [batch.source, JSON.stringify(batch.cursor), fresh.length, receivedAt],
  })
  const fitted = await storeItems(client, texts, clusters, receivedAt)
  return { messages: fresh.length, items: fitted.reduce((sum, product) => sum + product.items, 0), fitted, receivedAt }
}

/** The last of a batch, as all others that store wait for its end from the lock on. */
async function storeItems(
  client: pg.PoolClient,
  texts: NewText[],
  clusters: Clusters,
  now: Date,
): Promise<FittedCount[]> {
  if (texts.length === 0) return []
  const changed = texts.filter(({ before }) => !before?.same)
  const looked = clusters.look(
    changed.map(({ messageId, scores, before }) => ({
      messageId,
      fingerprint: scores.fingerprint,
      words: scores.words,
      edited: before !== null,
    })),
    now,
  )
  await lockFeedItems(client)
  const decided = await clusters.decide(client, looked)
  const clusterIds = new Map(changed.map(({ messageId }, place) => [messageId, decided[place] as number]))
  const items: NewItem[] = []
  for (const text of texts) {
    const { messageId, before } = text
    const clusterId = clusterIds.get(messageId) ?? before?.clusterId ?? messageId
    if (before && before.clusterId !== clusterId) {
      await moveItems(client, messageId, clusterId)
      await keepLeads(client, before.clusterId, clusterId)
    }
    for (const hit of text.hits) items.push(newItemOf(text, clusterId, hit))
  }
  return insertItems(client, items)
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

/** What is gone at its source and was never stored is nothing to anybody: networks report every deletion there is. */
async function withoutUnknownDeletions(client: pg.PoolClient, incoming: MatchedMessage[]): Promise<MatchedMessage[]> {
  const deleted = incoming.filter(({ message }) => message.deleted)
  if (deleted.length === 0) return incoming
  const { rows } = await client.query<{ network: string; externalId: string }>({
    name: 'store-deleted',
    text: `select network, external_id as "externalId" from message_keys
      join unnest($1::text[], $2::text[]) as deleted (network, external_id) using (network, external_id)`,
    values: [deleted.map(({ message }) => message.network), deleted.map(({ message }) => message.externalId)],
  })
  const known = new Set(rows.map(keyOf))
  return incoming.filter(({ message }) => !message.deleted || known.has(keyOf(message)))
}

/**
 * Keys go in sorted, so that two processes do not wait for each other crosswise.
 * @returns the ids of the messages that were not known, by key
 */
async function insertKeys(
  client: pg.PoolClient,
  incoming: MatchedMessage[],
  receivedAt: Date,
): Promise<Map<string, number>> {
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
  const scores = fresh.map((message) => (message.hits.length > 0 ? message.scores() : null))
  await client.query({
    name: 'store-messages',
    text: `insert into messages (id, received_at, kept, network, external_id, kind, published_at, edited_at, deleted_at,
        author_id, group_id, url, demo, text, terms, fingerprint, unwanted_score, intent_score)
      select id, $1::timestamptz, kept, network, external_id, kind, published_at, edited_at, case when deleted then $1::timestamptz end,
        author_id, group_id, url, demo, text, terms::text[], fingerprint, unwanted_score, intent_score
      from unnest($2::bigint[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[],
        $9::boolean[], $10::bigint[], $11::bigint[], $12::text[], $13::boolean[], $14::text[], $15::text[],
        $16::bytea[], $17::real[], $18::real[])
        as incoming (id, kept, network, external_id, kind, published_at, edited_at, deleted, author_id, group_id, url, demo,
          text, terms, fingerprint, unwanted_score, intent_score)`,
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
      scores.map((each) => each?.fingerprint ?? null),
      scores.map((each) => each?.unwantedScore ?? null),
      scores.map((each) => each?.intentScore ?? null),
    ],
  })
}
