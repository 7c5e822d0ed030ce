/** New messages into segments: each once, none missed, and anyone who stores them never waits for it. */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Language } from '../../engine/language/language.ts'
import type { Clock } from '../kit/clock.ts'
import { tryLock } from '../kit/locks.ts'
import type { Db, DbOrTx, Tx } from '../kit/sql.ts'
import { REINDEXED } from '../../engine/archive/segment.ts'
import { SegmentBuilder, type IndexedMessage } from '../../engine/archive/segment-builder.ts'
import { findSettled } from './visible-up-to.ts'
import { nextPosition, writeSegment } from './write-segment.ts'

const MARK = 'messages'
const READ_AT_ONCE = 1_000
/** In milliseconds: the process that listens to the networks may be this one. */
const LONGEST_TURN = 2
/** This many times longer than it works it rests, when asked to be gentle. */
const GENTLE_REST = 6

export interface Indexing {
  db: Db
  clock: Clock
  language: Language
  /** Older messages are not put into segments. */
  days: number
}

export interface IndexOptions {
  /** Into one segment. */
  most?: number
  /** Fewer than this many new ones wait, as long as none of them came before `latest`. */
  fewest?: number
  latest?: Date
  /** Others need the processor more: rather late than in their way. */
  gently?: boolean
  /** Gives up, and leaves everything as it was. */
  signal?: AbortSignal
}

/** @returns messages put into a segment; null: someone else is at it, or those who store do not end */
export async function indexMessages(
  { db, clock, language, days }: Indexing,
  options: IndexOptions = {},
): Promise<number | null> {
  const { most = 20_000, fewest = 1, latest = clock.now(), gently = false, signal } = options
  const settled = await findSettled(db)
  if (settled === null) return null
  const since = new Date(clock.now().getTime() - days * 86_400_000)
  return db.transaction().execute(async (tx) => {
    if (!(await lockSegments(tx))) return null
    const mark = await readMark(tx)
    if (!(await isDue(tx, { mark, settled, since, fewest, latest }))) return 0
    const upTo = await endOfChunk(tx, { mark, settled, since, most })
    // Before the texts: one that changes from now on is marked once more.
    const changed = await takeChanged(tx, upTo)
    const builder = new SegmentBuilder(language)
    const turn: Turn = { since: performance.now(), gently, signal }
    for await (const message of readMessages(tx, mark, upTo, since)) {
      builder.add(message)
      await rest(turn)
    }
    for (const message of await readAgain(
      tx,
      changed.filter(({ messageId, receivedAt }) => messageId <= mark && receivedAt >= since),
    )) {
      builder.add({ ...message, flags: REINDEXED })
      await rest(turn)
    }
    if (builder.size > 0) await writeSegment(tx, await nextPosition(tx), builder.places(), builder.blocks())
    await tx
      .insertInto('indexedMarks')
      .values({ name: MARK, messageId: upTo })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ messageId: upTo }))
      .execute()
    return builder.size
  })
}

/** False: another process holds it. To the end of the transaction. */
export function lockSegments(tx: Tx): Promise<boolean> {
  return tryLock(tx, 'segments of the archive')
}

export async function readMark(db: DbOrTx): Promise<number> {
  const row = await db.selectFrom('indexedMarks').select('messageId').where('name', '=', MARK).executeTakeFirst()
  return row?.messageId ?? 0
}

const between = (tx: Tx, after: number, upTo: number, since: Date) =>
  tx
    .selectFrom('messages')
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where('receivedAt', '>=', since)
    .orderBy('id')

async function isDue(
  tx: Tx,
  {
    mark,
    settled,
    since,
    fewest,
    latest,
  }: { mark: number; settled: number; since: Date; fewest: number; latest: Date },
): Promise<boolean> {
  if (await tx.selectFrom('changedTexts').select('id').limit(1).executeTakeFirst()) return true
  const rows = await between(tx, mark, settled, since).select('receivedAt').limit(fewest).execute()
  return rows.length >= fewest || rows.some(({ receivedAt }) => receivedAt <= latest)
}

/** The id of the last message that belongs to the next segment. */
async function endOfChunk(
  tx: Tx,
  { mark, settled, since, most }: { mark: number; settled: number; since: Date; most: number },
): Promise<number> {
  const last = await between(tx, mark, settled, since)
    .select('id')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return last?.id ?? Math.max(settled, mark)
}

interface ChangedText {
  messageId: number
  receivedAt: Date
}

async function takeChanged(tx: Tx, upTo: number): Promise<ChangedText[]> {
  const rows = await tx
    .deleteFrom('changedTexts')
    .where('messageId', '<=', upTo)
    .returning(['messageId', 'receivedAt'])
    .execute()
  return [...new Map(rows.map((row) => [row.messageId, row])).values()].sort((a, b) => a.messageId - b.messageId)
}

interface Turn {
  since: number
  gently: boolean
  signal: AbortSignal | undefined
}

async function rest(turn: Turn): Promise<void> {
  const worked = performance.now() - turn.since
  if (worked < LONGEST_TURN) return
  turn.signal?.throwIfAborted()
  await (turn.gently ? sleep(worked * GENTLE_REST) : setImmediate())
  turn.since = performance.now()
}

const columns = ['id', 'receivedAt', 'publishedAt', 'network', 'kind', 'text', 'deletedAt'] as const

const indexed = ({
  deletedAt,
  text,
  ...row
}: Omit<IndexedMessage, 'flags'> & { deletedAt: Date | null }): IndexedMessage => ({
  ...row,
  text: deletedAt ? null : text,
  flags: 0,
})

async function* readMessages(tx: Tx, after: number, upTo: number, since: Date): AsyncGenerator<IndexedMessage> {
  for (let last = after; ;) {
    const rows = await between(tx, last, upTo, since).select(columns).limit(READ_AT_ONCE).execute()
    yield* rows.map(indexed)
    if (rows.length < READ_AT_ONCE) return
    last = rows.at(-1)!.id
  }
}

async function readAgain(tx: Tx, changed: ChangedText[]): Promise<IndexedMessage[]> {
  if (changed.length === 0) return []
  const { rows } = await sql<Parameters<typeof indexed>[0]>`
    select m.id, m.received_at, m.published_at, m.network, m.kind, m.text, m.deleted_at
    from unnest(${changed.map(({ messageId }) => messageId)}::bigint[], ${changed.map(({ receivedAt }) => receivedAt)}::timestamptz[]) as changed (id, received_at)
      join messages m using (id, received_at)
    order by m.id`.execute(tx)
  return rows.map(indexed)
}
