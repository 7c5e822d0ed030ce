/** The filters of one person: for them to download, and to go with their account. */
import { publishEach } from '../../../kit/bus.ts'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'
import type { Tx } from '../../../kit/sql.ts'

export async function personalFilters({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const filters = await db
    .selectFrom('filters')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return {
    Фильтры: filters.map(({ name, scope, fields, createdAt, deletedAt }) => ({
      название: name,
      'виден команде': scope === 'team',
      условия: fields,
      создан: createdAt,
      удалён: deletedAt,
    })),
  }
}

/** Deletes all of them for good: the counters of a team's filter stop. */
export async function deleteFiltersOf(tx: Tx, userId: number): Promise<void> {
  const deleted = await tx.deleteFrom('filters').where('userId', '=', userId).returning('id').execute()
  await publishEach(
    tx,
    'filter.changed',
    deleted.map(({ id }) => ({ filterId: id })),
  )
}
