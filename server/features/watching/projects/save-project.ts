/** What a project looks for from now on. Checked and written in one transaction; the search of what is stored follows. */
import type { ProjectFields, ProjectProgress } from '../../../../contract/watching/projects.ts'
import { distinctPhrases } from '../../../../rules/phrases.ts'
import { publish } from '../../../kit/bus.ts'
import type { Clock } from '../../../kit/clock.ts'
import { recordEvent } from '../../../kit/jobs.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Db, Tx } from '../../../kit/sql.ts'
import { accessProject, isStartingUp, lockRunning, numberOf, unnamedProject, type ProjectRow } from './project-row.ts'
import type { TeamActor } from '../../access/team/team.public.ts'
import { readQueries } from './read-queries.ts'

/** @throws AppError PROJECT_NOT_FOUND, PROJECT_NOT_ACTIVE, PROJECT_EMPTY, QUERY_INVALID with all mistakes there are */
export async function saveProject(
  db: Db,
  clock: Clock,
  actor: TeamActor,
  id: number,
  fields: ProjectFields,
  restart: boolean,
): Promise<ProjectRow> {
  return db.transaction().execute(async (tx) => {
    const row = await accessProject(tx, actor, id)
    const { mistakes } = readQueries(fields)
    if (mistakes.length > 0) throw new AppError('QUERY_INVALID', { mistakes })
    const keywords = distinctPhrases(fields.keywords)
    if (keywords.length === 0) throw new AppError('PROJECT_EMPTY')
    return write(tx, clock, id, restart, {
      name: oneLine(fields.name) || unnamedProject(await numberOf(tx, row)),
      keywords,
      context: distinctPhrases(fields.context),
      excludedKeywords: distinctPhrases(fields.excludedKeywords),
      censorFilter: fields.censorFilter,
      neuralFilter: fields.neuralFilter,
      networks: [...new Set(fields.networks)],
      kinds: [...new Set(fields.kinds)],
    })
  })
}

/** @throws AppError PROJECT_NOT_FOUND, PROJECT_NOT_ACTIVE, PROJECT_EMPTY, PROJECT_SEARCH_IN_PROGRESS */
export async function searchAgain(db: Db, clock: Clock, actor: TeamActor, id: number): Promise<ProjectRow> {
  return db.transaction().execute(async (tx) => {
    const row = await accessProject(tx, actor, id)
    if (row.keywords.length === 0) throw new AppError('PROJECT_EMPTY')
    if (isStartingUp(row)) throw new AppError('PROJECT_SEARCH_IN_PROGRESS')
    return write(tx, clock, id, true, {})
  })
}

/** Someone sees the project again: what it missed meanwhile is looked for, unless it was saved since then. Says whether it is. */
export async function searchMissed(db: Db, clock: Clock, id: number, since: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await lockRunning(tx, id, clock.now())
    if (!row || row.keywords.length === 0 || (row.savedAt !== null && row.savedAt >= since)) return false
    await write(tx, clock, id, true, {})
    return true
  })
}

async function write(
  tx: Tx,
  clock: Clock,
  id: number,
  restart: boolean,
  changed: Partial<ProjectFields>,
): Promise<ProjectRow> {
  const { version } = await tx
    .updateTable('monitoredProjects')
    .set(({ eb }) => ({ ...changed, version: eb('version', '+', 1), savedAt: clock.now() }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  // The first step is done with this transaction, or not at all.
  const progress: ProjectProgress = {
    step: 2,
    status: restart ? 'pending' : 'skip',
    error: null,
    total: null,
    hours: null,
    done: 0,
    version,
  }
  const row = await tx
    .updateTable('monitoredProjects')
    .set({ progress: JSON.stringify(progress) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvent(tx, clock, 'project.saved', { projectId: id, version })
  await publish(tx, 'standing-query.changed', { productType: 'project', productId: id })
  await publish(tx, 'project.changed', { userId: row.userId, projectId: id })
  return row
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
