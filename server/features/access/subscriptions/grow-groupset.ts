/** Packages: more groups for a subscription that runs, until its end. */
import { sql } from 'kysely'
import type { Clock } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'
import { lockSubscriptions, type SubscriptionRow } from './subscription-row.ts'

export interface Package {
  userId: number
  /** Which it was ordered for. */
  subscriptionId: number
  /** Of groups. */
  quantity: number
}

/** `ended`: the subscription does not run any more; `full`: its tariff lets no more groups be watched. Someone has paid for nothing. */
export type Growth = 'grown' | 'ended' | 'full'

/**
 * Only the one it was weighed for grows: the price counts its days, and of the one that follows there may be many more. The
 * maximum holds here too: several packages may have been ordered while there was room for one.
 */
export async function growGroupset(
  tx: Tx,
  clock: Clock,
  { userId, subscriptionId, quantity }: Package,
): Promise<Growth> {
  await lockSubscriptions(tx, userId)
  const running = await tx
    .selectFrom('subscriptions')
    .select(['maxSize', 'tariff'])
    .where('id', '=', subscriptionId)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', clock.now())
    .executeTakeFirst()
  if (!running) return 'ended'
  const { maxSize, tariff } = running as Pick<SubscriptionRow, 'maxSize' | 'tariff'>
  const size = (maxSize ?? 0) + quantity
  if (size > (tariff?.maxQuantity ?? Infinity)) return 'full'
  await tx.updateTable('subscriptions').set({ maxSize: size }).where('id', '=', subscriptionId).execute()
  return 'grown'
}

export async function shrinkGroupset(tx: Tx, { userId, subscriptionId, quantity }: Package): Promise<void> {
  await lockSubscriptions(tx, userId)
  await sql`
    update subscriptions set max_size = greatest(0, coalesce(max_size, 0) - ${quantity}::int)
    where id = ${subscriptionId} and user_id = ${userId}`.execute(tx)
}
