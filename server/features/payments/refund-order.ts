/** An admin gives back what was paid. */
import { sql } from 'kysely'
import { personOf, type Asking } from '../../kit/asking.ts'
import { audit } from '../../kit/audit.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Gateways } from './gateways/open-gateways.ts'
import { findOrder, gatewayOrderOf, type Order } from './order-row.ts'
import { settleRefund, type Till } from './settle-order.ts'

/**
 * The gateway is asked first: should we break before it is noted here, the admin asks again, and the gateway gives back once. The
 * order itself is not held meanwhile, for the gateway may tell us of the refund before it answers.
 */
export async function refundOrder(
  asking: Asking,
  till: Till,
  gateways: Gateways,
  { account, comment }: { account: string; comment: string },
): Promise<void> {
  const { id: actorId } = personOf(asking)
  await till.db.transaction().execute(async (tx) => {
    // Of two admins one waits.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`refund of ${account}`}, 0))`.execute(tx)
    const order = await findOrder(tx, account)
    if (!order) throw new Refusal('ORDER_NOT_FOUND')
    if (order.status !== 'paid') throw new Refusal('ORDER_CLOSED')
    await giveBack(till, gateways, order)
    const { gateway, gatewayId, total, userId } = order
    const outcome = await settleRefund(tx, till, {
      gateway,
      account,
      externalId: gatewayId ?? '',
      amount: total,
      currency: null,
      test: false,
    })
    // The gateway's own notice may have been faster.
    if (outcome !== 'settled' && outcome !== 'repeated')
      throw new Error(`order ${account} is given back but not noted: ${outcome}`)
    await audit(tx, till.clock, asking, {
      actorId,
      userId,
      action: 'order-refunded',
      details: { account, total, comment },
    })
  })
}

async function giveBack(till: Till, gateways: Gateways, order: Order): Promise<void> {
  if (order.gateway === 'none') return
  const gateway = gateways.get(order.gateway)
  if (!gateway) throw new Refusal('GATEWAY_FAILED')
  try {
    await gateway.refund?.(gatewayOrderOf(order, till.config))
  } catch (error) {
    till.log.error({ err: error, account: order.account, gateway: order.gateway }, 'a gateway gave nothing back')
    throw new Refusal('GATEWAY_FAILED')
  }
}
