/** The standing queries that someone waits for, as the plan of searches reads them: of categories and projects. */
import { sql } from 'kysely'
import type { Network } from '../../../contract/networks.ts'
import type { ProductType } from '../../../contract/access/subscriptions.ts'
import { parseQuery } from '../../../engine/queries/parse.ts'
import type { Query } from '../../../engine/queries/query.ts'
import { listCategoryQueries } from '../../features/watching/categories/categories.public.ts'
import { listRunningProjects, readProjectQueries } from '../../features/watching/projects/projects.public.ts'
import { listRunningProducts } from '../../features/access/subscriptions/subscriptions.public.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Db } from '../../kit/sql.ts'
import type { WaitingQuery } from './choose-searches.ts'

/** Beside what it looks for, in which networks; empty: in all. */
export interface WaitingProduct extends WaitingQuery {
  networks: Network[]
}

export async function listWaitingQueries(db: Db, clock: Clock): Promise<WaitingProduct[]> {
  const now = clock.now()
  const running = new Set(await listRunningProducts(db, 'category', now))
  const categories = (await listCategoryQueries(db)).filter(({ productId }) => running.has(productId))
  const projects = await readProjectQueries(db, [...(await listRunningProjects(db, now)).keys()])
  const customers = {
    category: await countCustomers(
      db,
      'category',
      now,
      categories.map(({ productId }) => productId),
    ),
    project: await countCustomers(
      db,
      'project',
      now,
      projects.map(({ productId }) => productId),
    ),
  }
  return [
    ...categories.map(({ productId, keywords }) => ({
      keywords: parsed(keywords),
      context: [],
      networks: [],
      weight: customers.category.get(productId) ?? 1,
    })),
    ...projects.map(({ productId, keywords, context, networks }) => ({
      keywords: parsed(keywords),
      context: parsed(context),
      networks,
      weight: customers.project.get(productId) ?? 1,
    })),
  ]
}

/** What does not parse looks for nothing, there as here. */
const parsed = (texts: string[]): Query[] =>
  texts.flatMap((text) => {
    const read = parseQuery(text)
    return read.ok ? [read.query] : []
  })

async function countCustomers(
  db: Db,
  productType: ProductType,
  now: Date,
  ids: number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ productId: number; count: number }>`
    select product_id, count(distinct user_id) as count from subscriptions
    where product_type = ${productType} and product_id = any(${ids}::bigint[]) and starts_at <= ${now} and expires_at > ${now} and ended_at is null
    group by product_id`.execute(db)
  return new Map(rows.map(({ productId, count }) => [productId, count]))
}
