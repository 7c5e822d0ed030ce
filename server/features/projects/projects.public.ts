/** What other parts may ask of projects. */
import type { Clock } from '../../kit/clock.ts'
import type { DbOrTx, Tx } from '../../kit/sql.ts'

export { openLiveProjects } from './live-projects.ts'
export { personalProjects } from './personal-projects.ts'
export {
  endSearch,
  endWaiting,
  failSearch,
  findWaiting,
  holdSearch,
  holdVersion,
  listJustSearched,
  noteSearch,
  resumeSearches,
} from './project-search.ts'
export { listProjectIdsOf, listRunningProjects, readProjectQueries, type ProjectQueries } from './project-queries.ts'
export { parseStored } from './read-queries.ts'
export { withhold, type Withholding } from './withhold.ts'

/** New projects that look for nothing yet, in the order of their ids. */
export async function makeProjects(tx: Tx, clock: Clock, userId: number, count: number): Promise<number[]> {
  if (count <= 0) return []
  const rows = Array.from({ length: count }, () => ({ userId, createdAt: clock.now() }))
  const made = await tx.insertInto('monitoredProjects').values(rows).returning('id').execute()
  return made.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** What these projects are called; one that nobody has named is known by its number. */
export async function nameProjects(db: DbOrTx, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('monitoredProjects').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name || `Проект ${id}`]))
}
