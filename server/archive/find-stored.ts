/**
 * What a query finds in the stored days, fast enough to be shown while it is typed: counted by terms where they decide, and
 * by reading texts where they do not; of more texts than are read at once a part tells for all.
 */
import { sql } from 'kysely'
import type { Language } from '../../engine/language/language.ts'
import type { Match } from '../../engine/match/matcher.ts'
import { DAY } from '../kit/clock.ts'
import type { Db } from '../kit/sql.ts'
import { yieldEvery } from '../kit/yield-every.ts'
import { openDecider } from './decider.ts'
import { readMessages, type ArchivedMessage } from './read-messages.ts'
import { countedMomentOf, search, type NarrowedQuery, type StoredCandidates, type SearchOptions } from './search.ts'

export interface FindOptions extends SearchOptions {
  /** Whose calendar days are counted. */
  timeZone: string
  /** Texts that are read at most: to decide by them, and to show them. */
  decide?: number
  show?: number
  /** Of what was published since then nothing is shown; it counts all the same. */
  shownBefore?: Date | undefined
}

export interface FoundMessage extends ArchivedMessage {
  spans: Match['spans']
}

export interface Findings {
  /** Messages that are stored, and days: half-open from the oldest of them to now. */
  stored: number
  days: number
  total: number
  /** Of each calendar day, oldest first: 2026-11-20. */
  perDay: { day: string; count: number }[]
  /** `total` and `perDay` were worked out from a part. */
  estimated: boolean
  /** Some of those that fit, newest first: all of the newest, and others over all days. */
  messages: FoundMessage[]
}

const DECIDE = 1_000
const SHOW = 200
/** Of the texts read so many are the newest, whatever day they are from. */
const NEWEST_SHARE = 0.3
/** In milliseconds. */
const LONGEST_TURN = 10
/** Fewer texts of one day tell too little about it alone. */
const FEWEST_DECIDED = 30

export async function findRecent(
  db: Db,
  language: Language,
  ask: NarrowedQuery,
  options: FindOptions,
): Promise<Findings> {
  const { now, days, timeZone, decide = DECIDE, show = SHOW } = options
  const hiddenSince = options.shownBefore?.getTime() ?? Infinity
  const { candidates, stored } = await search(db, language, ask, options)
  const from = now.getTime() - days * DAY
  const calendar = await readCalendar(db, stored.oldest ?? now.getTime(), now, timeZone)
  const daysOfThem = daysOf(candidates, from, calendar)
  const unsure: number[] = []
  const sure: number[] = []
  for (let n = 0; n < candidates.size; n += 1) {
    if (candidates.sure[n] !== 1) unsure.push(n)
    // Only to be shown is a text read that is known to fit.
    else if (candidates.published[n]! < hiddenSince) sure.push(n)
  }
  const read = [...choose(unsure, decide), ...choose(sure, show)]
  const decided = await decideAll(db, language, ask, candidates, read)
  const { perDay, exact } = count(candidates, daysOfThem, calendar.length, decided)
  const total = perDay.reduce((sum, each) => sum + each, 0)
  return {
    stored: stored.count,
    days: stored.oldest === null ? 0 : (now.getTime() - stored.oldest) / DAY,
    total,
    perDay: calendar.map(({ day }, n) => ({ day, count: perDay[n]! })),
    estimated: !exact,
    messages: read
      .flatMap((n) => decided.get(n) ?? [])
      .filter(({ publishedAt }) => publishedAt.getTime() < hiddenSince)
      .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || b.id - a.id),
  }
}

interface CalendarDay {
  day: string
  /** Milliseconds. */
  begins: number
}

async function readCalendar(db: Db, oldest: number, now: Date, timeZone: string): Promise<CalendarDay[]> {
  const { rows } = await sql<{ day: string; begins: Date }>`
    select to_char(day, 'YYYY-MM-DD') as day, day at time zone ${timeZone} as begins
    from generate_series(date_trunc('day', ${new Date(oldest)}::timestamptz at time zone ${timeZone}), ${now}::timestamptz at time zone ${timeZone}, '1 day') as day
    order by day`.execute(db)
  return rows.map(({ day, begins }) => ({ day, begins: begins.getTime() }))
}

/** The calendar day of each candidate, by its number. */
function daysOf({ size, published, received }: StoredCandidates, from: number, calendar: CalendarDay[]): Uint16Array {
  const days = new Uint16Array(size)
  for (let n = 0; n < size; n += 1) {
    const moment = countedMomentOf(published[n]!, received[n]!, from)
    let day = calendar.length - 1
    while (day > 0 && calendar[day]!.begins > moment) day -= 1
    days[n] = day
  }
  return days
}

/** All, or so many: the first of them, and of the others every this many-th. Candidates come newest first. */
function choose(candidates: number[], most: number): number[] {
  if (candidates.length <= most) return candidates
  const newest = Math.floor(most * NEWEST_SHARE)
  const others = candidates.length - newest
  const step = others / (most - newest)
  return [
    ...candidates.slice(0, newest),
    ...Array.from({ length: most - newest }, (_, n) => candidates[newest + Math.floor(n * step)]!),
  ]
}

/** The message of each that fits, null of each that does not: none of those whose text is gone. */
async function decideAll(
  db: Db,
  language: Language,
  ask: NarrowedQuery,
  { ids, received }: StoredCandidates,
  read: number[],
): Promise<Map<number, FoundMessage | null>> {
  const messages = await readMessages(
    db,
    read.map((n) => ({ id: ids[n]!, receivedAt: received[n]! })),
  )
  const texts = new Map(messages.map((message) => [message.id, message]))
  const decider = openDecider(language, [ask])
  const decided = new Map<number, FoundMessage | null>()
  const turn = yieldEvery(LONGEST_TURN)
  try {
    for (const n of read) {
      const message = texts.get(ids[n]!)
      const match = message && isAskedFor(ask, message) ? decider.match(message.text)[0] : undefined
      decided.set(n, message && match ? { ...message, spans: decider.locateAll(match.id) } : null)
      await turn()
    }
  } finally {
    decider.close()
  }
  return decided
}

const isAskedFor = ({ networks = [], kinds = [] }: NarrowedQuery, { network, kind }: ArchivedMessage): boolean =>
  (networks.length === 0 || networks.includes(network)) && (kinds.length === 0 || kinds.includes(kind))

/**
 * What was decided counts as it was decided; of the rest as many fit as of those that were decided of the same day, or of all
 * days where few were. Messages of which no term is known are a group of their own: fewer of them fit.
 */
function count(
  { size, sure, unread }: StoredCandidates,
  days: Uint16Array,
  dayCount: number,
  decided: Map<number, FoundMessage | null>,
): { perDay: number[]; exact: boolean } {
  const groups = Array.from({ length: dayCount + 2 }, () => ({ decided: 0, fitting: 0 }))
  const [ofAll, ofUnread] = [groups[dayCount]!, groups[dayCount + 1]!]
  for (const [n, message] of decided) {
    if (sure[n] === 1) continue
    for (const group of n < unread ? [ofUnread] : [ofAll, groups[days[n]!]!]) {
      group.decided += 1
      if (message) group.fitting += 1
    }
  }
  const shareOf = (group: { decided: number; fitting: number }): number =>
    group.decided === 0 ? 0 : group.fitting / group.decided
  const shares = groups.map((group) => shareOf(group.decided < FEWEST_DECIDED ? ofAll : group))
  const perDay = new Float64Array(dayCount)
  let exact = true
  for (let n = 0; n < size; n += 1) {
    const known = decided.get(n)
    if (sure[n] === 1) perDay[days[n]!]! += 1
    else if (known !== undefined) perDay[days[n]!]! += known ? 1 : 0
    else {
      exact = false
      perDay[days[n]!]! += n < unread ? shareOf(ofUnread) : shares[days[n]!]!
    }
  }
  return { perDay: [...perDay].map(Math.round), exact }
}
