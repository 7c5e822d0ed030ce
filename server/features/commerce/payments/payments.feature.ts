/** Ways to pay, what came of an order, and what gateways report of it. */
import type { HookCall, ResultOf } from '../../../../contract/call.ts'
import { toRoubles } from '../../../../rules/money.ts'
import type { GatewayName } from '../../../config/payments.ts'
import { personOf, type Handlers, type CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { gatewaysOf } from './gateways/open-gateways.ts'
import { writeTestNotice } from './gateways/test-gateway.ts'
import { goTo } from './order-row.ts'
import { askForPage, giveUpOrders, pollOrders } from './poll-orders.ts'
import { accessOrder, getInvoice, listPurchases } from './purchases.ts'
import { listOrders } from './list-orders.ts'
import { readOrderJournal } from './order-journal.ts'
import { markOrderRefunded, refundOrder } from './refund-order.ts'
import { orderCart, orderPackage } from './start-order.ts'
import { takeNotice } from './take-notice.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every, on } from '../../../kit/jobs.ts'
import { reportOrderToActionpay, reportRegistrationToActionpay } from './actionpay.ts'
import { forgetOldEvents } from './payment-events.ts'
import { forgetContacts, personalPayments } from './personal-payments.ts'

/** No one listens for a gateway there are no keys for. */
async function hear(ctx: CallContext, name: GatewayName, event = ''): Promise<ResultOf<HookCall>> {
  const gateway = gatewaysOf(ctx).get(name)
  if (!gateway || !ctx.raw) throw new AppError('NOT_FOUND')
  return takeNotice(ctx, gateway, { ...ctx.raw, event })
}

const handlers: Handlers<'payments'> = {
  async listGateways(ctx) {
    const gateways = gatewaysOf(ctx)
    const offered = ctx.config.payments.gateways.flatMap((name) => gateways.get(name) ?? [])
    return { gateways: offered.map(({ type, title }) => ({ type, title })) }
  },

  orderCart: (ctx, { gateway }) => orderCart(ctx, gateway),
  orderPackage: (ctx, { quantity, gateway }) => orderPackage(ctx, quantity, gateway),

  async getOrder(ctx, { account }) {
    const order = await accessOrder(ctx.db, personOf(ctx).id, account)
    const { product, type, total, status } = await askForPage(ctx, gatewaysOf(ctx), order)
    return { account, product, type, sum: toRoubles(total), status }
  },

  async payInTestMode(ctx, { account, fail = false }) {
    const gateway = gatewaysOf(ctx).get('test')
    if (!gateway) throw new AppError('NOT_FOUND')
    const order = await accessOrder(ctx.db, personOf(ctx).id, account)
    if (order.gateway !== 'test' || order.status === 'refunded' || (fail && order.status === 'paid'))
      throw new AppError('ORDER_ALREADY_CLOSED')
    const notice = {
      kind: fail ? 'failed' : 'paid',
      account,
      externalId: `test-${account}`,
      amount: order.total,
    } as const
    await takeNotice(ctx, gateway, writeTestNotice(ctx.config, notice))
    return { goTo: fail ? goTo.failed : goTo.paid(order) }
  },

  async getCounter({ config }) {
    return { metrikaId: config.metrikaId === '' ? null : Number(config.metrikaId) }
  },

  listPurchases: (ctx, input) => listPurchases(ctx.db, personOf(ctx).id, input),
  getInvoice: (ctx, { account }) => getInvoice(ctx.db, ctx.config, personOf(ctx).id, account),

  async refundOrder(ctx, input) {
    await refundOrder(ctx, gatewaysOf(ctx), input)
    return {}
  },

  async markOrderRefunded(ctx, input) {
    await markOrderRefunded(ctx, gatewaysOf(ctx), input)
    return {}
  },
  getOrderJournal: (ctx, { account }) => readOrderJournal(ctx.db, account),
  listOrders: (ctx, input) => listOrders(ctx.db, gatewaysOf(ctx), input),

  takeUnitpayNotice: (ctx) => hear(ctx, 'unitpay'),
  takeCloudpaymentsNotice: (ctx, { event }) => hear(ctx, 'cloudpayments', event),
  takeCentNotice: (ctx) => hear(ctx, 'cent'),
  takeInterkassaNotice: (ctx) => hear(ctx, 'interkassa'),
  takeAlfaNotice: (ctx) => hear(ctx, 'alfa'),
}

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'order-refunded': { account: string; total: number; comment: string }
    /** The money went back in the gateway's cabinet. */
    'order-marked-refunded': { account: string; total: number; comment: string }
  }
}

export const paymentsFeature = defineFeature({
  name: 'payments',
  handlers,
  jobs: [
    on('order.paid', 'tell-actionpay', (context, { orderId }) => reportOrderToActionpay(context, orderId)),
    on('click.registered', 'tell-actionpay-of-registration', (context, { userId }) =>
      reportRegistrationToActionpay(context, userId),
    ),
    every('*/2 * * * *', 'poll-orders', (context) => pollOrders(context, gatewaysOf(context))),
    every('11 * * * *', 'give-up-orders', giveUpOrders),
    every('37 3 * * *', 'forget-old-payment-events', ({ db, clock }) => forgetOldEvents(db, clock)),
    every('41 3 * * *', 'forget-contacts-of-orders', ({ db }) => forgetContacts(db)),
  ],
  personalData: personalPayments,
  auditWords: {
    'order-refunded': 'Возврат денег',
    'order-marked-refunded': 'Возврат в кабинете платёжной системы',
  },
})
