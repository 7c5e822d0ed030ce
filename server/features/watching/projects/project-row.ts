/** A project as it stands in the database, and as its owner sees it. */
import { sql } from 'kysely'
import { projectSteps, type Project, type ProjectProgress } from '../../../../contract/watching/projects.ts'
import { viewKey } from '../../../../rules/filters/views.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { AppContext } from '../../../kit/context.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { listRunningProducts, listVisibleProducts } from '../../access/subscriptions/subscriptions.public.ts'
import { checkOwned, findOtherOwner, showOfTeam, type TeamActor } from '../../access/team/team.public.ts'

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

/** The person's own, then those of their team's owner that are for the team and shown now. */
export async function listProjectRows(db: DbOrTx, userId: number, now: Date): Promise<ProjectRow[]> {
  const [own, ofTeam] = await Promise.all([
    selectProjects(db).where('userId', '=', userId).orderBy('id').execute(),
    listTeamProjects(db, userId, now),
  ])
  return [...own, ...ofTeam]
}

async function listTeamProjects(db: DbOrTx, userId: number, now: Date): Promise<ProjectRow[]> {
  const ownerId = await findOtherOwner(db, userId, now)
  if (ownerId === null) return []
  const ids = await listVisibleProjects(db, userId, now)
  return selectProjects(db)
    .where('userId', '=', ownerId)
    .where('id', 'in', [0, ...ids])
    .orderBy('id')
    .execute()
}

async function listVisibleProjects(db: DbOrTx, userId: number, now: Date): Promise<number[]> {
  const visible = await listVisibleProducts(db, { userId, moderator: false }, now)
  return visible.flatMap(({ productType, productId }) => (productType === 'project' ? [productId] : []))
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
 * One's own, or the owner's of the team one is in, locked to the end of the transaction: of two that save it, one waits for the other.
 * @throws AppError PROJECT_NOT_FOUND, TEAM_RIGHT_REQUIRED, or PROJECT_NOT_ACTIVE when no one may see it now
 */
export async function accessProject(tx: Tx, actor: TeamActor, id: number): Promise<ProjectRow> {
  const { userId, now } = actor
  const ownerId = await findOtherOwner(tx, userId, now)
  const row = await selectProjects(tx)
    .where('id', '=', id)
    .where('userId', 'in', [userId, ...(ownerId === null ? [] : [ownerId])])
    .forUpdate()
    .executeTakeFirst()
  if (!row || (row.userId !== userId && !(await listVisibleProjects(tx, userId, now)).includes(id)))
    throw new AppError('PROJECT_NOT_FOUND')
  await checkOwned(tx, actor, row.userId)
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

/** As this reader, who may see them all, is shown them. */
export async function showProjects(ctx: ShowContext, rows: ProjectRow[], userId: number): Promise<Project[]> {
  if (rows.length === 0) return []
  const { db, clock } = ctx
  const ids = rows.map(({ id }) => id)
  const [running, counts, inFeed] = await Promise.all([
    listRunningProducts(db, 'project', clock.now(), ids),
    countItems(db, ids),
    ctx.hooks.countInFeed(ctx, userId, rows.map(viewOf)),
  ])
  const ofTeam = new Map<number, Project['team']>()
  for (const ownerId of new Set(rows.map((row) => row.userId)))
    ofTeam.set(ownerId, await showOfTeam(db, userId, ownerId, clock.now()))
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
    team: ofTeam.get(row.userId) ?? null,
  }))
}

function statusOf(row: ProjectRow, runs: boolean): Pick<Project, 'status' | 'downtimeReason'> {
  if (!runs) return { status: 'STOPPED', downtimeReason: 'NO_SUBSCRIPTION' }
  if (row.keywords.length === 0) return { status: 'STOPPED', downtimeReason: 'NOT_CONFIGURED' }
  return { status: isStartingUp(row) ? 'STARTING_UP' : 'RUNNING', downtimeReason: null }
}

const viewOf = ({ id }: Pick<ProjectRow, 'id'>): string => viewKey({ productType: 'project', productId: id })

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
