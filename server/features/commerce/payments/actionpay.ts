/** The cpa network is notified of those whom it brought: that they registered, that they paid, that they paid again. Each has an aim of its own. */
import type { AppContext } from '../../../kit/context.ts'
import { findActionpayClick } from '../../people/referrals/referrals.public.ts'
import { writeSum } from './gateways/sum.ts'

const NETWORK_TIME = 15_000

type Context = Pick<AppContext, 'db' | 'config'>

/** @throws Error when the network does not answer: the queue tries again. It knows an action by our number of the order, so one that it is reported twice counts once. */
export async function reportOrderToActionpay(ctx: Context, orderId: number): Promise<void> {
  const { db, config } = ctx
  const { aim, repeatAim } = config.actionpay
  if (aim === '' && repeatAim === '') return
  const paid = db.selectFrom('orders').select(['id', 'account', 'userId', 'total']).where('status', '=', 'paid')
  const order = await paid.where('id', '=', orderId).executeTakeFirst()
  if (!order?.userId || order.total === 0) return
  const first = await db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', order.userId)
    .where('status', 'in', ['paid', 'refunded'])
    .where('total', '>', 0)
    .orderBy('paidAt')
    .orderBy('id')
    .executeTakeFirst()
  const isFirst = first?.id === order.id
  await report(ctx, order.userId, isFirst ? aim : repeatAim, { apid: order.account, price: writeSum(order.total) })
}

/** @throws Error as `reportOrderToActionpay` does */
export async function reportRegistrationToActionpay(ctx: Context, userId: number): Promise<void> {
  await report(ctx, userId, ctx.config.actionpay.registrationAim, { apid: `user-${userId}` })
}

async function report(
  { db, config }: Context,
  userId: number,
  aim: string,
  action: Record<string, string>,
): Promise<void> {
  const click = aim === '' ? null : await findActionpayClick(db, userId)
  if (click === null) return
  const query = new URLSearchParams({ actionpay: click, ...action })
  const response = await fetch(`${config.actionpay.url}/ok/${aim}.png?${query}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(NETWORK_TIME),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`ActionPay answers HTTP ${response.status}`)
}
