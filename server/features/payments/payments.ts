/** Ways to pay, what came of an order, and what gateways tell of it. */
import type { HookCall, ResultOf } from '../../../contract/call.ts'
import { toRoubles } from '../../../rules/money.ts'
import type { Config, GatewayName } from '../../config.ts'
import { personOf, type Answers, type Asking } from '../../kit/asking.ts'
import { Refusal } from '../../kit/refusal.ts'
import { openGateways } from './gateways/open-gateways.ts'
import { writeTestNotice } from './gateways/test-gateway.ts'
import { goTo } from './order-row.ts'
import { askForPage } from './poll-orders.ts'
import { accessOrder, getInvoice, listPurchases } from './purchases.ts'
import { refundOrder } from './refund-order.ts'
import type { Till } from './settle-order.ts'
import { takeNotice } from './take-notice.ts'

export function answerPayments(config: Config): Answers<'payments'> {
  const gateways = openGateways(config)
  const tillOf = ({ db, clock, log }: Asking): Till => ({ db, clock, log, config })

  /** Nobody listens for a gateway there are no keys for. */
  async function hear(asking: Asking, name: GatewayName, event = ''): Promise<ResultOf<HookCall>> {
    const gateway = gateways.get(name)
    if (!gateway || !asking.raw) throw new Refusal('NOT_FOUND')
    return takeNotice(tillOf(asking), gateway, { ...asking.raw, event })
  }

  return {
    async listGateways() {
      const offered = config.payments.gateways.flatMap((name) => gateways.get(name) ?? [])
      return { gateways: offered.map(({ type, title }) => ({ type, title })) }
    },

    async getOrder(asking, { account }) {
      const order = await accessOrder(asking.db, personOf(asking).id, account)
      const { total, status } = await askForPage(tillOf(asking), gateways, order)
      return { account, sum: toRoubles(total), status }
    },

    async payInTestMode(asking, { account, fail = false }) {
      const gateway = gateways.get('test')
      if (!gateway) throw new Refusal('NOT_FOUND')
      const order = await accessOrder(asking.db, personOf(asking).id, account)
      if (order.gateway !== 'test' || order.status === 'refunded' || (fail && order.status === 'paid'))
        throw new Refusal('ORDER_CLOSED')
      const notice = {
        kind: fail ? 'failed' : 'paid',
        account,
        externalId: `test-${account}`,
        amount: order.total,
      } as const
      await takeNotice(tillOf(asking), gateway, writeTestNotice(config, notice))
      return { goTo: fail ? goTo.failed : goTo.paid }
    },

    listPurchases: (asking, input) => listPurchases(asking.db, personOf(asking).id, input),
    getInvoice: (asking, { account }) => getInvoice(asking.db, config, personOf(asking).id, account),

    async refundOrder(asking, input) {
      await refundOrder(asking, tillOf(asking), gateways, input)
      return {}
    },

    takeUnitpayNotice: (asking) => hear(asking, 'unitpay'),
    takeCloudpaymentsNotice: (asking, { event }) => hear(asking, 'cloudpayments', event),
    takeCentNotice: (asking) => hear(asking, 'cent'),
    takeInterkassaNotice: (asking) => hear(asking, 'interkassa'),
    takeAlfaNotice: (asking) => hear(asking, 'alfa'),
  }
}
