/** Choosing recent days clears the range, and choosing an end of the range clears the recent days (spec §4 Feed). */
import type { FilterFields } from '../../contract/reading/filters.ts'

/** The changes of a filter, with what they clear. Of both chosen at once the range stays: it says more. */
export function choosePeriod<Changes extends Partial<FilterFields>>(changes: Changes): Changes {
  if ((changes.fromDate ?? null) !== null || (changes.toDate ?? null) !== null) return { ...changes, recentDays: null }
  if ((changes.recentDays ?? null) !== null) return { ...changes, fromDate: null, toDate: null }
  return changes
}
