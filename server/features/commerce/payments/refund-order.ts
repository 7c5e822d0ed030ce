/** An admin gives back what was paid. */
import { personOf, type CallContext } from '../../../kit/context.ts'
import { audit } from '../../../kit/audit.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Gateways } from './gateways/open-gateways.ts'
import { findOrder, gatewayOrderOf, type Order } from './order-row.ts'
import { settleRefund, type PaymentContext } from './settle-order.ts'
import { lock } from '../../../kit/locks.ts'

/**
 * The gateway is asked first: should we break before it is noted here, the admin asks again, and the gateway gives back once. The
 * order itself is not held meanwhile, for the gateway may tell us of the refund before it answers.
 */
export async function refundOrder(
  ctx: CallContext,
  gateways: Gateways,
  { account, comment }: { account: string; comment: string },
): Promise<void> {
  const { db, clock } = ctx
  const { id: actorId } = personOf(ctx)
  await db.transaction().execute(async (tx) => {
    // Of two admins one waits.
    await lock(tx, 'refund of order', account)
    const order = await findOrder(tx, account)
    if (!order) throw new AppError('ORDER_NOT_FOUND')
    if (order.status !== 'paid') throw new AppError('ORDER_ALREADY_CLOSED')
    await giveBack(ctx, gateways, order)
    const { gateway, gatewayId, total, userId } = order
    const outcome = await settleRefund(tx, ctx, {
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
    await audit(tx, clock, ctx, {
      actorId,
      userId,
      action: 'order-refunded',
      details: { account, total, comment },
    })
  })
}

async function giveBack(till: PaymentContext, gateways: Gateways, order: Order): Promise<void> {
  if (order.gateway === 'none') return
  const gateway = gateways.get(order.gateway)
  if (!gateway) throw new AppError('GATEWAY_FAILED')
  try {
    await gateway.refund?.(gatewayOrderOf(order, till.config))
  } catch (error) {
    till.log.error({ err: error, account: order.account, gateway: order.gateway }, 'a gateway gave nothing back')
    throw new AppError('GATEWAY_FAILED')
  }
}
