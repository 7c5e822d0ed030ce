/** The period a filter asks for. Choosing recent days clears the range, and choosing an end of the range clears the recent days (spec §4 Feed). */
import type { FilterFields } from '../../contract/reading/filters.ts'

/** The changes of a filter, with what they clear. Of both chosen at once the range stays: it says more. */
export function choosePeriod<Changes extends Partial<FilterFields>>(changes: Changes): Changes {
  if ((changes.fromDate ?? null) !== null || (changes.toDate ?? null) !== null) return { ...changes, recentDays: null }
  if ((changes.recentDays ?? null) !== null) return { ...changes, fromDate: null, toDate: null }
  return changes
}

/** The first day that a range may name (spec §9). */
export const FIRST_DAY = '2016-01-01'
/** The day begins in the easternmost zone first. */
const FIRST_MOMENT = Date.parse(`${FIRST_DAY}T00:00:00+14:00`)

/** Does the range name a day before the first one? Its end is the first moment that is left out. */
export function isBeforeFirstDay({ fromDate, toDate }: Partial<Pick<FilterFields, 'fromDate' | 'toDate'>>): boolean {
  return (
    (fromDate !== undefined && fromDate !== null && Date.parse(fromDate) < FIRST_MOMENT) ||
    (toDate !== undefined && toDate !== null && Date.parse(toDate) <= FIRST_MOMENT)
  )
}
