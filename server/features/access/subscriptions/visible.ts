/** The one place that answers «what may this person see now». */
import { sql, type RawBuilder } from 'kysely'
import type { ProductType } from '../../../../contract/access/subscriptions.ts'
import type { VisibleProduct } from '../../../../rules/trial.ts'
import { prepared, type DbOrTx } from '../../../kit/sql.ts'
import { isSeen, runsAgainAtSql } from './subscription-row.ts'

/**
 * Subscriptions by which this person sees something: their own, and of the owner who took them into a team those of tariff type `team` in which
 * there is a place for them; the owner holds one of the places.
 */
const serving = (userId: number) => sql`
  -- An array and no join, so that the index on user_id serves.
  user_id = any(array(select owner_id from membership_cards where user_id = ${userId} and status = 'accepted') || ${userId}::bigint)
  and (user_id = ${userId} or (tariff_type = 'team' and (team_size is null
    or team_size > (select place from membership_cards where user_id = ${userId} and status = 'accepted'))))`

export interface Viewer {
  userId: number
  /** Moderators and admins see every category. */
  moderator: boolean
}

/**
 * Products with a subscription that is running, in an order that stands; a paid one outweighs a trial of the same product.
 * Frozen and ended ones show nothing.
 */
export function listVisibleProducts(db: DbOrTx, viewer: Viewer, now: Date): Promise<VisibleProduct[]> {
  return listProducts(db, viewer, serving(viewer.userId), now)
}

/** The same without what is seen through a team only. */
export function listOwnProducts(db: DbOrTx, viewer: Viewer, now: Date): Promise<VisibleProduct[]> {
  return listProducts(db, viewer, sql`user_id = ${viewer.userId}`, now)
}

async function listProducts(
  db: DbOrTx,
  { moderator }: Viewer,
  held: RawBuilder<unknown>,
  now: Date,
): Promise<VisibleProduct[]> {
  const { rows } = await sql<VisibleProduct>`${prepared}
    select product_type, product_id, bool_and(trial) as trial from (
      select product_type, product_id, tariff_type = 'trial' as trial from subscriptions
      where ${held} and ${isSeen(now)}
      union all
      select 'category', c.id, false from categories c where ${moderator}::boolean) as seen
    group by product_type, product_id order by product_type, product_id`.execute(db)
  return rows
}

/** When what this person may see changes by itself next: a subscription begins, ends, or has stood still for long enough. */
export async function findNextScopeChange(db: DbOrTx, userId: number, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from subscriptions, unnest(array[starts_at, expires_at, ${runsAgainAtSql}]) as at
    where ${serving(userId)} and ended_at is null and at > ${now}`.execute(db)
  return rows[0]?.at ?? null
}

/** The products of this type that someone sees at `now`; or of these those that someone does. */
export async function listRunningProducts(
  db: DbOrTx,
  productType: ProductType,
  now: Date,
  ids?: number[],
): Promise<number[]> {
  const among = ids ? sql`product_id = any(${ids}::bigint[])` : sql`true`
  const { rows } = await sql<{ productId: number }>`
    select distinct product_id from subscriptions
    where product_type = ${productType} and ${among} and ${isSeen(now)} order by product_id`.execute(db)
  return rows.map(({ productId }) => productId)
}

/** How many people see each product of this type by a subscription of their own at `now`; one that none sees is left out. */
export async function countSubscribers(db: DbOrTx, productType: ProductType, now: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ productId: number; people: number }>`
    select product_id, count(distinct user_id) as people from subscriptions
    where product_type = ${productType} and ${isSeen(now)} group by product_id`.execute(db)
  return new Map(rows.map(({ productId, people }) => [productId, people]))
}
