/** Rows of the table `filters`, as filters; who sees one, and who may change it. */
import { emptyFilter, type Filter, type FilterFields } from '../../../../contract/reading/filters.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { readTeammates } from '../../access/team/team.public.ts'

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
export function filterFieldsOf({ fields }: Pick<FilterRow, 'fields'>): FilterFields {
  return { ...emptyFilter, ...(fields as Partial<FilterFields>) }
}

/** As this person sees it. */
export function toFilter(row: FilterRow, userId: number, editable: boolean): Filter {
  const { id, name, isDefault, scope } = row
  return {
    ...filterFieldsOf(row),
    id,
    name,
    isDefault,
    scope: scope as Filter['scope'],
    own: row.userId === userId,
    editable,
  }
}

/**
 * One's own filter is one's own. A team's is seen by everybody in it and changed by those who may manage there; its maker, while they
 * are in a team and may not, only sees it too.
 */
export async function readFilterRight(
  db: DbOrTx,
  userId: number,
  row: Pick<FilterRow, 'userId' | 'scope'>,
  now: Date,
): Promise<'change' | 'see' | null> {
  const own = row.userId === userId
  if (row.scope !== 'team') return own ? 'change' : null
  const { people, right } = await readTeammates(db, userId, now)
  if (!people.includes(row.userId)) return null
  return right === 'manage' ? 'change' : 'see'
}

/** A filter this person sees; unknown, another's and deleted ones are refused alike. */
export async function accessRow(
  db: DbOrTx,
  userId: number,
  filterId: number,
  now: Date,
): Promise<{ row: FilterRow; right: 'change' | 'see' }> {
  const row = await db
    .selectFrom('filters')
    .select(columns)
    .where('id', '=', filterId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  const right = row ? await readFilterRight(db, userId, row, now) : null
  if (!row || !right) throw new AppError('FILTER_NOT_FOUND')
  return { row, right }
}
