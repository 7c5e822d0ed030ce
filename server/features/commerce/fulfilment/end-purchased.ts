/** What an order opened ends: its money goes back. */
import type { Clock } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'
import { endSubscriptionsOfOrder, shrinkGroupset } from '../../access/subscriptions/subscriptions.public.ts'

/** Of an order that opened nothing, or whose days are over, nothing is left to end. */
export async function endPurchased(tx: Tx, clock: Clock, orderId: number): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .select(['userId', 'quantity', 'extendsId', 'openedAt'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  // An account that was deleted holds nothing.
  if (!order?.userId) return
  const { userId, quantity, extendsId, openedAt } = order
  if (extendsId === null) await endSubscriptionsOfOrder(tx, clock, { userId, orderId })
  else if (openedAt !== null) await shrinkGroupset(tx, { userId, subscriptionId: extendsId, quantity })
}
