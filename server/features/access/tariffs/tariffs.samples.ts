import type { Db } from '../../../kit/sql.ts'

/** For tests: as if teams could be made, their tariffs are on sale. */
export async function sellTeams({ db }: { db: Db }): Promise<void> {
  await db.updateTable('tariffs').set({ archivedAt: null }).where('type', '=', 'team').execute()
}
