/** A notice of a gateway: read, followed, written down and answered. */
import type { Tx } from '../../../kit/sql.ts'
import type { Gateway, HookAnswer, GatewayNotice, GatewayOutcome, RawNotice } from './gateways/gateway.ts'
import { lockOrder } from './order-row.ts'
import { UNREAD, writeDown, type PaymentEvent } from './payment-events.ts'
import {
  failOrder,
  objectionToPayment,
  settleOrder,
  settleRefund,
  type Payment,
  type PaymentContext,
} from './settle-order.ts'

/**
 * What came of it is decided and written down in one transaction. What breaks on the way is written down too, and thrown: the
 * gateway hears 500 and sends it once more.
 */
export async function takeNotice(till: PaymentContext, gateway: Gateway, raw: RawNotice): Promise<HookAnswer> {
  const body = [raw.event, raw.query, raw.body.toString()].filter((part) => part !== '').join('\n')
  const event = { gateway: gateway.type, externalId: '', kind: UNREAD, account: null, amount: null, body } as Omit<
    PaymentEvent,
    'verdict'
  >
  try {
    const read = await gateway.readNotice(raw)
    if ('refused' in read) {
      await writeDown(till.db, till.clock, { ...event, verdict: read.refused })
      return read.answer
    }
    const { notice } = read
    Object.assign(event, {
      externalId: notice.externalId,
      kind: notice.kind,
      account: notice.account,
      amount: notice.amount,
    })
    const outcome = await till.db.transaction().execute(async (tx) => {
      const outcome = await follow(tx, till, gateway, notice)
      await writeDown(tx, till.clock, { ...event, verdict: outcome })
      return outcome
    })
    const { kind, account } = notice
    if (!fine.includes(outcome))
      till.log.warn({ gateway: gateway.type, kind, account, outcome }, 'a notice of a gateway was not followed')
    return gateway.answer(notice, outcome)
  } catch (error) {
    await writeDown(till.db, till.clock, { ...event, verdict: 'trouble' })
    throw error
  }
}

const fine: GatewayOutcome[] = ['settled', 'repeated', 'ignored']

async function follow(tx: Tx, till: PaymentContext, gateway: Gateway, notice: GatewayNotice): Promise<GatewayOutcome> {
  const { kind, account, externalId } = notice
  const payment: Payment = { ...notice, gateway: gateway.type }
  if (kind === 'paid') return settleOrder(tx, till, payment)
  if (kind === 'refunded') return settleRefund(tx, till, payment)
  const order = await lockOrder(tx, account)
  if (!order) return 'unknown order'
  if (order.gateway !== gateway.type) return 'foreign'
  if (kind === 'failed') return failOrder(tx, till, account)
  if (kind === 'check') {
    const objection = objectionToPayment(till, order, payment)
    if (objection !== null || order.status !== 'waiting') return objection ?? 'closed'
  }
  // Some gateways can be asked of a payment only by what they call it.
  if (order.status === 'waiting')
    await tx.updateTable('orders').set({ gatewayId: externalId }).where('id', '=', order.id).execute()
  return kind === 'check' ? 'settled' : 'ignored'
}
