import type { Filter } from '../../../../contract/reading/filters.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { listTeammates } from '../../access/team/team.public.ts'
import { columns, readFilterRight, toFilter, type FilterRow } from './filter-row.ts'

/** The own ones in their order, the default one first; then the team's, the oldest first. */
export async function listFilters(db: DbOrTx, userId: number, now: Date): Promise<Filter[]> {
  const [, ...mates] = await listTeammates(db, userId, now)
  const seen = db.selectFrom('filters').select(columns).where('deletedAt', 'is', null)
  const own = await seen
    .where('userId', '=', userId)
    .orderBy('isDefault', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute()
  const teams =
    mates.length === 0
      ? []
      : await seen.where('userId', 'in', mates).where('scope', '=', 'team').orderBy('id').execute()
  // The same for all of one maker: own ones, and those of anyone else in the team.
  const editable = new Map<string, boolean>()
  const show = async (row: FilterRow): Promise<Filter> => {
    const key = `${row.userId === userId} ${row.scope}`
    if (!editable.has(key)) editable.set(key, (await readFilterRight(db, userId, row, now)) === 'change')
    return toFilter(row, userId, editable.get(key) ?? false)
  }
  const shown: Filter[] = []
  for (const row of [...own, ...teams]) shown.push(await show(row))
  return shown
}
