/**
 * How long what is bought lasts. A month is a calendar month: bought on the 5th, it lasts until the 5th. Only the day
 * rate of a package takes a month for 30 days (spec §9 Price rules). The calendar is Moscow's, where the books are kept.
 */
import type { Tariff } from '../../contract/access/tariffs.ts'

export type Period = Pick<Tariff, 'duration' | 'durationUnit'>

/** All the year: Russia left summer time behind. */
const MOSCOW_MS = 3 * 3_600_000
const DAY_MS = 86_400_000

/**
 * When a period that begins at `start` is over, at the same time of day; a day the month does not have is its last one:
 * 31 January and a month is the last day of February. `extraDays` come after the months.
 */
export function endOf({ duration, durationUnit }: Period, start: Date, extraDays = 0): Date {
  const months = durationUnit === 'month' ? duration : 0
  const days = (durationUnit === 'day' ? duration : 0) + extraDays
  const end = toMoscow(start)
  const month = end.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), month + 1, 0)).getUTCDate()
  end.setUTCMonth(month, Math.min(end.getUTCDate(), lastDay))
  return new Date(end.getTime() - MOSCOW_MS + days * DAY_MS)
}

/** Days of a period that begins at `start`: a month has 28 to 31. */
export function daysOf(period: Period, start: Date): number {
  return (endOf(period, start).getTime() - start.getTime()) / DAY_MS
}

/** Days until `end`, the one that has begun too; 0 when it is over. */
export function daysLeft(now: Date, end: Date): number {
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / DAY_MS))
}

/** «31.12.2026», as the calendar hangs in Moscow. */
export function formatDay(moment: Date): string {
  return toMoscow(moment).toISOString().slice(0, 10).split('-').reverse().join('.')
}

/** The same moment, whose UTC fields are the date and time in Moscow. */
function toMoscow(moment: Date): Date {
  return new Date(moment.getTime() + MOSCOW_MS)
}
