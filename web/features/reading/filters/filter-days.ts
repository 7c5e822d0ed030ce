/**
 * Days of a range as a person chooses them, `YYYY-MM-DD` in their zone, both ends in it; a filter keeps moments, [from, to).
 */
import type { FilterFields } from '../../../../contract/reading/filters.ts'
import type { DayRange } from '../../../kit/ui/components/day-range-calendar.tsx'

export type Range = Pick<FilterFields, 'fromDate' | 'toDate'>

const DAY = 86_400_000

export function daysOf({ fromDate, toDate }: Range, zone: string): DayRange {
  // The end is the first moment that is left out.
  return [fromDate && dayAt(Date.parse(fromDate), zone), toDate && dayAt(Date.parse(toDate) - 1, zone)]
}

export function rangeOf([first, last]: DayRange, zone: string): Range {
  return { fromDate: first && startOf(first, zone), toDate: last && startOf(nextDay(last), zone) }
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + DAY).toISOString().slice(0, 10)
}

/** The day a moment lies in. */
export function dayAt(moment: number, zone: string): string {
  return new Date(moment + offsetAt(moment, zone)).toISOString().slice(0, 10)
}

function startOf(day: string, zone: string): string {
  const asUtc = Date.parse(day)
  // The zone's clock may be put forward or back in between: the offset of a first guess is that of the day, or near it.
  const guess = asUtc - offsetAt(asUtc, zone)
  return new Date(asUtc - offsetAt(guess, zone)).toISOString()
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment)
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value)
  const whole = moment - (moment % 1000)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - whole
}
