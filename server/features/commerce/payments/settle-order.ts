/** The only ways an order changes: paid, failed, refunded. Each holds the order, so that whatever comes at once comes one after the other. */
import type { Payer } from '../../../../rules/payer-marks.ts'
import type { Config } from '../../../config/config.ts'
import type { Clock } from '../../../kit/clock.ts'
import { recordEvent } from '../../../kit/jobs.ts'
import type { Log } from '../../../kit/log.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import { lock } from '../../../kit/locks.ts'
import type { Db, Tx } from '../../../kit/sql.ts'
import { clearCart, lockCartOf } from '../cart/cart.public.ts'
import { keepPromo, releasePromo } from '../promo/promo.public.ts'
import { growGroupset, type Growth } from '../../access/subscriptions/subscriptions.public.ts'
import { endPurchased, openPurchased } from '../fulfilment/fulfilment.public.ts'
import type { GatewayOutcome } from './gateways/gateway.ts'
import { enterMoney } from './money-entries.ts'
import { thanksLetter, tooLateLetter, type TooLate } from './letters.ts'
import { keepPayerPrints } from './payer-prints.ts'
import { lockOrder, type Order, type PaidThrough } from './order-row.ts'
import { readPurchaseKind } from './purchase-kind.ts'

/** What payments need to do anything; a call and a job have it both. */
export interface PaymentContext {
  db: Db
  clock: Clock
  log: Log
  config: Config
}

/** Money that came in, or went back, as the gateway reports it. */
export interface Payment {
  gateway: PaidThrough
  account: string
  externalId: string
  /** Kopecks. */
  amount: number | null
  currency: string | null
  test: boolean
  receiptUrl?: string
  payer?: Payer
}

/** In books that balance, what one side has more the other has less. */
const REVENUE = 'revenue'

/**
 * The only way to paid. Everything that paying brings comes with it or not at all. The same payment reported again changes nothing. An
 * order that was given up is honoured all the same: the money is here. Unless its promo code was used up by then: anyone who orders
 * again and again with one code and pays for all of them would have it as often as they like. Then the money goes back.
 */
export async function settleOrder(tx: Tx, till: PaymentContext, payment: Payment): Promise<GatewayOutcome> {
  const order = await lockOrder(tx, payment.account)
  if (!order) return 'unknown order'
  const objection = objectionToPayment(till, order, payment)
  if (objection !== null) return objection
  if (order.status === 'paid' || order.status === 'refunded') {
    const { account, externalId } = payment
    if (order.gatewayId !== externalId)
      till.log.warn({ account, externalId }, 'an order was paid twice: the second is to be given back')
    return 'repeated'
  }
  if (await hasPaidAnother(tx, order, payment)) return 'foreign'
  const now = till.clock.now()
  await tx
    .updateTable('orders')
    .set({
      status: 'paid',
      paidAt: now,
      closedAt: now,
      gatewayId: payment.externalId,
      receiptUrl: payment.receiptUrl ?? order.receiptUrl,
    })
    .where('id', '=', order.id)
    .execute()
  await enter(tx, till.clock, order, 'payment', payment)
  const { gateway, payer } = payment
  if (payer && order.userId !== null)
    await keepPayerPrints(tx, till.clock, till.config.secretKey, { userId: order.userId, gateway, payer })
  const tooLate = (await keepDiscount(tx, order)) ? await open(tx, till.clock, order) : 'promo code used up'
  if (tooLate === null) {
    const kind = await readPurchaseKind(tx, order)
    await tx
      .updateTable('orders')
      .set({ openedAt: now, ...kind })
      .where('id', '=', order.id)
      .execute()
    await recordEvent(tx, till.clock, 'order.paid', { orderId: order.id })
  } else {
    const { account } = order
    till.log.warn({ account, why: tooLate }, 'an order was paid that opens nothing any more: it is to be given back')
  }
  if (order.contact !== '') {
    const letter = tooLate === null ? thanksLetter(till.config.siteUrl, order) : tooLateLetter(order, tooLate)
    await postLetter(tx, till.clock, order.contact, letter)
  }
  return 'settled'
}

/** @returns whether what the promo code took off was meant for this order */
async function keepDiscount(tx: Tx, { id, userId, type, promoId }: Order): Promise<boolean> {
  if (promoId === null) return true
  if (userId !== null && type !== 'package') await lockCartOf(tx, userId)
  return keepPromo(tx, id)
}

const whyNotGrown: Record<Growth, TooLate | null> = { grown: null, ended: 'nothing to open', full: 'no room' }

/** @returns why there is no one, or nothing, to open it for any more; null: it is open */
async function open(
  tx: Tx,
  clock: Clock,
  { id, userId, type, tariff, items, quantity, days, extendsId }: Order,
): Promise<TooLate | null> {
  if (userId === null || (type === 'package' && extendsId === null)) return 'nothing to open'
  // A package was never in the cart.
  if (extendsId !== null)
    return whyNotGrown[await growGroupset(tx, clock, { userId, subscriptionId: extendsId, quantity })]
  // The cart first, as anyone who orders holds it first.
  await clearCart(tx, clock, userId)
  await openPurchased(tx, clock, { orderId: id, userId, tariff, items, quantity, days })
  return null
}

/** No one will pay it any more. What was promised with it is free again. */
export async function failOrder(
  tx: Tx,
  { clock }: Pick<PaymentContext, 'clock'>,
  account: string,
): Promise<GatewayOutcome> {
  const order = await lockOrder(tx, account)
  if (!order) return 'unknown order'
  if (order.status !== 'waiting') return order.status === 'failed' ? 'repeated' : 'ignored'
  await tx.updateTable('orders').set({ status: 'failed', closedAt: clock.now() }).where('id', '=', order.id).execute()
  if (order.promoId !== null) await releasePromo(tx, clock, order.id)
  return 'settled'
}

/** All of it went back: whatever the order opened ends. */
export async function settleRefund(tx: Tx, till: PaymentContext, refund: Payment): Promise<GatewayOutcome> {
  const order = await lockOrder(tx, refund.account)
  if (!order) return 'unknown order'
  const objection = objectionToPayment(till, order, refund)
  if (objection !== null) return objection
  if (order.status === 'refunded') return 'repeated'
  if (order.status !== 'paid') return 'ignored'
  await tx
    .updateTable('orders')
    .set({ status: 'refunded', closedAt: till.clock.now() })
    .where('id', '=', order.id)
    .execute()
  await enter(tx, till.clock, order, 'refund', refund)
  await endPurchased(tx, till.clock, order.id)
  await recordEvent(tx, till.clock, 'order.refunded', { orderId: order.id })
  return 'settled'
}

/** What does not agree with the order; null: everything does. */
export function objectionToPayment(
  { config }: Pick<PaymentContext, 'config'>,
  order: Order,
  payment: Payment,
): GatewayOutcome | null {
  if (order.gateway !== payment.gateway) return 'foreign'
  if (payment.amount !== order.total) return 'wrong sum'
  if ((payment.currency ?? ROUBLES) !== ROUBLES) return 'wrong currency'
  return payment.test && config.production ? 'test' : null
}

const ROUBLES = 'RUB'

/** One payment pays one order, even if two notices say otherwise at once. */
async function hasPaidAnother(tx: Tx, order: Order, { gateway, externalId }: Payment): Promise<boolean> {
  if (gateway === 'none') return false
  await lock(tx, 'payment', gateway, externalId)
  const other = tx
    .selectFrom('orders')
    .select('id')
    .where('gateway', '=', gateway)
    .where('gatewayId', '=', externalId)
    .where('status', 'in', ['paid', 'refunded'])
    .where('id', '!=', order.id)
  return (await other.executeTakeFirst()) !== undefined
}

async function enter(
  tx: Tx,
  clock: Clock,
  order: Order,
  kind: 'payment' | 'refund',
  { gateway, externalId }: Payment,
): Promise<void> {
  if (order.total === 0) return
  const [debit, credit] = kind === 'payment' ? [gateway, REVENUE] : [REVENUE, gateway]
  await enterMoney(tx, clock, { orderId: order.id, kind, debit, credit, amount: order.total, externalId })
}
