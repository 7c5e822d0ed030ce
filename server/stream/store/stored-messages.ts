/** Messages that are stored already, taken up again: a search of what is stored found that they fit. */
import type pg from 'pg'
import type { MessageKind, Network, SourceKind } from '../../../contract/networks.ts'
import { arrayLiteral } from '../../kit/sql.ts'
import { sourceKindOf, type Message } from '../normalise/normalise.ts'
import type { Scores } from '../score/score.ts'

export interface StoredMessage {
  id: number
  receivedAt: Date
  kept: boolean
  message: Message
  authorId: number | null
  groupId: number | null
}

interface Row {
  id: number
  receivedAt: Date
  kept: boolean
  network: string
  externalId: string
  kind: string
  publishedAt: Date
  editedAt: Date | null
  url: string | null
  demo: boolean
  deleted: boolean
  text: string
  authorId: number | null
  groupId: number | null
  author: { externalId: string; name: string; city: string | null } | null
  group: { externalId: string; name: string; city: string | null; kind: SourceKind | null } | null
}

// Partition by partition: each row's time says where it lies, so that none of the others is looked into.
const from = `from unnest($1::bigint[], $2::timestamptz[]) as wanted (id, received_at), lateral (
  select * from messages where messages.id = wanted.id and messages.received_at = wanted.received_at offset 0) as m`

/**
 * No one edits them to the end of the transaction; anyone who stores them again waits. In the order in which they came.
 * Those that expired are left out.
 */
export async function lockMessages(
  client: pg.ClientBase,
  wanted: { id: number; receivedAt: Date }[],
): Promise<StoredMessage[]> {
  const values = [wanted.map(({ id }) => id), wanted.map(({ receivedAt }) => receivedAt)]
  // In the order of the keys, as the store locks them, so that no two wait for each other crosswise.
  await client.query({
    name: 'stored-lock',
    text: `select from message_keys k join (select m.network, m.external_id ${from}) as named using (network, external_id)
      order by k.network, k.external_id for update of k`,
    values,
  })
  const { rows } = await client.query<Row>({
    name: 'stored-read',
    text: `select m.id, m.received_at as "receivedAt", m.kept, m.network, m.external_id as "externalId", m.kind, m.published_at as "publishedAt",
        m.edited_at as "editedAt", m.url, m.demo, m.deleted_at is not null as deleted, m.text, m.author_id as "authorId", m.group_id as "groupId",
        case when a.id is not null then json_build_object('externalId', a.external_id, 'name', a.name, 'city', a.city) end as author,
        case when g.id is not null then json_build_object('externalId', g.external_id, 'name', g.name, 'city', g.city, 'kind', g.kind) end as "group"
      ${from} left join authors a on a.id = m.author_id left join groups g on g.id = m.group_id
      order by m.received_at, m.id`,
    values,
  })
  return rows.map(({ id, receivedAt, kept, authorId, groupId, ...row }) => ({
    id,
    receivedAt,
    kept,
    authorId,
    groupId,
    message: messageOf(row),
  }))
}

function messageOf({
  author,
  group,
  network,
  kind,
  ...row
}: Omit<Row, 'id' | 'receivedAt' | 'kept' | 'authorId' | 'groupId'>): Message {
  const message = {
    ...row,
    network: network as Network,
    kind: kind as MessageKind,
    author: author && { ...author, avatar: null, url: null },
    group: group && { ...group, avatar: null, url: null, followers: null },
  }
  return { ...message, sourceKind: sourceKindOf(message) }
}

/** They fit something now: they stay for good, with what filters and the search for copies ask of them. */
export async function keepMessages(
  client: pg.ClientBase,
  kept: { stored: StoredMessage; terms: string[]; scores: Scores }[],
): Promise<void> {
  if (kept.length === 0) return
  // By their keys, a few among very many: no other plan is ever better, and statistics of a new partition are wrong.
  await client.query('set local enable_hashjoin = off; set local enable_mergejoin = off')
  await client.query({
    name: 'stored-keep',
    text: `update messages m set kept = true, terms = given.terms::text[], fingerprint = given.fingerprint, unwanted_score = given.unwanted_score,
        intent_score = given.intent_score
      from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::bytea[], $5::real[], $6::real[])
        as given (id, received_at, terms, fingerprint, unwanted_score, intent_score)
      where m.id = given.id and not m.kept and m.received_at = given.received_at`,
    values: [
      kept.map(({ stored }) => stored.id),
      kept.map(({ stored }) => stored.receivedAt),
      kept.map(({ terms }) => arrayLiteral(terms)),
      kept.map(({ scores }) => scores.fingerprint),
      kept.map(({ scores }) => scores.unwantedScore),
      kept.map(({ scores }) => scores.intentScore),
    ],
  })
  await client.query({
    name: 'stored-keep-keys',
    text: `update message_keys k set kept = true from unnest($1::text[], $2::text[]) as given (network, external_id)
      where k.network = given.network and k.external_id = given.external_id`,
    values: [kept.map(({ stored }) => stored.message.network), kept.map(({ stored }) => stored.message.externalId)],
  })
}
