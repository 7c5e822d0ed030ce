/** Payments: gateways report what came of an order, and the person may look back at it. */
import { Type, type Static } from 'typebox'
import { tariffProducts } from '../access/tariffs.ts'
import { call, hookCall } from '../call.ts'

const Account = Type.String({ maxLength: 50 })

/** `script`: the address of the widget's script; the rest are the widget's own options. */
const Widget = Type.Object({ script: Type.String() }, { additionalProperties: true })

/** How the browser is to pay; only the field of the gateway named by `type` is there. */
export const StartedPaymentSchema = Type.Object({
  /** 0: there is nothing to pay, all of it is open already. */
  sum: Type.Number(),
  /** The number of the order, as gateways and the person know it. */
  account: Type.String(),
  type: Type.Enum(['test', 'cloudpayments', 'unitpay', 'cent', 'interkassa', 'alfa']),
  /** `url`: the page that does the same without a script. */
  unitpay: Type.Optional(Type.Object({ script: Type.String(), url: Type.String() }, { additionalProperties: true })),
  cloudpayments: Type.Optional(Widget),
  cent: Type.Optional(Type.Object({ link_page_url: Type.String() })),
  interkassa: Type.Optional(Type.Object({ action: Type.String(), fields: Type.Record(Type.String(), Type.String()) })),
  alfa: Type.Optional(Type.Object({ action: Type.String(), fields: Type.Record(Type.String(), Type.String()) })),
})
export type StartedPayment = Static<typeof StartedPaymentSchema>

/** One purchase (spec §3 Purchase history row). */
export const PurchaseSchema = Type.Object({
  account: Account,
  datetime: Type.String({ format: 'date-time' }),
  product: Type.Enum([...tariffProducts]),
  /** False: it was paid when there was nothing to open any more, and the money goes back. */
  opened: Type.Boolean(),
  /** Names of the categories, or of what else was bought. */
  productNames: Type.Array(Type.String()),
  Tariff: Type.Object({ title: Type.String(), durationTitle: Type.String() }),
  sum: Type.Number(),
  status: Type.Enum(['paid', 'refunded']),
})
export type Purchase = Static<typeof PurchaseSchema>

/** An order as admins look after it. */
export const AdminOrderSchema = Type.Object({
  id: Type.Integer(),
  /** Its number, as gateways and the person know it. */
  account: Account,
  createdAt: Type.String({ format: 'date-time' }),
  /** Of the buyer; null when the account was deleted and no receipt was sent. */
  email: Type.Union([Type.String(), Type.Null()]),
  productNames: PurchaseSchema.properties.productNames,
  Tariff: PurchaseSchema.properties.Tariff,
  sum: Type.Number(),
  /** `none`: it cost nothing. */
  gateway: Type.Union([StartedPaymentSchema.properties.type, Type.Literal('none')]),
  status: Type.Enum(['waiting', 'paid', 'failed', 'refunded']),
  /** How its money can go back: asked of the gateway, or in its cabinet; null: there is nothing to give back. */
  refund: Type.Union([Type.Enum(['gateway', 'cabinet']), Type.Null()]),
})
export type AdminOrder = Static<typeof AdminOrderSchema>

export const payments = {
  /** Ways to pay, the first one first. */
  listGateways: call('GET', '/payment/gateways', {
    access: 'anyone',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({
      gateways: Type.Array(Type.Object({ type: StartedPaymentSchema.properties.type, title: Type.String() })),
    }),
  }),
  /** Makes an order of the cart, and says how to pay it. `gateway`: one of those on offer; the first when left out. */
  orderCart: call('POST', '/cart/order', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    only: 'http',
    rateLimit: { count: 20, seconds: 300 },
    input: Type.Object({ gateway: Type.Optional(StartedPaymentSchema.properties.type) }),
    result: StartedPaymentSchema,
  }),
  /** More groups for the running subscription, until its end (spec §5 Package purchase). */
  orderPackage: call('POST', '/subscription/package', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    only: 'http',
    rateLimit: { count: 20, seconds: 300 },
    input: Type.Object({
      quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      gateway: Type.Optional(StartedPaymentSchema.properties.type),
    }),
    result: StartedPaymentSchema,
  }),
  /** What came of an order: asked by the page that a gateway sends the person back to. */
  getOrder: call('GET', '/order/:account', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({ account: Account }),
    result: Type.Object({
      account: Account,
      product: PurchaseSchema.properties.product,
      type: Type.Enum(['regular', 'team', 'package']),
      sum: Type.Number(),
      status: Type.Enum(['waiting', 'paid', 'failed', 'refunded']),
    }),
  }),
  /** In test mode only: the order is paid, or, with `fail`, it fails. */
  payInTestMode: call('POST', '/dev/order/:account/pay', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'refused',
    only: 'http',
    input: Type.Object({ account: Account, fail: Type.Optional(Type.Boolean()) }),
    result: Type.Object({ goTo: Type.String() }),
  }),
  listPurchases: call('GET', '/user/purchases', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
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
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
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
  /** Every order there is, the newest first. `search`: a part of the e-mail or of the number, or what the gateway calls the payment. */
  listOrders: call('GET', '/admin/order/list', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 100 })),
      status: Type.Optional(Type.Enum(['waiting', 'paid', 'failed', 'refunded'])),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
    result: Type.Object({
      docs: Type.Array(AdminOrderSchema),
      total: Type.Integer(),
      page: Type.Integer(),
      pages: Type.Integer(),
      limit: Type.Integer(),
    }),
  }),
  /** What was entered in the books for an order, and what its gateway said of it, the oldest first. Sums in roubles. */
  getOrderJournal: call('GET', '/admin/order/:account/journal', {
    access: 'admin',
    teamNeed: 'none',
    input: Type.Object({ account: Account }),
    result: Type.Object({
      entries: Type.Array(
        Type.Object({ at: Type.String(), kind: Type.String(), sum: Type.Number(), externalId: Type.String() }),
      ),
      notices: Type.Array(
        Type.Object({
          at: Type.String(),
          gateway: Type.String(),
          kind: Type.String(),
          sum: Type.Union([Type.Number(), Type.Null()]),
          externalId: Type.String(),
          /** settled, repeated, ignored, or why it was refused. */
          verdict: Type.String(),
        }),
      ),
    }),
  }),
  /** Only an admin gives money back; whatever the order opened ends. */
  refundOrder: call('POST', '/admin/order/:account/refund', {
    access: 'admin',
    teamNeed: 'none',
    rateLimit: { count: 30, seconds: 300 },
    input: Type.Object({ account: Account, comment: Type.String({ minLength: 1, maxLength: 500 }) }),
    result: Type.Object({}),
  }),
  /** The same where the gateway takes no request for it: the money went back in its cabinet, which is noted here, once. */
  markOrderRefunded: call('POST', '/admin/order/:account/refunded', {
    access: 'admin',
    teamNeed: 'none',
    rateLimit: { count: 30, seconds: 300 },
    input: Type.Object({ account: Account, comment: Type.String({ minLength: 1, maxLength: 500 }) }),
    result: Type.Object({}),
  }),
  /** The counter that is notified of goals, such as a payment; null: no one is informed. */
  getCounter: call('GET', '/site/counter', {
    access: 'customer',
    teamNeed: 'none',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({ metrikaId: Type.Union([Type.Integer(), Type.Null()]) }),
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
