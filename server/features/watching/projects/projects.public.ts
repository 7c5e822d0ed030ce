/** What other parts may ask of projects. */
import type { Clock } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'
import { unnamedProject } from './project-row.ts'

export {
  endSearch,
  endWaiting,
  failSearch,
  findWaiting,
  holdSearch,
  listJustSearched,
  noteSearch,
  resumeSearches,
} from './project-search.ts'
export { listProjectIdsOf, listRunningProjects, readProjectQueries, type ProjectQueries } from './project-queries.ts'
export { parseStored } from './read-queries.ts'
export { suppress, type SuppressedBy, type Suppression } from './suppress.ts'

/** New projects that look for nothing yet, in the order of their ids: each is called by its number among those of its owner. */
export async function makeProjects(tx: Tx, clock: Clock, userId: number, count: number): Promise<number[]> {
  if (count <= 0) return []
  const { held } = await tx
    .selectFrom('monitoredProjects')
    .select((select) => select.fn.countAll<number>().as('held'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, (_, n) => ({
    userId,
    name: unnamedProject(held + n + 1),
    createdAt: clock.now(),
  }))
  const made = await tx.insertInto('monitoredProjects').values(rows).returning('id').execute()
  return made.map(({ id }) => id).toSorted((a, b) => a - b)
}
