/** Few large segments instead of many small ones: a query looks into each. */
import { sql } from 'kysely'
import { DAY } from '../kit/clock.ts'
import type { Db, Tx } from '../kit/sql.ts'
import { yieldEvery } from '../kit/yield-every.ts'
import { lockSegments } from './index-messages.ts'
import {
  REINDEXED,
  BlockWriter,
  DEAD,
  eachPlace,
  Places,
  Posting,
  readBlock,
  readPlaces,
  type TermBlock,
  type TermEntry,
} from '../../engine/archive/segment.ts'
import { writeSegment } from './write-segment.ts'

/** This many neighbours of about one size become one. */
const MERGED_AT_ONCE = 8
/** Segments of one day are merged when the day is over, up to this many messages. */
export const LARGEST = 150_000
/** Segments differ in size when one is so many times larger. */
const STEP = 8
const BLOCKS_AT_ONCE = 64
/** In milliseconds. */
const LONGEST_TURN = 2

export interface SegmentRow {
  id: number
  position: number
  fromAt: Date
  toAt: Date
  size: number
}

/** Neighbours that are to be one, oldest first; null: all are well as they are. Segments of different days stay apart, so that days are dropped whole. */
export function chooseMerge(segments: readonly SegmentRow[], now: Date): SegmentRow[] | null {
  const today = Math.floor(now.getTime() / DAY)
  const dayOf = ({ toAt }: SegmentRow): number => Math.floor(toAt.getTime() / DAY)
  const inOrder = segments.toSorted((a, b) => a.position - b.position)
  for (const days of runs(inOrder, (one, next) => dayOf(one) === dayOf(next))) {
    if (days.length < 2) continue
    if (dayOf(days[0]!) < today) {
      const whole = runs(days, (_, next, size) => size + next.size <= LARGEST).find((run) => run.length > 1)
      if (whole) return whole.slice(0, MERGED_AT_ONCE * 2)
      continue
    }
    for (const alike of runs(days, (one, next) => levelOf(next) === levelOf(one))) {
      const [merged = []] = runs(alike, (_, next, size) => size + next.size <= LARGEST).filter(
        ({ length }) => length > 1,
      )
      if (merged.length >= MERGED_AT_ONCE || (merged.length > 1 && merged.length < alike.length))
        return merged.slice(0, MERGED_AT_ONCE)
    }
    // A small one between large ones never finds eight of its kind: it goes with its greater neighbours, as they were to.
    const rising = days.findIndex((one, n) => n + 1 < days.length && levelOf(one) < levelOf(days[n + 1]!))
    if (rising >= 0 && days[rising]!.size + days[rising + 1]!.size <= LARGEST) return [days[rising]!, days[rising + 1]!]
  }
  return null
}

const levelOf = ({ size }: SegmentRow): number => Math.floor(Math.log(Math.max(size, 1)) / Math.log(STEP))

/** Neighbours that go together, as long as each goes with the one before it. */
function runs(
  rows: readonly SegmentRow[],
  together: (one: SegmentRow, next: SegmentRow, size: number) => boolean,
): SegmentRow[][] {
  const found: SegmentRow[][] = []
  let size = 0
  for (const row of rows) {
    const run = found.at(-1)
    if (run && together(run.at(-1)!, row, size)) {
      run.push(row)
      size += row.size
    } else {
      found.push([row])
      size = row.size
    }
  }
  return found
}

/** One merge, if any is due. @returns messages that were merged; 0: none; null: someone else is at it */
export async function mergeSegments(db: Db, now: Date): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockSegments(tx))) return null
    const rows = await tx.selectFrom('messageSegments').select(['id', 'position', 'fromAt', 'toAt', 'size']).execute()
    const chosen = chooseMerge(rows, now)
    if (!chosen) return 0
    const parts = await readParts(tx, chosen)
    const places = mergePlaces(parts.map((part) => part.places))
    await tx
      .updateTable('messageSegments')
      .set(({ eb }) => ({ position: eb('position', '*', -1) }))
      .where(
        'id',
        'in',
        chosen.map(({ id }) => id),
      )
      .execute()
    await writeSegment(tx, chosen.at(-1)!.position, places, mergeBlocks(tx, parts))
    await tx
      .deleteFrom('messageSegments')
      .where(
        'id',
        'in',
        chosen.map(({ id }) => id),
      )
      .execute()
    return places.size
  })
}

interface Part {
  id: number
  places: Places
  /** Its place 0 in the merged segment. */
  offset: number
}

async function readParts(tx: Tx, chosen: readonly SegmentRow[]): Promise<Part[]> {
  let offset = 0
  const parts: Part[] = []
  for (const { id, size } of chosen) {
    const { messages } = await tx
      .selectFrom('messageSegments')
      .select('messages')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    parts.push({ id, places: readPlaces(messages), offset })
    offset += size
  }
  return parts
}

/** One behind the other. A message that was put in again makes its earlier place dead; was that one the first of all, no one needs to know. */
function mergePlaces(parts: readonly Places[]): Places {
  const merged = new Places(parts.reduce((sum, { size }) => sum + size, 0))
  let offset = 0
  const reindexed = new Set<number>()
  for (const part of parts) {
    merged.ids.set(part.ids, offset)
    merged.received.set(part.received, offset)
    merged.published.set(part.published, offset)
    merged.flags.set(part.flags, offset)
    for (let place = 0; place < part.size; place += 1)
      if (part.flags[place]! & REINDEXED) reindexed.add(part.ids[place]!)
    offset += part.size
  }
  if (reindexed.size === 0) return merged
  const last = new Map<number, number>()
  for (let place = 0; place < merged.size; place += 1) {
    const id = merged.ids[place]!
    if (!reindexed.has(id) || merged.flags[place]! & DEAD) continue
    const before = last.get(id)
    if (before !== undefined) {
      merged.flags[place] = merged.flags[before]! & REINDEXED
      merged.flags[before] = DEAD
    }
    last.set(id, place)
  }
  return merged
}

async function* mergeBlocks(tx: Tx, parts: readonly Part[]): AsyncGenerator<TermBlock> {
  const heads: Head[] = []
  for (const part of parts) {
    const head = new Head(tx, part)
    if (await head.next()) heads.push(head)
  }
  const writer = new BlockWriter()
  const turn = yieldEvery(LONGEST_TURN)
  while (heads.length > 0) {
    const term = heads.reduce((least, { entry }) => (entry.term < least ? entry.term : least), heads[0]!.entry.term)
    const posting = new Posting()
    for (const head of heads.filter(({ entry }) => entry.term === term)) {
      eachPlace(head.entry, (place) => posting.add(place + head.offset))
      if (!(await head.next())) heads.splice(heads.indexOf(head), 1)
    }
    const full = writer.add(term, posting.count, posting.written)
    if (full) yield full
    await turn()
  }
  const last = writer.take()
  if (last) yield last
}

/** The terms of one segment, one after the other. */
class Head {
  readonly offset: number
  entry: TermEntry = { term: '', count: 0, bytes: new Uint8Array(0) }
  readonly #tx: Tx
  readonly #id: number
  #after: Uint8Array | null = null
  #blocks: Uint8Array[] = []
  #entries: Iterator<TermEntry> = [][Symbol.iterator]()

  constructor(tx: Tx, { id, offset }: Part) {
    this.#tx = tx
    this.#id = id
    this.offset = offset
  }

  next(): boolean | Promise<boolean> {
    for (;;) {
      const { done, value } = this.#entries.next()
      if (!done) {
        this.entry = value
        return true
      }
      const block = this.#blocks.shift()
      if (!block) return this.#readOn()
      this.#entries = readBlock(block)
    }
  }

  async #readOn(): Promise<boolean> {
    const { rows } = await sql<{ firstTerm: Uint8Array; block: Uint8Array }>`
      select first_term, block from message_postings where segment_id = ${this.#id} and (${this.#after}::bytea is null or first_term > ${this.#after})
      order by first_term limit ${BLOCKS_AT_ONCE}`.execute(this.#tx)
    if (rows.length === 0) return false
    this.#after = rows.at(-1)!.firstTerm
    this.#blocks = rows.map(({ block }) => block)
    return this.next()
  }
}

/** Segments whose last message came before this moment. */
export async function dropSegments(db: Db, before: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockSegments(tx))) return 0
    const gone = await tx.deleteFrom('messageSegments').where('toAt', '<', before).executeTakeFirst()
    return Number(gone.numDeletedRows)
  })
}
