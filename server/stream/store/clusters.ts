/**
 * Messages that say nearly the same are one cluster, anyone who stored them. Every process keeps the fingerprints of the last
 * days in memory and follows the table `fingerprints` from its own mark on. Rows of that table get their ids under the lock of
 * the feed's seqIds, so they become visible in their order: who has read up to N under the lock knows all there is, and
 * decides as every other process would.
 *
 *   await clusters.catchUp(client, now)            before the transaction: long only the first time
 *   const looked = clusters.look(texts, now)       in it, before the lock: what takes time
 *   await lockFeedItems(client)
 *   const ids = await clusters.decide(client, looked)
 *   …commit, then clusters.remember(); or roll back, then clusters.forget()
 */
import type pg from 'pg'
import {
  createDuplicateIndex,
  type DuplicateIndex,
  type FoundDuplicate,
} from '../../../engine/duplicates/duplicate-index.ts'
import type { Fingerprint } from '../../../engine/duplicates/fingerprint.ts'
import type { WordPrint } from '../../../engine/duplicates/word-print.ts'
import { DAY, type Clock } from '../../kit/clock.ts'
import { loadWordPrinter } from '../../kit/engine-data.ts'
import type { Database, Db } from '../../kit/sql.ts'

/** A text that wants to know its cluster. */
export interface ClusterText {
  messageId: number
  /** Null when it is too short: then it is like no other. */
  fingerprint: Fingerprint | null
  words: WordPrint | null
  /** The message had feed items before, with another text. */
  edited: boolean
}

interface Looked {
  texts: ClusterText[]
  now: Date
  /** Up to here the looking saw. */
  mark: number
  found: (FoundDuplicate | null)[]
}

export interface Clusters {
  /** Reads what others have stored meanwhile; the first time, everything of the last days. */
  catchUp(client: pg.ClientBase, now: Date): Promise<void>
  look(texts: ClusterText[], now: Date): Looked
  /** The cluster of each text, written down for all. To be called under the lock. */
  decide(client: pg.ClientBase, looked: Looked): Promise<number[]>
  /** The transaction holds: what it wrote is known here too. */
  remember(): void
  /** It was rolled back: what it wrote was never there. */
  forget(): void
}

/** What hides a message as a copy has to be surer than what only groups some: engine/README.md, Near-duplicates. */
const THRESHOLD = 0.8
/** Rows read at once. */
const CHUNK = 10_000

interface Entry {
  id: number
  clusterId: number
  at: Date
  fingerprint: Fingerprint
  /** Null when a release that knew no words has written it: then its letters alone are compared. */
  words: WordPrint | null
}

/** What this process knows, whichever of its sources asks. */
interface Memory {
  lately: DuplicateIndex
  /** Up to this row of `fingerprints` everything is known. */
  mark: number
  forgottenAt: number
  /** Texts that a moderator has rejected, however old. */
  rejected: DuplicateIndex | null
  /** Tells whether they are others by now. */
  rejectedVersion: string
}

const memories = new WeakMap<Database, Memory>()

const NONE_REJECTED = '0'

/** @param days texts received further apart are no copies of each other */
export function openClusters(database: Database, days: number): Clusters {
  const memory: Memory = memories.get(database) ?? {
    lately: createDuplicateIndex({ days, threshold: THRESHOLD }),
    mark: 0,
    forgottenAt: 0,
    rejected: null,
    rejectedVersion: NONE_REJECTED,
  }
  memories.set(database, memory)
  let written: Entry[] = []

  /** In their order; another source of this process may have brought some of them already. */
  function learn(entries: Entry[]): void {
    for (const { id, clusterId, at, fingerprint, words } of entries) {
      if (id <= memory.mark) continue
      memory.lately.add(clusterId, fingerprint, at.getTime(), words)
      memory.mark = id
    }
  }

  return {
    async catchUp(client, now) {
      for (let full = true; full;) {
        const { entries, rejectedVersion } = await readSince(client, memory.mark)
        learn(entries)
        full = entries.length === CHUNK
        if (rejectedVersion !== memory.rejectedVersion) {
          memory.rejected = rejectedVersion === NONE_REJECTED ? null : await readRejected(client)
          memory.rejectedVersion = rejectedVersion
        }
      }
      if (now.getTime() - memory.forgottenAt < DAY) return
      memory.lately.forget(now.getTime() - days * DAY)
      memory.forgottenAt = now.getTime()
    },

    look(texts, now) {
      const at = now.getTime()
      const found = texts.map(({ fingerprint, words }) => {
        if (!fingerprint) return null
        const rejected = memory.rejected?.find(fingerprint, at, words)
        // What is rejected goes before what is more like it.
        return rejected ? { ...rejected, similarity: 1 } : memory.lately.find(fingerprint, at, words)
      })
      return { texts, now, mark: memory.mark, found }
    },

    async decide(client, { texts, now, mark, found }) {
      const at = now.getTime()
      const since = await readAllSince(client, mark)
      learn(since)
      // What came since the looking, and then what is decided here: little enough to be looked through under the lock.
      const newest = createDuplicateIndex({ days, threshold: THRESHOLD })
      for (const entry of since) newest.add(entry.clusterId, entry.fingerprint, entry.at.getTime(), entry.words)
      const ids: number[] = []
      for (const [place, text] of texts.entries()) {
        const { fingerprint, words } = text
        const likest = fingerprint && likestOf(found[place] ?? null, newest.find(fingerprint, at, words))
        const clusterId = likest?.id ?? (text.edited ? await nextNumber(client) : text.messageId)
        ids.push(clusterId)
        if (fingerprint) newest.add(clusterId, fingerprint, at, words)
      }
      written = await insertEntries(
        client,
        texts.flatMap(({ fingerprint, words }, place) =>
          fingerprint ? [{ fingerprint, words, clusterId: ids[place] as number, at: now }] : [],
        ),
      )
      return ids
    },

    remember() {
      learn(written)
      written = []
    },
    forget() {
      written = []
    },
  }
}

function likestOf(earlier: FoundDuplicate | null, newer: FoundDuplicate | null): FoundDuplicate | null {
  return earlier && newer ? (newer.similarity > earlier.similarity ? newer : earlier) : (earlier ?? newer)
}

/** Others may still stand in the cluster that has this message's number: a text that has changed cannot go by it. */
async function nextNumber(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ number: number }>(`select nextval('message_id_seq') as number`)
  return (rows[0] as { number: number }).number
}

async function readAllSince(client: pg.ClientBase, mark: number): Promise<Entry[]> {
  const all: Entry[] = []
  for (;;) {
    const { entries } = await readSince(client, all.at(-1)?.id ?? mark)
    for (const entry of entries) all.push(entry)
    if (entries.length < CHUNK) return all
  }
}

/** One chunk, in order, and what the rejected texts are by now. */
async function readSince(client: pg.ClientBase, mark: number): Promise<{ entries: Entry[]; rejectedVersion: string }> {
  const { rows } = await client.query<{ version: string; id: number | null } & Omit<Entry, 'id'>>({
    name: 'clusters-since',
    text: `select version, id, cluster_id as "clusterId", at, fingerprint, words
      from (select concat_ws(' ', count(*), max(at)) as version from rejected_texts) as rejected
      left join lateral (select * from fingerprints where id > $1 order by id limit ${CHUNK}) as since on true
      order by id`,
    values: [mark],
  })
  return {
    entries: rows.flatMap(({ id, clusterId, at, fingerprint, words }) =>
      id === null ? [] : [{ id, clusterId, at, fingerprint, words }],
    ),
    rejectedVersion: rows[0]?.version ?? NONE_REJECTED,
  }
}

async function readRejected(client: pg.ClientBase): Promise<DuplicateIndex> {
  const index = createDuplicateIndex({ days: Infinity, threshold: THRESHOLD })
  const { rows } = await client.query<{ clusterId: number; fingerprint: Fingerprint; text: string }>(
    `select distinct i.cluster_id as "clusterId", m.fingerprint, m.text
    from rejected_texts t join feed_items i on i.cluster_id = t.cluster_id
    join messages m on m.id = i.message_id and m.kept and m.received_at = i.received_at
    where m.fingerprint is not null`,
  )
  const wordPrint = loadWordPrinter()
  for (const { clusterId, fingerprint, text } of rows) index.add(clusterId, fingerprint, 0, wordPrint(text))
  return index
}

async function insertEntries(client: pg.ClientBase, entries: Omit<Entry, 'id'>[]): Promise<Entry[]> {
  if (entries.length === 0) return []
  const { rows } = await client.query<{ id: number }>({
    name: 'clusters-insert',
    text: `insert into fingerprints (cluster_id, at, fingerprint, words)
      select cluster_id, at, fingerprint, words
      from (select * from unnest($1::bigint[], $2::timestamptz[], $3::bytea[], $4::bytea[]) with ordinality
          as incoming (cluster_id, at, fingerprint, words, place)
        order by place) as sorted
      returning id`,
    values: [
      entries.map(({ clusterId }) => clusterId),
      entries.map(({ at }) => at),
      entries.map(({ fingerprint }) => fingerprint),
      entries.map(({ words }) => words),
    ],
  })
  return entries.map((entry, place) => ({ ...entry, id: (rows[place] as { id: number }).id }))
}

/** No one looks for copies of what is older than `days`; rejected texts are known by their messages. */
export async function deleteOldFingerprints(db: Db, clock: Clock, days: number): Promise<number> {
  const deleted = await db
    .deleteFrom('fingerprints')
    .where('at', '<', new Date(clock.now().getTime() - days * DAY))
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
