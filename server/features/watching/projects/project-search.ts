/** How the search of what is stored reports what it is doing; only the search of the newest saving is heard. */
import { sql } from 'kysely'
import { errors, type ErrorCode } from '../../../../contract/errors.ts'
import { projectSteps, type ProjectProgress } from '../../../../contract/watching/projects.ts'
import { publish } from '../../../kit/bus.ts'
import { MINUTE, type Clock } from '../../../kit/clock.ts'
import { recordEvent } from '../../../kit/jobs.ts'
import { holdLock, tryLock } from '../../../kit/locks.ts'
import { openDatabase, type Database, type Db, type DbOrTx } from '../../../kit/sql.ts'
import { findProjectRow, progressOf } from './project-row.ts'

const done = { step: projectSteps, status: 'ok', done: 1 } as const

/** What this saving waits for: a search of what is stored, nothing but to be reported that it listens, or nothing any more. */
export async function findWaiting(db: DbOrTx, projectId: number, version: number): Promise<'search' | 'end' | null> {
  const row = await findProjectRow(db, projectId)
  const progress = row && progressOf(row)
  if (!row || row.version !== version || !progress || progress.version !== version || progress.step !== 2) return null
  return progress.status === 'pending' ? 'search' : progress.status === 'skip' ? 'end' : null
}

/** It was saved without a search, and has nothing to wait for. */
export async function endWaiting(db: DbOrTx, projectId: number, version: number): Promise<boolean> {
  return change(db, projectId, version, done, false)
}

/** False when a later saving has taken its place. */
export async function noteSearch(
  db: DbOrTx,
  projectId: number,
  version: number,
  changes: Pick<ProjectProgress, 'total' | 'hours' | 'done'>,
): Promise<boolean> {
  return change(db, projectId, version, changes, false)
}

export async function endSearch(
  db: DbOrTx,
  projectId: number,
  version: number,
  changes: Pick<ProjectProgress, 'total' | 'hours'>,
): Promise<boolean> {
  return change(db, projectId, version, { ...changes, ...done }, true)
}

/** Nothing that is stored was changed; new messages are matched by what was saved all the same. */
export async function failSearch(
  db: DbOrTx,
  projectId: number,
  version: number,
  code: ErrorCode,
  details: { total?: number } = {},
): Promise<boolean> {
  return change(
    db,
    projectId,
    version,
    { status: 'error', error: { code, message: errors[code].message, details } },
    false,
  )
}

async function change(
  db: DbOrTx,
  projectId: number,
  version: number,
  changes: Partial<ProjectProgress>,
  searched: boolean,
): Promise<boolean> {
  const row = await db
    .updateTable('monitoredProjects')
    .set({
      progress: sql`progress || ${JSON.stringify(changes)}::jsonb`,
      ...(searched && { searchedVersion: version }),
    })
    .where('id', '=', projectId)
    .where('version', '=', version)
    .returning('userId')
    .executeTakeFirst()
  if (row) await publish(db, 'project.changed', { userId: row.userId, projectId })
  return row !== undefined
}

/**
 * Waits until no one else searches for the project. Held by a connection of its own: PostgreSQL knows at once when anyone who
 * holds it is gone.
 * @returns how to let it go
 */
export async function holdSearch({ url }: Pick<Database, 'url'>, projectId: number): Promise<() => Promise<void>> {
  const own = openDatabase(url, { connections: 1 })
  try {
    await holdLock(own.db, 'search of project', projectId)
  } catch (error) {
    await own.close()
    throw error
  }
  return () => own.close()
}

/** Left alone for this long, a search has no one who does it. */
const LEFT_ALONE = MINUTE

/** The stream follows a saving within moments, and within minutes when it heard nothing of it; what it had in hand is stored after that. */
const FOLLOWS_WITHIN = { soonest: MINUTE, latest: 5 * MINUTE }

/** Those saved so long ago whose search is over. */
export async function listJustSearched(
  db: Db,
  clock: Clock,
): Promise<{ id: number; version: number; savedAt: Date }[]> {
  const now = clock.now().getTime()
  const rows = await db
    .selectFrom('monitoredProjects')
    .select(['id', 'version', 'savedAt'])
    .whereRef('searchedVersion', '=', 'version')
    .where('savedAt', '>', new Date(now - FOLLOWS_WITHIN.latest))
    .where('savedAt', '<=', new Date(now - FOLLOWS_WITHIN.soonest))
    .orderBy('id')
    .execute()
  return rows.flatMap(({ savedAt, ...row }) => (savedAt ? [{ ...row, savedAt }] : []))
}

/** Searches whose worker died begin again; how many. */
export async function resumeSearches(db: Db, clock: Clock): Promise<number> {
  const waiting = await db
    .selectFrom('monitoredProjects')
    .select(['id', 'version'])
    .where(sql<boolean>`progress ->> 'step' = '2' and progress ->> 'status' in ('pending', 'skip')`)
    .where('savedAt', '<', new Date(clock.now().getTime() - LEFT_ALONE))
    .execute()
  let resumed = 0
  for (const { id, version } of waiting) {
    await db.transaction().execute(async (tx) => {
      if (!(await tryLock(tx, 'search of project', id))) return
      await recordEvent(tx, clock, 'project.saved', { projectId: id, version })
      resumed += 1
    })
  }
  return resumed
}
