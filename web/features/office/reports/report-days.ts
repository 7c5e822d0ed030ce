/** Days of the report: `YYYY-MM-DD` in the calendar, `ДД.ММ.ГГГГ` in the address and on the wire (spec §5). */
import { FIRST_REPORT_DAY, type reportSteps } from '../../../../contract/office/reports.ts'

const DAY = 86_400_000
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

export const tomorrowOf = (today: string): string => dayOf(at(today) + DAY)

/** The same day of the month before, or its last one where that month is shorter; up to today. */
export function lastMonth(today: string): [first: string, last: string] {
  const date = new Date(at(today))
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 0)).getUTCDate()
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, Math.min(date.getUTCDate(), length))
  return [dayOf(first), today]
}

/** `2026-03-01` → `01.03.2026` */
export const writtenDay = (day: string): string => day.split('-').toReversed().join('.')

/** `01.03.2026` → `2026-03-01`; null: it is no day that a report may have. */
export function readWrittenDay(written: string | null, today: string): string | null {
  if (written === null || !/^\d{2}\.\d{2}\.\d{4}$/.test(written)) return null
  const day = written.split('.').toReversed().join('-')
  const isDay = !Number.isNaN(at(day)) && dayOf(at(day)) === day
  return isDay && day >= FIRST_REPORT_DAY && day <= tomorrowOf(today) ? day : null
}

/** As the address has it; the last month where it has none, or a wrong one. */
export function readRange(search: URLSearchParams, today: string): [first: string, last: string] {
  const [first, last] = [readWrittenDay(search.get('from'), today), readWrittenDay(search.get('to'), today)]
  return first !== null && last !== null && first <= last ? [first, last] : lastMonth(today)
}

/** «3 марта», «неделя с 2 марта», «март 2026 г.» */
export function stepInWords(day: string, step: (typeof reportSteps)[number]): string {
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Date(at(day)).toLocaleDateString('ru', { ...options, timeZone: 'UTC' })
  if (step === 'month') return format({ month: 'long', year: 'numeric' })
  const words = format({ day: 'numeric', month: 'long' })
  return step === 'week' ? `неделя с ${words}` : words
}

/** «12 %» of what there was before; null where there was nothing. */
export const shareInPercent = (part: number, of: number): string | null =>
  of === 0 ? null : `${((part / of) * 100).toLocaleString('ru', { maximumFractionDigits: 1 })} %`
