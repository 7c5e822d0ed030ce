/** An admin gives back what was paid: through the gateway, or in its cabinet where it takes no request. */
import type { AdminOrder } from '../../../../contract/commerce/payments.ts'
import { personOf, type CallContext } from '../../../kit/context.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Tx } from '../../../kit/sql.ts'
import type { Gateways } from './gateways/open-gateways.ts'
import { findOrder, gatewayOrderOf, type Order } from './order-row.ts'
import { settleRefund, type PaymentContext } from './settle-order.ts'
import { lock } from '../../../kit/locks.ts'

interface Asked {
  account: string
  comment: string
}

/** A gateway that is no longer configured has its cabinet still. */
export function refundWayOf(
  gateways: Gateways,
  { status, gateway }: Pick<Order, 'status' | 'gateway'>,
): AdminOrder['refund'] {
  if (status !== 'paid') return null
  return gateway === 'none' || gateways.get(gateway)?.refund ? 'gateway' : 'cabinet'
}

/**
 * The gateway is asked first: should we break before it is noted here, the admin asks again, and the gateway gives back once. The
 * order itself is not held meanwhile, for the gateway may notify us of the refund before it answers.
 */
export async function refundOrder(ctx: CallContext, gateways: Gateways, asked: Asked): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const order = await orderToRefund(tx, asked.account)
    if (order.status !== 'paid') throw new AppError('ORDER_ALREADY_CLOSED')
    if (refundWayOf(gateways, order) === 'cabinet') throw new AppError('GATEWAY_REFUND_NOT_SUPPORTED')
    await giveBack(ctx, gateways, order)
    await noteRefund(tx, ctx, order, { ...asked, action: 'order-refunded' })
  })
}

/** Asked twice it is noted once: the second admin, or the second press, finds what they wanted. */
export async function markOrderRefunded(ctx: CallContext, gateways: Gateways, asked: Asked): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const order = await orderToRefund(tx, asked.account)
    if (order.status === 'refunded') return
    if (order.status !== 'paid') throw new AppError('ORDER_ALREADY_CLOSED')
    if (refundWayOf(gateways, order) === 'gateway') throw new AppError('REFUND_MARK_NOT_ALLOWED')
    await noteRefund(tx, ctx, order, { ...asked, action: 'order-marked-refunded' })
  })
}

/** Of two admins one waits. */
async function orderToRefund(tx: Tx, account: string): Promise<Order> {
  await lock(tx, 'refund of order', account)
  const order = await findOrder(tx, account)
  if (!order) throw new AppError('ORDER_NOT_FOUND')
  return order
}

async function noteRefund(
  tx: Tx,
  ctx: CallContext,
  { gateway, gatewayId, account, total, userId }: Order,
  { action, comment }: { action: 'order-refunded' | 'order-marked-refunded'; comment: string },
): Promise<void> {
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
  const { id: actorId } = personOf(ctx)
  await recordAuditEntry(tx, ctx.clock, ctx, { actorId, userId, action, details: { account, total, comment } })
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
