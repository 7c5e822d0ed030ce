/** What no notice reported: gateways are asked about orders that wait, and what no one pays is given up. */
import { sql } from 'kysely'
import type { GatewayName } from '../../../config/payments.ts'
import { DAY, MINUTE, SECOND } from '../../../kit/clock.ts'
import type { Gateways } from './gateways/open-gateways.ts'
import { findOrder, gatewayOrderOf, readOrder, type Order } from './order-row.ts'
import { writeDown } from './payment-events.ts'
import { failOrder, settleOrder, type PaymentContext } from './settle-order.ts'

/** Notices take as long as that when all is well. */
const PATIENCE = 10 * MINUTE
const PAID_WITHIN = 3 * DAY
/** A fifth of its age lies between two questions about an order: a minute's delay matters less after a day. */
const SHARE_OF_AGE = 5
/** Of one gateway. */
const AT_ONCE = 200
/** A page that waits asks more often than a gateway wants to be asked. */
const PAGE_PATIENCE = 15 * SECOND

/** A gateway that is silent is left alone until the next time, so that the others are not kept waiting. */
export async function pollOrders(till: PaymentContext, gateways: Gateways): Promise<void> {
  for (const name of gateways.keys()) {
    for (const account of await listDue(till, name)) if (!(await askAbout(till, gateways, account))) break
  }
}

async function listDue({ db, clock }: PaymentContext, gateway: GatewayName): Promise<string[]> {
  const now = clock.now()
  const lately = sql<Date>`${now}::timestamptz - (${now}::timestamptz - created_at) / ${sql.lit(SHARE_OF_AGE)}`
  const due = await db
    .selectFrom('orders')
    .select('account')
    .where('status', '=', 'waiting')
    .where('gateway', '=', gateway)
    .where('createdAt', '<=', new Date(now.getTime() - PATIENCE))
    .where((where) => where.or([where('gatewayAskedAt', 'is', null), where('gatewayAskedAt', '<=', lately)]))
    .orderBy('gatewayAskedAt', (order) => order.asc().nullsFirst())
    .limit(AT_ONCE)
    .execute()
  return due.map(({ account }) => account)
}

/** The person is back and looks at it. @returns the order as it is then */
export async function askForPage(till: PaymentContext, gateways: Gateways, order: Order): Promise<Order> {
  if (order.status !== 'waiting') return order
  const since = order.gatewayAskedAt?.getTime() ?? 0
  if (till.clock.now().getTime() - since >= PAGE_PATIENCE) await askAbout(till, gateways, order.account)
  return (await findOrder(till.db, order.account)) ?? order
}

/** @returns whether there was an answer; a silent gateway is asked again later */
async function askAbout(till: PaymentContext, gateways: Gateways, account: string): Promise<boolean> {
  const { db, clock, log } = till
  const asked = db
    .updateTable('orders')
    .set({ gatewayAskedAt: clock.now() })
    .where('account', '=', account)
    .where('status', '=', 'waiting')
  const row = await asked.returningAll().executeTakeFirst()
  if (!row) return true
  const order = readOrder(row)
  const gateway = order.gateway === 'none' ? undefined : gateways.get(order.gateway)
  if (!gateway) return true
  try {
    const status = await gateway.findStatus(gatewayOrderOf(order, till.config))
    if (status.state === 'unknown' || status.state === 'waiting') return true
    await db.transaction().execute(async (tx) => {
      const { amount, externalId } = 'amount' in status ? status : { amount: null, externalId: order.gatewayId ?? '' }
      // What went back before we heard that it came opens nothing.
      const paid = status.state === 'paid'
      const verdict = paid
        ? await settleOrder(tx, till, { ...status, gateway: gateway.type, account })
        : await failOrder(tx, till, account)
      const kind = `asked: ${status.state}`
      await writeDown(tx, clock, {
        gateway: gateway.type,
        externalId,
        kind,
        account,
        amount,
        body: JSON.stringify(status),
        verdict,
      })
      const fits = !paid || verdict === 'settled' || verdict === 'repeated'
      if (!fits) log.warn({ account, verdict }, 'a gateway has money for an order that does not fit it')
    })
    return true
  } catch (error) {
    log.warn({ err: error, account, gateway: gateway.type }, 'a gateway could not be asked about an order')
    return false
  }
}

/** Should one of them be paid all the same, it is honoured. */
export async function giveUpOrders(till: PaymentContext): Promise<void> {
  const before = new Date(till.clock.now().getTime() - PAID_WITHIN)
  const waiting = till.db.selectFrom('orders').select('account').where('status', '=', 'waiting')
  const old = await waiting.where('createdAt', '<=', before).orderBy('id').execute()
  for (const { account } of old) await till.db.transaction().execute((tx) => failOrder(tx, till, account))
}
