/** Rows of the table `filters`, as filters; who sees one, and who may change it. */
import { emptyFilter, type Filter, type FilterFields } from '../../../../contract/reading/filters.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { listTeamMembers, listTeammates } from '../../access/team/team.public.ts'

export const columns = ['id', 'userId', 'name', 'isDefault', 'scope', 'fields', 'deletedAt'] as const

export interface FilterRow {
  id: number
  userId: number
  name: string
  isDefault: boolean
  scope: string
  fields: unknown
  deletedAt: Date | null
}

/** Fields that are newer than the row come from the empty filter. */
export function fieldsOf({ fields }: Pick<FilterRow, 'fields'>): FilterFields {
  return { ...emptyFilter, ...(fields as Partial<FilterFields>) }
}

/** As this person sees it. */
export function toFilter(row: FilterRow, userId: number, editable: boolean): Filter {
  const { id, name, isDefault, scope } = row
  return {
    ...fieldsOf(row),
    id,
    name,
    isDefault,
    scope: scope as Filter['scope'],
    own: row.userId === userId,
    editable,
  }
}

/** Its maker changes a filter, and so does the owner of a team the maker is in; anyone who is in a team with them sees it. */
export async function readRight(
  db: DbOrTx,
  userId: number,
  row: Pick<FilterRow, 'userId' | 'scope'>,
): Promise<'change' | 'see' | null> {
  if (row.userId === userId) return 'change'
  if (row.scope !== 'team') return null
  if ((await listTeamMembers(db, userId)).includes(row.userId)) return 'change'
  return (await listTeammates(db, userId)).includes(row.userId) ? 'see' : null
}

/** A filter this person sees; unknown, another's and deleted ones are refused alike. */
export async function accessRow(
  db: DbOrTx,
  userId: number,
  filterId: number,
): Promise<{ row: FilterRow; right: 'change' | 'see' }> {
  const row = await db
    .selectFrom('filters')
    .select(columns)
    .where('id', '=', filterId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  const right = row ? await readRight(db, userId, row) : null
  if (!row || !right) throw new AppError('FILTER_NOT_FOUND')
  return { row, right }
}
