/** Packages: more groups for a subscription that runs, until its end. */
import { sql } from 'kysely'
import type { Clock } from '../../kit/clock.ts'
import type { Tx } from '../../kit/sql.ts'
import { lockSubscriptions } from './subscription-row.ts'

export interface Package {
  userId: number
  /** Which it was ordered for. */
  subscriptionId: number
  /** Of groups. */
  quantity: number
}

/**
 * When the subscription is over by now, the one that follows it grows.
 * @returns whether there was one to grow: without, somebody has paid for nothing
 */
export async function growGroupset(tx: Tx, clock: Clock, { userId, subscriptionId, quantity }: Package): Promise<boolean> {
  await lockSubscriptions(tx, userId)
  const { rows } = await sql`
    update subscriptions set max_size = coalesce(max_size, 0) + ${quantity}::int
    where id = (
      select id from subscriptions where user_id = ${userId} and product_type = 'group' and tariff_type <> 'trial'
        and ended_at is null and expires_at > ${clock.now()}
      order by id = ${subscriptionId} desc, starts_at, id limit 1)
    returning id`.execute(tx)
  return rows.length > 0
}

/** Of the one it was ordered for only: what came after that may have been bought by itself. */
export async function shrinkGroupset(tx: Tx, { userId, subscriptionId, quantity }: Package): Promise<void> {
  await lockSubscriptions(tx, userId)
  await sql`
    update subscriptions set max_size = greatest(0, coalesce(max_size, 0) - ${quantity}::int)
    where id = ${subscriptionId} and user_id = ${userId}`.execute(tx)
}
