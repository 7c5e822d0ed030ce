/** A project as it stands in the database, and as its owner sees it. */
import { sql } from 'kysely'
import { projectSteps, type Project, type ProjectProgress } from '../../../../contract/watching/projects.ts'
import { viewKey } from '../../../../rules/filters/views.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { AppContext } from '../../../kit/context.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { listRunningProducts } from '../../access/subscriptions/subscriptions.public.ts'

const columns = [
  'id',
  'userId',
  'name',
  'keywords',
  'context',
  'excludedKeywords',
  'censorFilter',
  'neuralFilter',
  'networks',
  'kinds',
  'version',
  'progress',
  'savedAt',
] as const

const selectProjects = (db: DbOrTx) => db.selectFrom('monitoredProjects').select(columns)
export type ProjectRow = Awaited<ReturnType<ReturnType<typeof selectProjects>['executeTakeFirstOrThrow']>>

export async function listProjectRows(db: DbOrTx, userId: number): Promise<ProjectRow[]> {
  return selectProjects(db).where('userId', '=', userId).orderBy('id').execute()
}

export async function findProjectRow(db: DbOrTx, id: number): Promise<ProjectRow | null> {
  return (await selectProjects(db).where('id', '=', id).executeTakeFirst()) ?? null
}

/** What a project is called until its owner names it. @param number among their own, from 1 */
export const unnamedProject = (number: number): string => `Проект ${number}`

/** Which of its owner's projects it is, from 1. */
export async function numberOf(db: DbOrTx, { id, userId }: Pick<ProjectRow, 'id' | 'userId'>): Promise<number> {
  const { number } = await db
    .selectFrom('monitoredProjects')
    .select((select) => select.fn.countAll<number>().as('number'))
    .where('userId', '=', userId)
    .where('id', '<=', id)
    .executeTakeFirstOrThrow()
  return number
}

/**
 * One's own, locked to the end of the transaction: of two that save it, one waits for the other.
 * @throws AppError PROJECT_NOT_FOUND, or PROJECT_NOT_ACTIVE when no one may see it now
 */
export async function accessProject(tx: Tx, userId: number, id: number, now: Date): Promise<ProjectRow> {
  const row = await selectProjects(tx).where('id', '=', id).where('userId', '=', userId).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('PROJECT_NOT_FOUND')
  if ((await listRunningProducts(tx, 'project', now, [id])).length === 0) throw new AppError('PROJECT_NOT_ACTIVE')
  return row
}

/** Whosever it is, locked likewise. Null when it is gone, or no one may see it now. */
export async function lockRunning(tx: Tx, id: number, now: Date): Promise<ProjectRow | null> {
  const row = await selectProjects(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && (await listRunningProducts(tx, 'project', now, [id])).length > 0 ? row : null
}

export const progressOf = ({ progress }: Pick<ProjectRow, 'progress'>): ProjectProgress | null =>
  progress as ProjectProgress | null

/** What is stored is being searched, or will be in a moment. */
export function isStartingUp(row: Pick<ProjectRow, 'progress'>): boolean {
  const progress = progressOf(row)
  return progress !== null && progress.step < projectSteps && progress.status === 'pending'
}

type ShowContext = Pick<AppContext, 'db' | 'clock' | 'language' | 'config' | 'hooks'>

export async function showProjects(ctx: ShowContext, rows: ProjectRow[]): Promise<Project[]> {
  if (rows.length === 0) return []
  const { db, clock } = ctx
  const ids = rows.map(({ id }) => id)
  const [running, counts, inFeed] = await Promise.all([
    listRunningProducts(db, 'project', clock.now(), ids),
    countItems(db, ids),
    countInFeeds(ctx, rows),
  ])
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    keywords: row.keywords,
    context: row.context,
    excludedKeywords: row.excludedKeywords,
    censorFilter: row.censorFilter,
    neuralFilter: row.neuralFilter,
    networks: row.networks as Project['networks'],
    kinds: row.kinds as Project['kinds'],
    ...statusOf(row, running.includes(row.id)),
    inFeed: inFeed.get(viewOf(row)) ?? 0,
    found: counts.get(row.id)?.found ?? 0,
    hidden: { censor: counts.get(row.id)?.censor ?? 0, neural: counts.get(row.id)?.neural ?? 0 },
    progress: progressOf(row),
  }))
}

function statusOf(row: ProjectRow, runs: boolean): Pick<Project, 'status' | 'downtimeReason'> {
  if (!runs) return { status: 'STOPPED', downtimeReason: 'NO_SUBSCRIPTION' }
  if (row.keywords.length === 0) return { status: 'STOPPED', downtimeReason: 'NOT_CONFIGURED' }
  return { status: isStartingUp(row) ? 'STARTING_UP' : 'RUNNING', downtimeReason: null }
}

const viewOf = ({ id }: Pick<ProjectRow, 'id'>): string => viewKey({ productType: 'project', productId: id })

/** Each in the feed of its owner; by the key of its view. */
async function countInFeeds(ctx: ShowContext, rows: ProjectRow[]): Promise<Map<string, number>> {
  const byOwner = Map.groupBy(rows, ({ userId }) => userId)
  const counts = await Promise.all(
    [...byOwner].map(([userId, theirs]) => ctx.hooks.countInFeed(ctx, userId, theirs.map(viewOf))),
  )
  return new Map(counts.flatMap((of) => [...of]))
}

interface Counts {
  productId: number
  found: number
  censor: number
  neural: number
}

async function countItems(db: DbOrTx, ids: number[]): Promise<Map<number, Counts>> {
  const { rows } = await sql<Counts>`
    select product_id, count(*) as found, count(*) filter (where suppressed_by = 'censor') as censor, count(*) filter (where suppressed_by = 'neural') as neural
    from feed_items
    where product_type = 'project' and product_id = any(${ids}::bigint[]) and not gone
    group by product_id`.execute(db)
  return new Map(rows.map((row) => [row.productId, row]))
}
