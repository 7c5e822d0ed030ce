/** What projects look for, as the stream asks it: only of those that someone may see. */
import { sql } from 'kysely'
import type { MessageKind, Network } from '../../../../contract/networks.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { listRunningProducts } from '../../access/subscriptions/subscriptions.public.ts'
import { suppressionOf, type Suppression } from './suppress.ts'

export interface ProjectQueries {
  productType: 'project'
  productId: number
  version: number
  /** Any of these must fit … */
  keywords: string[]
  /** … and, when there are any, one of these … */
  context: string[]
  /** … and none of these. */
  excluded: string[]
  /** Empty: all. */
  networks: Network[]
  /** Empty: both. */
  kinds: MessageKind[]
  suppression: Suppression | null
}

/** The versions of all projects with a subscription that runs at `now` and something to look for, or of these of them. */
export async function listRunningProjects(db: DbOrTx, now: Date, ids?: number[]): Promise<Map<number, number>> {
  const running = await listRunningProducts(db, 'project', now, ids)
  if (running.length === 0) return new Map()
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from monitored_projects where id = any(${running}::bigint[]) and keywords <> '{}'`.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Whether they run or not. */
export async function readProjectQueries(db: DbOrTx, ids: number[]): Promise<ProjectQueries[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('monitoredProjects')
    .select([
      'id',
      'version',
      'keywords',
      'context',
      'excludedKeywords',
      'networks',
      'kinds',
      'censorFilter',
      'neuralFilter',
    ])
    .where((where) => where('id', '=', where.fn.any(where.val(ids))))
    .execute()
  return rows.map((row) => ({
    productType: 'project',
    productId: row.id,
    version: row.version,
    keywords: row.keywords,
    context: row.context,
    excluded: row.excludedKeywords,
    networks: row.networks as Network[],
    kinds: row.kinds as MessageKind[],
    suppression: suppressionOf(row),
  }))
}

/** Of these people's projects, whatever they look for. */
export async function listProjectIdsOf(db: DbOrTx, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('monitoredProjects')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
