/** Which stored messages may fit, by their terms alone: what `findRecent` and the search back both begin with. */
import type { Language } from '../../engine/language/language.ts'
import type { StandingQuery } from '../../engine/queries/query.ts'
import { DAY } from '../kit/clock.ts'
import type { Db, Tx } from '../kit/sql.ts'
import { yieldEvery } from '../kit/yield-every.ts'
import { Bits } from '../../engine/archive/bits.ts'
import { fitting, neededBy, planAny, planWanted, type Narrowing, type Plan } from '../../engine/archive/plan.ts'
import { atOneMoment, living, lookUpTerms, type Segment } from './read-segments.ts'

/** A project's query and what it is narrowed to; no networks or kinds: all. */
export interface NarrowedQuery extends StandingQuery, Partial<Narrowing> {}

export interface SearchOptions {
  now: Date
  /** How many days are stored. */
  days: number
  /** Only what was received since then. */
  since?: Date
}

/** Messages that may fit, those received last first. Times in milliseconds. */
export interface StoredCandidates {
  size: number
  ids: Float64Array
  received: Float64Array
  published: Float64Array
  /** 1: fits; 0: its text has to be read. */
  sure: Uint8Array
  /** This many at the beginning are in no segment yet: of them nothing is known. */
  unread: number
}

/** All that is stored. */
export interface StoredTotals {
  count: number
  /** The first moment of all (see `countedMomentOf`); null: nothing is stored. */
  oldest: number | null
}

/** More terms than these are not looked up for what is excluded: texts are read instead. */
const MOST_EXCLUDED = 200
const UNREAD_AT_ONCE = 20_000
/** In milliseconds. */
const LONGEST_TURN = 5

/** The day a message counts for: when it was written, or, if that was before the stored days, when it came. */
export const countedMomentOf = (published: number, received: number, from: number): number =>
  published >= from ? published : received

export async function search(
  db: Db,
  language: Language,
  ask: NarrowedQuery,
  { now, days, since }: SearchOptions,
): Promise<{ candidates: StoredCandidates; stored: StoredTotals }> {
  const from = now.getTime() - days * DAY
  const newest = Math.max(from, since?.getTime() ?? 0)
  const plan = planAsk(language, ask)
  return atOneMoment(db, async ({ tx, segments, mark }) => {
    const looked = await lookUpTerms(tx, segments, neededBy([plan]))
    const alive = living(segments, from)
    const found: Found[] = []
    const turn = yieldEvery(LONGEST_TURN)
    for (const [n, segment] of segments.entries()) {
      const { sure, may } = fitting(plan, looked[n]!)
      found.push({ segment, sure, may: may.copy().and(alive[n]!) })
      await turn()
    }
    const unread = await readUnread(tx, mark, new Date(from))
    return { candidates: gather(found, unread, newest), stored: countStored(segments, alive, unread, from) }
  })
}

/** What is stored, without looking for anything. */
export async function describeStored(db: Db, { now, days }: SearchOptions): Promise<StoredTotals> {
  const from = now.getTime() - days * DAY
  return atOneMoment(db, async ({ tx, segments, mark }) =>
    countStored(segments, living(segments, from), await readUnread(tx, mark, new Date(from)), from),
  )
}

function planAsk(language: Language, ask: NarrowedQuery): Plan {
  const wanted = planWanted(language, ask, { networks: ask.networks ?? [], kinds: ask.kinds ?? [] })
  if (ask.excluded.length === 0) return wanted
  const excluded = planAny(language, ask.excluded)
  const needed = neededBy([excluded])
  return needed.terms.length + needed.prefixes.length > MOST_EXCLUDED
    ? { kind: 'among', part: wanted }
    : { kind: 'all', parts: [wanted, { kind: 'not', part: excluded }] }
}

interface Found {
  segment: Segment
  sure: Bits
  may: Bits
}

/** Messages that are in no segment yet, the last first. */
interface Unread {
  ids: number[]
  received: number[]
  published: number[]
}

async function readUnread(tx: Tx, mark: number, from: Date): Promise<Unread> {
  const unread: Unread = { ids: [], received: [], published: [] }
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await tx
      .selectFrom('messages')
      .select(['id', 'receivedAt', 'publishedAt'])
      .where('id', '>', mark)
      .where('id', '<', before)
      .where('receivedAt', '>=', from)
      .where('deletedAt', 'is', null)
      .orderBy('id', 'desc')
      .limit(UNREAD_AT_ONCE)
      .execute()
    for (const { id, receivedAt, publishedAt } of rows) {
      unread.ids.push(id)
      unread.received.push(receivedAt.getTime())
      unread.published.push(publishedAt.getTime())
    }
    if (rows.length < UNREAD_AT_ONCE) return unread
    before = rows.at(-1)!.id
  }
}

function gather(found: readonly Found[], unread: Unread, newest: number): StoredCandidates {
  const most = found.reduce((sum, { may }) => sum + may.count(), unread.ids.length)
  const candidates: StoredCandidates = {
    size: 0,
    ids: new Float64Array(most),
    received: new Float64Array(most),
    published: new Float64Array(most),
    sure: new Uint8Array(most),
    unread: 0,
  }
  const put = (id: number, received: number, published: number, sure: number): void => {
    if (received < newest) return
    const n = candidates.size++
    candidates.ids[n] = id
    candidates.received[n] = received
    candidates.published[n] = published
    candidates.sure[n] = sure
  }
  unread.ids.forEach((id, n) => put(id, unread.received[n]!, unread.published[n]!, 0))
  candidates.unread = candidates.size
  for (const {
    segment: { places },
    sure,
    may,
  } of found) {
    may.eachBackwards((place) =>
      put(places.ids[place]!, places.received[place]!, places.published[place]!, sure.has(place) ? 1 : 0),
    )
  }
  return candidates
}

function countStored(segments: readonly Segment[], alive: readonly Bits[], unread: Unread, from: number): StoredTotals {
  let count = unread.ids.length
  let oldest = Infinity
  const see = (published: number, received: number): void => {
    oldest = Math.min(oldest, countedMomentOf(published, received, from))
  }
  unread.ids.forEach((_, n) => see(unread.published[n]!, unread.received[n]!))
  segments.forEach(({ places }, n) => {
    alive[n]!.eachBackwards((place) => {
      count += 1
      see(places.published[place]!, places.received[place]!)
    })
  })
  return { count, oldest: count === 0 ? null : oldest }
}
