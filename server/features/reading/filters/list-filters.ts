import type { Filter } from '../../../../contract/reading/filters.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { listTeamMembers, listTeammates } from '../../access/team/team.public.ts'
import { columns, toFilter } from './filter-row.ts'

/** The own ones in their order, the default one first; then the team's, the oldest first. */
export async function listFilters(db: DbOrTx, userId: number): Promise<Filter[]> {
  const [, ...mates] = await listTeammates(db, userId)
  const seen = db.selectFrom('filters').select(columns).where('deletedAt', 'is', null)
  const own = await seen
    .where('userId', '=', userId)
    .orderBy('isDefault', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute()
  if (mates.length === 0) return own.map((row) => toFilter(row, userId, true))
  const members = await listTeamMembers(db, userId)
  const teams = await seen.where('userId', 'in', mates).where('scope', '=', 'team').orderBy('id').execute()
  return [
    ...own.map((row) => toFilter(row, userId, true)),
    ...teams.map((row) => toFilter(row, userId, members.includes(row.userId))),
  ]
}
