import type { DbOrTx } from '../../kit/sql.ts'

/** A line for each group: its link, a tab, its name. What stands behind a tab is read as no link when the lines are pasted again. */
export async function listLines(db: DbOrTx, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('monitoredGroups as m')
    .innerJoin('monitoredGroupsets as s', 's.id', 'm.groupsetId')
    .innerJoin('groups as g', 'g.id', 'm.groupId')
    .select(['g.url', 'g.name'])
    .where('s.userId', '=', userId)
    .where('m.removedAt', 'is', null)
    .orderBy('m.createdAt')
    .orderBy('m.id')
    .execute()
  return rows.map(({ url, name }) => `${url ?? ''}\t${name.replace(/[\s\p{Cc}]+/gu, ' ').trim()}`)
}
