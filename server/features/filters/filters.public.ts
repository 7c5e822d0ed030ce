/** What other parts may ask of filters. */
import { sql } from 'kysely'
import { DEFAULT_FILTER_NAME, emptyFilter, type Filter, type FilterFields } from '../../../contract/filters.ts'
import { wordTerms } from '../../../engine/language/terms.ts'
import type { Language } from '../../../engine/language/language.ts'
import { filterQuestion, type FilterQuestion } from '../../../rules/filters/fits.ts'
import type { Clock } from '../../kit/clock.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { DbOrTx, Tx } from '../../kit/sql.ts'

const columns = ['id', 'name', 'isDefault', 'scope', 'fields'] as const

interface FilterRow {
  id: number
  name: string
  isDefault: boolean
  scope: string
  fields: unknown
}

/** Fields that are newer than the row come from the empty filter. */
function toFilter({ id, name, isDefault, scope, fields }: FilterRow): Filter {
  return { ...emptyFilter, ...(fields as Partial<FilterFields>), id, name, isDefault, scope: scope as Filter['scope'] }
}

export async function listOwnFilters(db: DbOrTx, userId: number): Promise<Filter[]> {
  const rows = await db.selectFrom('filters').select(columns).where('userId', '=', userId).orderBy('position').orderBy('id').execute()
  return rows.map(toFilter)
}

/** A filter of this person; absent and another's are refused alike. */
export async function accessFilter(db: DbOrTx, userId: number, filterId: number): Promise<Filter> {
  const row = await db.selectFrom('filters').select(columns).where('id', '=', filterId).where('userId', '=', userId).executeTakeFirst()
  if (!row) throw new Refusal('FILTER_NOT_FOUND')
  return toFilter(row)
}

/** In one statement: of two who change different fields at once, neither undoes the other. */
export async function updateOwnFilter(tx: Tx, userId: number, filterId: number, changes: Partial<FilterFields>): Promise<Filter> {
  const row = await tx
    .updateTable('filters')
    .set({ fields: sql`fields || ${JSON.stringify(changes)}::jsonb` })
    .where('id', '=', filterId)
    .where('userId', '=', userId)
    .returning(columns)
    .executeTakeFirst()
  if (!row) throw new Refusal('FILTER_NOT_FOUND')
  return toFilter(row)
}

export async function createDefaultFilter(tx: Tx, clock: Clock, userId: number): Promise<void> {
  await tx
    .insertInto('filters')
    .values({ userId, name: DEFAULT_FILTER_NAME, isDefault: true, fields: JSON.stringify(emptyFilter), createdAt: clock.now() })
    .execute()
}

export function questionOf(language: Language, fields: FilterFields): FilterQuestion {
  return filterQuestion(fields, (word, exact) => wordTerms(language, word, exact))
}
