import { every, on, type Job } from '../../kit/jobs.ts'
import { tellActionpay } from './actionpay.ts'
import { openGateways } from './gateways/open-gateways.ts'
import { forgetOldEvents } from './payment-events.ts'
import { giveUpOrders, pollOrders } from './poll-orders.ts'

export const paymentsJobs: Job[] = [
  on('order.paid', 'tell-actionpay', (context, { orderId }) => tellActionpay(context, orderId)),
  every('*/2 * * * *', 'poll-orders', (context) => pollOrders(context, openGateways(context.config))),
  every('11 * * * *', 'give-up-orders', giveUpOrders),
  every('37 3 * * *', 'forget-old-payment-events', ({ db, clock }) => forgetOldEvents(db, clock)),
]
