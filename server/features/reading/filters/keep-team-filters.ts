/** What a team filtered by stays with the team when its maker leaves. */
import { sql } from 'kysely'
import type { Clock } from '../../../kit/clock.ts'
import type { Db } from '../../../kit/sql.ts'
import { publishFiltersChanged } from './change-filters.ts'
import { listTeamPeople } from '../../access/team/team.public.ts'

/** The owner gets a copy of each filter they shared; the maker keeps their own, for themselves. Asked twice, the second time does nothing. */
export async function keepTeamFilters(
  db: Db,
  clock: Clock,
  { ownerId, userId }: { ownerId: number; userId: number },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const shared = await tx
      .updateTable('filters')
      .set({ scope: 'local' })
      .where('userId', '=', userId)
      .where('scope', '=', 'team')
      .where('deletedAt', 'is', null)
      .returning(['id', 'name', 'fields'])
      .execute()
    for (const { name, fields } of shared.toSorted((a, b) => a.id - b.id))
      await tx
        .insertInto('filters')
        .values({
          userId: ownerId,
          name,
          scope: 'team',
          position: sql<number>`(select coalesce(max(position), 0) + 1 from filters where user_id = ${ownerId})`,
          fields: JSON.stringify(fields),
          createdAt: clock.now(),
        })
        .execute()
    const people = [userId, ...(await listTeamPeople(tx, ownerId))]
    if (shared.length > 0) await publishFiltersChanged(tx, { userId, socketId: null }, people)
    return shared.length
  })
}
