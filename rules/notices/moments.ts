/**
 * When someone is notified of what waits: of the rule of a filter, what holds for the person, what they were notified of lately, and the clock. Pure, and
 * the only place that knows it: the engine asks here, and so does what shows how a rule would have been.
 */
import type { NoticePreferences, NoticeRule } from '../../contract/reach/notices.ts'
import { QUARTER, type WallClock } from '../wall-clock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Of one filter and channel no more than one at once in so long. */
export const BETWEEN_NOTICES = MINUTE

/** All moments are milliseconds. */
export interface Facts {
  rule: Pick<NoticeRule, 'mode' | 'hour' | 'weekdays' | 'smallest'>
  preferences: Pick<NoticePreferences, 'quiet' | 'ceiling'> & { pausedUntil: number | null }
  clock: WallClock
  now: number
  /** When the first of what waits came. */
  waitingSince: number
  /** When the last notice of this filter was sent over this channel; null: never. */
  lastAt: number | null
  /** When notices at once, of any filter, were sent over this channel: those of the last hour at least, in any order. */
  recent: readonly number[]
}

export type NoticeDecision = { due: true } | { due: false; next: number }

/**
 * @param count of messages that the notice would be of
 * @returns null where no notice is sent at all; else whether now, or when to look again, later than now, if nothing comes before
 */
export function decide(facts: Facts, count: number): NoticeDecision | null {
  const at = momentOfNotice(facts)
  if (at === null) return null
  if (at > facts.now) return { due: false, next: at }
  if (count >= Math.max(1, facts.rule.smallest)) return { due: true }
  // More that comes asks again, at once; what else may change the number is looked at when the next notice would have been sent.
  const later = momentOfNotice({ ...facts, now: facts.now + BETWEEN_NOTICES, waitingSince: facts.now + 1 })
  return { due: false, next: Math.max(later ?? 0, facts.now + (facts.rule.mode === 'now' ? HOUR : 1)) }
}

/** From when on the notice may be sent, if no other is sent before: now, or later. Null: never, the rule is off. */
export function momentOfNotice(facts: Facts): number | null {
  const { rule, now, lastAt, clock, waitingSince } = facts
  // A slot in which a notice was sent is over.
  const from = lastAt === null ? waitingSince : Math.max(waitingSince, lastAt + 1)
  switch (rule.mode) {
    case 'off':
      return null
    case 'now':
      return firstFree(facts, lastAt === null ? now : Math.max(now, lastAt + BETWEEN_NOTICES), true)
    case 'hourly':
      return firstFree(facts, Math.max(now, wholeHour(clock, from)), false)
    case 'daily':
      return firstFree(facts, Math.max(now, hourOfDay(clock, from, rule)), false)
  }
}

/** The first moment from this one on that is in no pause, in no quiet hours and, of what is sent at once, not above the ceiling. */
function firstFree({ preferences, clock, recent }: Facts, from: number, atOnce: boolean): number {
  const { quiet, pausedUntil, ceiling } = preferences
  let at = from
  for (;;) {
    let free = pausedUntil === null ? at : Math.max(at, pausedUntil)
    if (quiet) free = endOfQuiet(clock, quiet, free)
    if (atOnce) free = belowCeiling(recent, ceiling, free)
    if (free === at) return at
    at = free
  }
}

/** In any sixty minutes no more than these. */
function belowCeiling(recent: readonly number[], ceiling: number, at: number): number {
  const within = recent.filter((each) => each > at - HOUR).toSorted((a, b) => a - b)
  const last = within[within.length - ceiling]
  return last === undefined ? at : Math.max(at, last + HOUR)
}

/** Is it quiet at this moment, by the clock on the wall? Of hours that end when they begin there are none. */
export function isQuiet(clock: WallClock, { from, to }: { from: string; to: string }, at: number): boolean {
  const wall = clock(at)
  const [time, begin, end] = [wall - startOfDay(wall), inDay(from), inDay(to)]
  return begin <= end ? begin <= time && time < end : begin <= time || time < end
}

/** The moment itself where it is not quiet. */
function endOfQuiet(clock: WallClock, quiet: { from: string; to: string }, from: number): number {
  const end = inDay(quiet.to)
  let at = from
  // An hour that clocks are put forward or back by may lie in the quiet ones, or end them: no step leaves its quarter.
  while (isQuiet(clock, quiet, at)) {
    const wall = clock(at)
    const left = (end - (wall - startOfDay(wall)) + DAY) % DAY
    at = Math.min(nextQuarter(at), at + (left === 0 ? DAY : left))
  }
  return at
}

/** The first moment, not before `from`, at which the wall shows a whole hour. */
function wholeHour(clock: WallClock, from: number): number {
  let at = from
  for (;;) {
    const past = modulo(clock(at), HOUR)
    if (past === 0) return at
    at = Math.min(nextQuarter(at), at + HOUR - past)
  }
}

/** The first moment, not before `from`, at which that hour of one of those days begins. */
function hourOfDay(clock: WallClock, from: number, { hour, weekdays }: Pick<NoticeRule, 'hour' | 'weekdays'>): number {
  const today = startOfDay(clock(from))
  // Of no weekday there is no such moment: then it is any of them.
  const days = weekdays.length === 0 ? [weekdayOf(today)] : weekdays
  for (let day = today; ; day += DAY) {
    if (!days.includes(weekdayOf(day))) continue
    const at = whenReached(clock, day + hour * HOUR, from)
    if (at >= from) return at
  }
}

/** The longest that clocks were ever put back or forward by. */
const LONGEST_JUMP = 3 * HOUR

/** The first moment at which the wall shows so much, or, where that is left out by clocks that are put forward, more. */
function whenReached(clock: WallClock, wall: number, near: number): number {
  let at = near + (wall - clock(near)) - LONGEST_JUMP
  while (clock(at) < wall) at = Math.min(nextQuarter(at), at + wall - clock(at))
  return at
}

const nextQuarter = (at: number): number => (Math.floor(at / QUARTER) + 1) * QUARTER
const modulo = (value: number, of: number): number => ((value % of) + of) % of
const startOfDay = (wall: number): number => wall - modulo(wall, DAY)
/** Monday is 1. */
const weekdayOf = (wall: number): number => new Date(wall).getUTCDay() || 7

/** «22:30» in milliseconds. */
function inDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * HOUR + minutes * MINUTE
}
