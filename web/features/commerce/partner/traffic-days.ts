/** The bars of a chart: every day, week or month of a range, those without a visit too. Days are `YYYY-MM-DD` of the reader's calendar. */
import type { trafficPeriods } from '../../../../contract/commerce/partner.ts'
import type { DayRange } from '../../../kit/ui/components/day-range-calendar.tsx'

export type TrafficPeriod = (typeof trafficPeriods)[number]

/** More bars than that cannot be told apart on a phone. */
const MOST_BARS = 60
/** So many where no range is chosen. */
const USUAL_BARS = 30

const at = (day: string): Date => new Date(`${day}T00:00:00Z`)
const written = (date: Date): string => date.toISOString().slice(0, 10)

/** The day that stands for the period it lies in: itself, the Monday of its week, the first of its month. */
export function periodOf(day: string, period: TrafficPeriod): string {
  const date = at(day)
  if (period === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  if (period === 'month') date.setUTCDate(1)
  return written(date)
}

function before(key: string, period: TrafficPeriod): string {
  const date = at(key)
  if (period === 'month') date.setUTCMonth(date.getUTCMonth() - 1)
  else date.setUTCDate(date.getUTCDate() - (period === 'week' ? 7 : 1))
  return written(date)
}

/** Those of the range, the oldest first; of a long one the last, and of none those up to today. */
export function periodsOf([first, last]: DayRange, period: TrafficPeriod, today: string): string[] {
  const keys: string[] = []
  const oldest = first === null ? null : periodOf(first, period)
  const most = first === null ? USUAL_BARS : MOST_BARS
  for (let key = periodOf(last ?? today, period); keys.length < most; key = before(key, period)) {
    if (oldest !== null && key < oldest) break
    keys.push(key)
  }
  return keys.toReversed()
}
