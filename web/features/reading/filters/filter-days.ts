/**
 * Days of a range as a person chooses them, `YYYY-MM-DD` in their zone, both ends in it; a filter keeps moments, [from, to).
 */
import type { FilterFields } from '../../../../contract/reading/filters.ts'
import type { DayRange } from '../../../kit/ui/components/day-range-calendar.tsx'
import { momentOf, wallTime } from '../../../kit/ui/text/zone-time.ts'

export type FilterPeriod = Pick<FilterFields, 'fromDate' | 'toDate'>

const DAY = 86_400_000

export function dayRangeOf({ fromDate, toDate }: FilterPeriod, zone: string): DayRange {
  // The end is the first moment that is left out.
  return [fromDate && dayAt(Date.parse(fromDate), zone), toDate && dayAt(Date.parse(toDate) - 1, zone)]
}

export function rangeOf([first, last]: DayRange, zone: string): FilterPeriod {
  return { fromDate: first && startOf(first, zone), toDate: last && startOf(nextDay(last), zone) }
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + DAY).toISOString().slice(0, 10)
}

/** The day a moment lies in. */
export const dayAt = (moment: number, zone: string): string => wallTime(moment, zone).slice(0, 10)

const startOf = (day: string, zone: string): string => new Date(momentOf(day, zone)).toISOString()
