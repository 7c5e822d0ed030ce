/** What other parts may ask of filters. */
import {
  DEFAULT_FILTER_NAME,
  emptyFilter,
  type Filter,
  type FilterFields,
} from '../../../../contract/reading/filters.ts'
import { wordTerms } from '../../../../engine/language/terms.ts'
import type { Language } from '../../../../engine/language/language.ts'
import { filterQuestion, type FilterQuestion } from '../../../../rules/filters/fits.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { accessRow, toFilter } from './filter-row.ts'

export { setFilterPush } from './change-filters.ts'
export { listFilters } from './list-filters.ts'
export { deleteFiltersOf } from './personal-filters.ts'

/** A filter this person sees, their own or a team's; unknown, another's and deleted ones are refused alike. */
export async function accessFilter(db: DbOrTx, userId: number, filterId: number, now: Date): Promise<Filter> {
  const { row, right } = await accessRow(db, userId, filterId, now)
  return toFilter(row, userId, right === 'change')
}

/** The first filter of everybody, made with the account. */
export async function createDefaultFilter(tx: Tx, clock: Clock, userId: number): Promise<void> {
  await tx
    .insertInto('filters')
    .values({
      userId,
      name: DEFAULT_FILTER_NAME,
      isDefault: true,
      fields: JSON.stringify(emptyFilter),
      createdAt: clock.now(),
    })
    .execute()
}

/** @param search what is searched for besides, as typed */
export function questionOf(language: Language, fields: FilterFields, search?: string): FilterQuestion {
  return filterQuestion(fields, (word, exact) => wordTerms(language, word, exact), search)
}
