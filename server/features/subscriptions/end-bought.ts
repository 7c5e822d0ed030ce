/** What an order opened ends: its money goes back. */
import type { Clock } from '../../kit/clock.ts'
import type { Tx } from '../../kit/sql.ts'
import { shrinkGroupset } from './grow-groupset.ts'
import { lockSubscriptions, moveFollowing, sayScopeChanged, type SubscriptionRow } from './subscription-row.ts'

/** What was to follow it comes earlier. Of an order that opened nothing, or whose days are over, nothing is left to end. */
export async function endBought(tx: Tx, clock: Clock, orderId: number): Promise<void> {
  const now = clock.now()
  const order = await tx
    .selectFrom('orders')
    .select(['userId', 'quantity', 'extendsId'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  // Whoever deleted his account holds nothing.
  if (!order?.userId) return
  const { userId, quantity, extendsId } = order
  if (extendsId !== null) {
    await shrinkGroupset(tx, { userId, subscriptionId: extendsId, quantity })
    return
  }
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
  await sayScopeChanged(tx, userId, ended)
}
