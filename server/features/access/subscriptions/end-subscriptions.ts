import type { Clock } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'
import { lockSubscriptions, moveFollowing, publishScopeChanged, type SubscriptionRow } from './subscription-row.ts'

/** Ends now all that an order opened; what was to follow it comes earlier. */
export async function endSubscriptionsOfOrder(
  tx: Tx,
  clock: Clock,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<void> {
  await lockSubscriptions(tx, userId)
  await endNow(tx, clock, userId, await listRunning(tx, clock).where('orderId', '=', orderId).execute())
}

/** Ends now one that was given; what was to follow it comes earlier. @returns whether it was there to end */
export async function endSubscription(
  tx: Tx,
  clock: Clock,
  { userId, id }: { userId: number; id: number },
): Promise<boolean> {
  await lockSubscriptions(tx, userId)
  const rows = await listRunning(tx, clock).where('id', '=', id).where('userId', '=', userId).execute()
  await endNow(tx, clock, userId, rows)
  return rows.length > 0
}

const listRunning = (tx: Tx, clock: Clock) =>
  tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', clock.now())
    .orderBy('id')

async function endNow(tx: Tx, clock: Clock, userId: number, rows: object[]): Promise<void> {
  const now = clock.now()
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
