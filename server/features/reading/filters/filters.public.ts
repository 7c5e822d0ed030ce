/** What other parts may ask of filters. */
import type { Filter, FilterFields } from '../../../../contract/reading/filters.ts'
import { wordTerms } from '../../../../engine/language/terms.ts'
import type { Language } from '../../../../engine/language/language.ts'
import { filterQuestion, type FilterQuestion } from '../../../../rules/filters/fits.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { accessRow, toFilter } from './filter-row.ts'

export { setFilterPush } from './change-filters.ts'
export { listFilters } from './list-filters.ts'
export { deleteFiltersOf } from './personal-filters.ts'

/** A filter this person sees, their own or a team's; unknown, another's and deleted ones are refused alike. */
export async function accessFilter(db: DbOrTx, userId: number, filterId: number, now: Date): Promise<Filter> {
  const { row, right } = await accessRow(db, userId, filterId, now)
  return toFilter(row, userId, right === 'change')
}

/** @param search what is searched for besides, as typed */
export function questionOf(language: Language, fields: FilterFields, search?: string): FilterQuestion {
  return filterQuestion(fields, (word, exact) => wordTerms(language, word, exact), search)
}
