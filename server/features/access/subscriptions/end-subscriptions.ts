import type { Clock } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'
import { lockSubscriptions, moveFollowing, publishScopeChanged, type SubscriptionRow } from './subscription-row.ts'

/** Ends now all that an order opened; what was to follow it comes earlier. */
export async function endSubscriptionsOfOrder(
  tx: Tx,
  clock: Clock,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<void> {
  const now = clock.now()
  await lockSubscriptions(tx, userId)
  const rows = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('id')
    .execute()
  const ended = rows as SubscriptionRow[]
  for (const subscription of ended) {
    await tx.updateTable('subscriptions').set({ endedAt: now }).where('id', '=', subscription.id).execute()
    await moveFollowing(
      tx,
      subscription,
      Math.max(now.getTime(), subscription.startsAt.getTime()) - subscription.expiresAt.getTime(),
    )
  }
  await publishScopeChanged(tx, userId, ended)
}
