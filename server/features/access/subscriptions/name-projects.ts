import type { DbOrTx } from '../../../kit/sql.ts'

/** What these projects are called; one that no one has named is known by its number. */
export async function nameProjects(db: DbOrTx, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('monitoredProjects').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name || `Проект ${id}`]))
}
