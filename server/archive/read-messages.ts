import { sql } from 'kysely'
import { prepared, type DbOrTx } from '../kit/sql.ts'

/** What names a stored message; the time, in milliseconds, tells where it lies. */
export interface StoredId {
  id: number
  receivedAt: number
}

export interface ArchivedMessage {
  id: number
  receivedAt: Date
  publishedAt: Date
  kept: boolean
  network: string
  kind: string
  text: string
  url: string | null
  demo: boolean
  authorId: number | null
  groupId: number | null
}

/** In the same order; those that are gone at their source, or from here, are left out. */
export async function readMessages(db: DbOrTx, wanted: readonly StoredId[]): Promise<ArchivedMessage[]> {
  if (wanted.length === 0) return []
  // A list of partitions to look into for each row, and not all of them: the time is compared as the partitions are cut.
  const { rows } = await sql<ArchivedMessage>`${prepared}
    select m.* from unnest(${wanted.map(({ id }) => id)}::bigint[], ${wanted.map(({ receivedAt }) => new Date(receivedAt))}::timestamptz[])
      with ordinality as wanted (id, received_at, n),
    lateral (select id, received_at, published_at, kept, network, kind, text, url, demo, author_id, group_id, deleted_at from messages
      where messages.id = wanted.id and messages.received_at >= wanted.received_at
        and messages.received_at < wanted.received_at + interval '1 millisecond' offset 0) as m
    where m.deleted_at is null order by wanted.n`.execute(db)
  return rows
}
