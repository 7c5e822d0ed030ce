/** Payments: gateways tell us what came of an order, and the person may look back at it. */
import { Type, type Static } from 'typebox'
import { call, hookCall } from './call.ts'
import { StartedPaymentSchema } from './cart.ts'

const Account = Type.String({ maxLength: 50 })

/** One purchase (spec §3 Purchase history row). */
export const PurchaseSchema = Type.Object({
  account: Account,
  datetime: Type.String({ format: 'date-time' }),
  /** Names of the categories, or of what else was bought. */
  ctgs: Type.Array(Type.String()),
  Tariff: Type.Object({ title: Type.String(), durationTitle: Type.String() }),
  sum: Type.Number(),
  status: Type.Enum(['paid', 'refunded']),
})
export type Purchase = Static<typeof PurchaseSchema>

export const payments = {
  /** Ways to pay, the first one first. */
  listGateways: call('GET', '/payment/gateways', {
    who: 'anyone',
    input: Type.Object({}),
    result: Type.Object({
      gateways: Type.Array(Type.Object({ type: StartedPaymentSchema.properties.type, title: Type.String() })),
    }),
  }),
  /** What came of an order: asked by the page that a gateway sends the person back to. */
  getOrder: call('GET', '/order/:account', {
    who: 'customer',
    input: Type.Object({ account: Account }),
    result: Type.Object({
      account: Account,
      sum: Type.Number(),
      status: Type.Enum(['waiting', 'paid', 'failed', 'refunded']),
    }),
  }),
  /** In test mode only: the order is paid, or, with `fail`, it fails. */
  payInTestMode: call('POST', '/dev/order/:account/pay', {
    who: 'customer',
    only: 'http',
    input: Type.Object({ account: Account, fail: Type.Optional(Type.Boolean()) }),
    result: Type.Object({ goTo: Type.String() }),
  }),
  listPurchases: call('GET', '/user/purchases', {
    who: 'customer',
    input: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    result: Type.Object({
      docs: Type.Array(PurchaseSchema),
      total: Type.Integer(),
      page: Type.Integer(),
      pages: Type.Integer(),
      limit: Type.Integer(),
    }),
  }),
  /** What the printable invoice shows. */
  getInvoice: call('GET', '/user/purchase/:account', {
    who: 'customer',
    input: Type.Object({ account: Account }),
    result: Type.Object({
      purchase: PurchaseSchema,
      buyer: Type.Object({ username: Type.String(), email: Type.Union([Type.String(), Type.Null()]) }),
      seller: Type.Object({ name: Type.String(), details: Type.String() }),
      lines: Type.Array(
        Type.Object({ title: Type.String(), quantity: Type.Integer(), price: Type.Number(), sum: Type.Number() }),
      ),
      receiptUrl: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
  /** Only an admin gives money back; whatever the order opened ends. */
  refundOrder: call('POST', '/admin/order/:account/refund', {
    who: 'admin',
    pace: { count: 30, seconds: 300 },
    input: Type.Object({ account: Account, comment: Type.String({ minLength: 1, maxLength: 500 }) }),
    result: Type.Object({}),
  }),
  takeUnitpayNotice: hookCall('GET', '/payment/unitpay', Type.Object({})),
  takeCloudpaymentsNotice: hookCall(
    'POST',
    '/payment/cloudpayments/:event',
    Type.Object({ event: Type.Enum(['check', 'pay', 'fail', 'refund', 'cancel']) }),
  ),
  takeCentNotice: hookCall('POST', '/payment/cent', Type.Object({})),
  takeInterkassaNotice: hookCall('POST', '/payment/interkassa', Type.Object({})),
  takeAlfaNotice: hookCall('GET', '/payment/alfa', Type.Object({})),
}
