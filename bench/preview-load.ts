/** A database of a million messages of the last days: the real ones again and again, each time as if written at another hour. */
import type { Language } from '../engine/language/language.ts'
import { indexMessages } from '../server/archive/index-messages.ts'
import { mergeSegments } from '../server/archive/merge-segments.ts'
import { DAY } from '../server/kit/clock.ts'
import { StandingClock } from '../server/testing/standing-clock.ts'
import type { Database } from '../server/kit/sql.ts'
import type { RawMessage } from '../server/stream/receive/shared/source.ts'
import { makePartitions } from '../server/stream/store/partitions.ts'

export const DAYS = 14
const AT_ONCE = 5_000

/** Straight into the tables: how fast the stream stores is measured elsewhere. One in twenty is kept. */
export async function loadMessages(
  { db, pool }: Database,
  messages: readonly RawMessage[],
  count: number,
  now: Date,
): Promise<void> {
  for (let day = 0; day <= DAYS; day += 1) await makePartitions(db, new Date(now.getTime() - day * DAY))
  const first = now.getTime() - (DAYS - 0.1) * DAY
  const step = ((DAYS - 0.1) * DAY) / count
  for (let from = 0; from < count; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => {
      const at = new Date(first + (from + n) * step)
      return { message: messages[(from + n) % messages.length]!, at, kept: (from + n) % 20 === 0 }
    })
    await pool.query(
      `insert into messages (id, received_at, kept, network, external_id, kind, published_at, demo, text)
        select nextval('message_id_seq'), received_at, kept, network, id, kind, received_at, false, text
        from unnest($1::timestamptz[], $2::boolean[], $3::text[], $4::text[], $5::text[], $6::text[])
          as loaded (received_at, kept, network, id, kind, text)`,
      [
        rows.map(({ at }) => at),
        rows.map(({ kept }) => kept),
        rows.map(({ message }) => message.network),
        rows.map((_, n) => String(from + n)),
        rows.map(({ message }) => message.kind),
        rows.map(({ message }) => message.text),
      ],
    )
  }
  await pool.query('vacuum analyze messages')
}

export interface Indexed {
  /** Seconds. */
  indexing: number
  merging: number
  segments: number
  /** Of both tables with their indexes, and of what the messages themselves take. */
  bytes: number
  messageBytes: number
}

/** As the worker does it when it finds them all at once. */
export async function indexAll({ db, pool }: Database, language: Language, now: Date): Promise<Indexed> {
  const clock = new StandingClock(now.toISOString())
  let startedAt = performance.now()
  while ((await indexMessages({ db, clock, language, days: DAYS }, { most: 30_000 })) ?? 1) continue
  const indexing = (performance.now() - startedAt) / 1000
  startedAt = performance.now()
  while ((await mergeSegments(db, now)) ?? 1) continue
  const merging = (performance.now() - startedAt) / 1000
  await pool.query('vacuum analyze message_segments, message_postings')
  const { rows } = await pool.query<{ segments: number; bytes: number; message_bytes: number }>(`
    select (select count(*) from message_segments) as segments,
      pg_total_relation_size('message_segments') + pg_total_relation_size('message_postings') as bytes,
      (select sum(pg_total_relation_size(relid)) from pg_partition_tree('messages')) as message_bytes`)
  const { segments, bytes, message_bytes: messageBytes } = rows[0]!
  return { indexing, merging, segments, bytes: Number(bytes), messageBytes: Number(messageBytes) }
}
