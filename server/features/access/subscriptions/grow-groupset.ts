/** Packages: more groups for a subscription that runs, until its end. */
import { sql } from 'kysely'
import type { Clock } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'
import { lockSubscriptions } from './subscription-row.ts'

export interface Package {
  userId: number
  /** Which it was ordered for. */
  subscriptionId: number
  /** Of groups. */
  quantity: number
}

/**
 * Only the one it was weighed for grows: the price counts its days, and of the one that follows there may be many more.
 * @returns whether it is still there to grow: if not, someone has paid for nothing
 */
export async function growGroupset(
  tx: Tx,
  clock: Clock,
  { userId, subscriptionId, quantity }: Package,
): Promise<boolean> {
  await lockSubscriptions(tx, userId)
  const { rows } = await sql`
    update subscriptions set max_size = coalesce(max_size, 0) + ${quantity}::int
    where id = ${subscriptionId} and user_id = ${userId} and ended_at is null and expires_at > ${clock.now()}
    returning id`.execute(tx)
  return rows.length > 0
}

export async function shrinkGroupset(tx: Tx, { userId, subscriptionId, quantity }: Package): Promise<void> {
  await lockSubscriptions(tx, userId)
  await sql`
    update subscriptions set max_size = greatest(0, coalesce(max_size, 0) - ${quantity}::int)
    where id = ${subscriptionId} and user_id = ${userId}`.execute(tx)
}
