/** The cpa network is notified of the first payment of anyone whom it brought. */
import type { AppContext } from '../../../kit/context.ts'
import { findActionpayClick } from '../referrals/referrals.public.ts'
import { writeSum } from './gateways/sum.ts'

const NETWORK_TIME = 15_000

/**
 * @throws Error when the network does not answer: the queue tries again. It knows an action by our number of the order, so it
 * counts one that it is reported twice once.
 */
export async function tellActionpay({ db, config }: Pick<AppContext, 'db' | 'config'>, orderId: number): Promise<void> {
  const { url, aim } = config.actionpay
  if (aim === '') return
  const paid = db.selectFrom('orders').select(['id', 'account', 'userId', 'total']).where('status', '=', 'paid')
  const order = await paid.where('id', '=', orderId).executeTakeFirst()
  if (!order?.userId || order.total === 0) return
  const earlier = db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', order.userId)
    .where('status', 'in', ['paid', 'refunded'])
    .where('total', '>', 0)
    .orderBy('paidAt')
    .orderBy('id')
  if ((await earlier.executeTakeFirst())?.id !== order.id) return
  const click = await findActionpayClick(db, order.userId)
  if (click === null) return
  const query = new URLSearchParams({ actionpay: click, apid: order.account, price: writeSum(order.total) })
  const response = await fetch(`${url}/ok/${aim}.png?${query}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(NETWORK_TIME),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`ActionPay answers HTTP ${response.status}`)
}
