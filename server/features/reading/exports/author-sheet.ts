/** The people who wrote messages, each once. */
import { sql } from 'kysely'
import type { FeedMessage } from '../../../../contract/reading/feed.ts'
import { networkTitles } from '../../../../contract/networks.ts'
import type { Db } from '../../../kit/sql.ts'
import type { InTurn } from './in-turn.ts'
import type { Cell, SheetColumn } from './sheet.ts'

export const authorColumns: SheetColumn[] = [
  { title: 'Автор', kind: 'text', width: 28, place: 'head' },
  { title: 'Адрес автора', kind: 'link', width: 32, place: 'detail' },
  { title: 'Сеть', kind: 'text', width: 15, place: 'head' },
  { title: 'Место', kind: 'text', width: 20, place: 'head' },
  { title: 'Сообщений', kind: 'number', width: 12, place: 'detail' },
  { title: 'Первое сообщение', kind: 'moment', width: 17, place: 'detail' },
  { title: 'Последнее сообщение', kind: 'moment', width: 17, place: 'detail' },
  { title: 'Последний текст', kind: 'text', width: 80, place: 'text' },
]

/** What is known of an author from some of their messages; times are milliseconds. */
interface Written {
  authorId: number
  messages: number
  firstAt: number
  lastAt: number
  /** The last message's. */
  seqId: number
  name: string
  url: string | null
  network: FeedMessage['network']
  place: string | null
  text: string
}

/** Authors written and read at once: each brings a text, which may be long. */
const CHUNK = 100

export interface AuthorTally {
  add(messages: FeedMessage[]): Promise<void>
  /** How many authors there are; once all messages are added. */
  count(): Promise<number>
  /** Everybody's row, after the count: whose last message is the newest first. */
  rows(wall: (moment: number) => number): AsyncGenerator<Cell[][]>
}

/**
 * How many messages everybody wrote, when, and their last one. They lie in temporary tables of the one connection and go with it,
 * so that the feed is read once and a million authors take no memory here. What is counted lies apart from what is shown: it
 * changes often, and a row is written again when it does.
 */
export async function openTally(inTurn: InTurn): Promise<AuthorTally> {
  await inTurn(async (own) => {
    await sql`set temp_buffers = '32MB'`.execute(own)
    await sql`
      create temporary table author_counts (author_id bigint primary key, messages int not null, first_at float8 not null,
        last_at float8 not null, seq_id bigint not null)`.execute(own)
    await sql`
      create temporary table author_texts (seq_id bigint primary key, name text not null, url text, network text not null, place text,
        text text not null)`.execute(own)
  })
  return {
    async add(messages) {
      const some = gather(messages)
      for (let at = 0; at < some.length; at += CHUNK) await inTurn((own) => addWritten(own, some.slice(at, at + CHUNK)))
    },
    async count() {
      // Nothing is added any more: from here on they are read in the order of their last messages.
      await inTurn((own) => sql`create index on author_counts (seq_id)`.execute(own))
      await inTurn((own) => sql`analyze author_counts, author_texts`.execute(own))
      const { rows } = await inTurn((own) => sql<{ count: number }>`select count(*) from author_counts`.execute(own))
      return rows[0]?.count ?? 0
    },
    async *rows(wall) {
      let before = Number.MAX_SAFE_INTEGER
      for (;;) {
        const edge = before
        const { rows } = await inTurn((own) =>
          sql<Written>`
          select c.*, t.name, t.url, t.network, t.place, t.text from author_counts c join author_texts t using (seq_id)
          where c.seq_id < ${edge} order by c.seq_id desc limit ${CHUNK}`.execute(own),
        )
        if (rows.length > 0) yield rows.map((each) => rowOf(each, wall))
        if (rows.length < CHUNK) return
        before = rows.at(-1)?.seqId ?? 0
      }
    },
  }
}

const rowOf = (
  { name, url, network, place, messages, firstAt, lastAt, text }: Written,
  wall: (moment: number) => number,
): Cell[] => [name, url, networkTitles[network], place, messages, wall(firstAt), wall(lastAt), text]

/** Of these messages alone; those that no one signed are left out. */
function gather(messages: FeedMessage[]): Written[] {
  const people = new Map<number, Written>()
  for (const { author, publishedAt, seqId, network, location, text } of messages) {
    if (!author) continue
    const at = Date.parse(publishedAt)
    const known = people.get(author.id)
    const shown = {
      seqId,
      lastAt: at,
      name: author.name,
      url: author.url,
      network,
      place: author.city ?? location?.name ?? null,
      text,
    }
    if (!known) people.set(author.id, { authorId: author.id, messages: 1, firstAt: at, ...shown })
    else
      Object.assign(
        known,
        { messages: known.messages + 1, firstAt: Math.min(known.firstAt, at) },
        at > known.lastAt ? shown : {},
      )
  }
  return [...people.values()]
}

/** Of two messages of one moment, the one that was added first is the last. */
const addWritten = (own: Db, some: Written[]) =>
  sql`
  with given as materialized (
    select * from json_to_recordset(${JSON.stringify(some)}::json) as given ("authorId" bigint, messages int, "firstAt" float8,
      "lastAt" float8, "seqId" bigint, name text, url text, network text, place text, text text)
  ), counted as (
    insert into author_counts as c select "authorId", messages, "firstAt", "lastAt", "seqId" from given
    on conflict (author_id) do update set
      messages = c.messages + excluded.messages,
      first_at = least(c.first_at, excluded.first_at),
      last_at = greatest(c.last_at, excluded.last_at),
      seq_id = case when excluded.last_at > c.last_at then excluded.seq_id else c.seq_id end
    returning seq_id
  )
  insert into author_texts select "seqId", name, url, network, place, text from given join counted on seq_id = "seqId"`.execute(
    own,
  )
