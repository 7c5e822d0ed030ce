/** Segments as they are at one moment, and where terms stand in them. */
import { sql } from 'kysely'
import type { Db, Tx } from '../kit/sql.ts'
import { yieldEvery } from '../kit/yield-every.ts'
import { Bits } from '../../engine/archive/bits.ts'
import { readMark } from './index-messages.ts'
import type { Looked } from '../../engine/archive/plan.ts'
import {
  REINDEXED,
  DEAD,
  eachPlace,
  readBlock,
  readPlaces,
  termKey,
  type TermEntry,
  type Places,
} from '../../engine/archive/segment.ts'

export interface Segment {
  id: number
  position: number
  places: Places
  /** Sorted by id, where asked for. */
  byId: Uint32Array | null
  /** Ids of messages that were put into it again. */
  reindexed: number[]
  least: number
  greatest: number
}

/** Segments never change: anyone who looked at one knows it. Some 30 bytes a message. */
const known = new WeakMap<Db, Map<number, Segment>>()

export interface Recent {
  tx: Tx
  /** Newest first. */
  segments: Segment[]
  /** Messages beyond this one are in no segment yet. */
  mark: number
}

/** The work sees one moment, whatever is indexed, merged or dropped meanwhile. */
export async function atOneMoment<Result>(db: Db, work: (recent: Recent) => Promise<Result>): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const mark = await readMark(tx)
      const rows = await tx
        .selectFrom('messageSegments')
        .select(['id', 'position'])
        .orderBy('position', 'desc')
        .execute()
      const mine = known.get(db) ?? new Map<number, Segment>()
      known.set(db, mine)
      // Held here: anyone who sees a later moment meanwhile forgets what is gone there.
      const held = new Map(rows.map(({ id }) => [id, mine.get(id)]))
      const unknown = rows.filter(({ id }) => !held.get(id)).map(({ id }) => id)
      if (unknown.length > 0) {
        const read = await tx
          .selectFrom('messageSegments')
          .select(['id', 'position', 'messages'])
          .where('id', 'in', unknown)
          .execute()
        for (const { messages, ...row } of read) held.set(row.id, segmentOf(row, readPlaces(messages)))
      }
      for (const id of mine.keys()) if (!held.has(id)) mine.delete(id)
      for (const [id, segment] of held) if (segment) mine.set(id, segment)
      const segments = [...held.values()].filter((segment) => segment !== undefined)
      return work({ tx, segments, mark })
    })
}

function segmentOf(row: { id: number; position: number }, places: Places): Segment {
  const reindexed: number[] = []
  let least = Infinity
  let greatest = 0
  for (let place = 0; place < places.size; place += 1) {
    const id = places.ids[place]!
    if (places.flags[place]! & REINDEXED && !(places.flags[place]! & DEAD)) reindexed.push(id)
    if (id < least) least = id
    if (id > greatest) greatest = id
  }
  return { ...row, places, byId: null, reindexed, least, greatest }
}

/** The places of each segment that still hold: received since then, and in no later place or segment again. */
export function living(segments: readonly Segment[], since: number): Bits[] {
  const reindexed = new Set<number>()
  return segments.map((segment) => {
    const { places } = segment
    const bits = new Bits(places.size)
    for (let place = 0; place < places.size; place += 1) {
      if (!(places.flags[place]! & DEAD) && places.received[place]! >= since) bits.add(place)
    }
    for (const id of reindexed) {
      if (id < segment.least || id > segment.greatest) continue
      for (const place of placesOf(segment, id)) bits.words[place >>> 5]! &= ~(1 << (place & 31))
    }
    for (const id of segment.reindexed) reindexed.add(id)
    return bits
  })
}

function* placesOf(segment: Segment, id: number): Generator<number> {
  const { ids, size } = segment.places
  segment.byId ??= Uint32Array.from({ length: size }, (_, place) => place).sort((a, b) => ids[a]! - ids[b]!)
  const { byId } = segment
  let low = 0
  let high = size
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[byId[middle]!]! < id) low = middle + 1
    else high = middle
  }
  for (; low < size && ids[byId[low]!] === id; low += 1) yield byId[low]!
}

/** Each may be many blocks of every segment, and all of them are in memory until they are read. */
const PREFIXES_AT_ONCE = 20
/** Places of this many terms are held once they were written out: a set of them takes as much memory as the segment has messages, be the term ever so rare. */
const MOST_HELD = 100
/** In milliseconds. */
const LONGEST_TURN = 5

/** Looks terms up in all segments at once. */
export async function lookUpTerms(
  tx: Tx,
  segments: readonly Segment[],
  { terms, prefixes }: { terms: string[]; prefixes: string[] },
): Promise<LookedUp[]> {
  const ids = segments.map(({ id }) => id)
  const turn = yieldEvery(LONGEST_TURN)
  const found = new Map(segments.map(({ id, places }) => [id, new LookedUp(places.size)]))
  if (terms.length > 0 && ids.length > 0) {
    const { rows } = await sql<{ segmentId: number; terms: number[]; block: Uint8Array }>`
      with candidate as (
        select segment_id, first_term, array_agg(n::integer) as terms
        from unnest(${ids}::bigint[]) as segment (id), unnest(${terms.map(termKey)}::bytea[]) with ordinality as sought (term, n),
          lateral (select segment_id, first_term from message_postings
            where segment_id = segment.id and first_term <= sought.term order by first_term desc limit 1) as last
        group by segment_id, first_term)
      select segment_id, terms, block from candidate join message_postings using (segment_id, first_term)`.execute(tx)
    for (const row of rows) {
      found.get(row.segmentId)?.take(row.block, new Set(row.terms.map((n) => terms[n - 1]!)))
      await turn()
    }
  }
  for (let at = 0; at < prefixes.length && ids.length > 0; at += PREFIXES_AT_ONCE) {
    const asked = prefixes.slice(at, at + PREFIXES_AT_ONCE)
    const { rows } = await sql<{ segmentId: number; n: number; block: Uint8Array }>`
      select candidate.segment_id, n::integer as n, candidate.block
      from unnest(${ids}::bigint[]) as segment (id),
        unnest(${asked.map(termKey)}::bytea[], ${asked.map((prefix) => termKey(prefix + '\uffff'))}::bytea[]) with ordinality as sought (first, last, n),
        lateral (
          (select segment_id, block from message_postings where segment_id = segment.id and first_term <= sought.first order by first_term desc limit 1)
          union all
          (select segment_id, block from message_postings where segment_id = segment.id and first_term > sought.first and first_term < sought.last)
        ) as candidate`.execute(tx)
    for (const row of rows) {
      found.get(row.segmentId)?.takeBeginning(row.block, asked[row.n - 1]!)
      await turn()
    }
  }
  return segments.map(({ id }) => found.get(id)!)
}

class LookedUp implements Looked {
  readonly size: number
  readonly #terms = new Map<string, TermEntry>()
  readonly #prefixes = new Map<string, Bits>()
  readonly #bits = new Map<string, Bits>()

  constructor(size: number) {
    this.size = size
  }

  take(block: Uint8Array, wanted: Set<string>): void {
    for (const entry of readBlock(block)) if (wanted.has(entry.term)) this.#terms.set(entry.term, entry)
  }

  takeBeginning(block: Uint8Array, prefix: string): void {
    const bits = this.ofPrefix(prefix)
    for (const entry of readBlock(block))
      if (entry.term.startsWith(prefix)) eachPlace(entry, (place) => bits.add(place))
    this.#prefixes.set(prefix, bits)
  }

  ofTerm(term: string): Bits {
    const made = this.#bits.get(term)
    if (made) return made
    const bits = new Bits(this.size)
    const entry = this.#terms.get(term)
    if (entry) eachPlace(entry, (place) => bits.add(place))
    if (this.#bits.size < MOST_HELD) this.#bits.set(term, bits)
    return bits
  }

  ofPrefix(prefix: string): Bits {
    return this.#prefixes.get(prefix) ?? new Bits(this.size)
  }

  countOf(term: string): number {
    return this.#terms.get(term)?.count ?? 0
  }
}
