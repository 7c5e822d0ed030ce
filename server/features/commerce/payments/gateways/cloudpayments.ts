/** CloudPayments: a widget in our own page, and notices signed over the bytes they consist of. */
import { createHmac } from 'node:crypto'
import { asObject } from '../../../../kit/as-object.ts'
import { askPaymentGateway, asTextOrEmpty, GatewayError, type GatewayAnswer } from './ask-payment-gateway.ts'
import type {
  GatewayOrder,
  HookAnswer,
  GatewayNotice,
  NoticeRefusal,
  OpenGateway,
  GatewayOutcome,
  RawNotice,
  ReadNotice,
  GatewayStatus,
} from './gateway.ts'
import { answerInJson } from './hook-answers.ts'
import { readFields } from './notice-fields.ts'
import { writeCloudpaymentsReceipt } from './receipt.ts'
import { isSameSignature } from './same-signature.ts'
import { readSum } from './sum.ts'

export function signCloudpayments(body: Buffer | string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64')
}

/** The last part of our address; a declined card is not the last word, for the widget lets one try again. */
const kinds = new Map<string, GatewayNotice['kind']>([
  ['check', 'check'],
  ['pay', 'paid'],
  ['fail', 'declined'],
  ['refund', 'refunded'],
  ['cancel', 'other'],
])

/** Only of a check: whatever else is not answered with 0 is reported again and again, and would not become better by it. */
const checkCodes: Record<Exclude<GatewayOutcome, 'settled' | 'repeated' | 'ignored'>, number> = {
  'unknown order': 10,
  'wrong sum': 12,
  'wrong currency': 12,
  test: 13,
  foreign: 13,
  closed: 20,
}
const answerCode = (code: number): HookAnswer => answerInJson({ code })
const REJECTED = 13

export const openCloudpayments: OpenGateway = (config) => {
  const { url, widgetUrl, publicId, secret } = config.payments.cloudpayments

  function ask(path: string, body: object, requestId?: string): Promise<GatewayAnswer> {
    return askPaymentGateway('CloudPayments', `${url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${publicId}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
        ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
      },
      body: JSON.stringify(body),
    })
  }

  async function findStatus(order: GatewayOrder): Promise<GatewayStatus> {
    const { ok, body } = await ask('/payments/find', { InvoiceId: order.account })
    if (!ok) throw new GatewayError('CloudPayments refuses to tell')
    const model = asObject(body.Model)
    if (!model) return { state: 'unknown' }
    return readStatus(model, order)
  }

  return {
    type: 'cloudpayments',
    title: 'Банковская карта',

    async start(order) {
      const cloudpayments = {
        // The widget's script; the rest are its options.
        script: `${widgetUrl}/bundles/cloudpayments.js`,
        publicId,
        description: order.title,
        // The widget wants a number, and returns it as a text that is compared in kopecks.
        amount: order.total / 100,
        currency: 'RUB',
        invoiceId: order.account,
        ...(order.userId === null ? {} : { accountId: String(order.userId) }),
        email: order.contact,
        skin: 'mini',
        requireEmail: false,
        data: writeCloudpaymentsReceipt(order, config.payments),
      }
      return { part: { cloudpayments }, gatewayId: null }
    },

    readNotice: async (raw) => readNotice(raw, secret),

    answer(notice, outcome) {
      if (outcome === 'settled' || outcome === 'repeated' || outcome === 'ignored' || notice.kind !== 'check')
        return answerCode(0)
      return answerCode(checkCodes[outcome])
    },

    findStatus,

    async refund(order) {
      const status = await findStatus(order)
      if (status.state === 'refunded') return
      if (status.state !== 'paid') throw new GatewayError('CloudPayments has nothing to give back')
      const request = {
        TransactionId: Number(status.externalId),
        Amount: order.total / 100,
        JsonData: JSON.stringify(writeCloudpaymentsReceipt(order, config.payments)),
      }
      // Two that come at once are one: they know a request by its id for an hour.
      const { body } = await ask('/payments/refund', request, `refund-${order.account}`)
      if (body.Success !== true) throw new GatewayError('CloudPayments gives nothing back')
    },
  }
}

function readStatus(model: Record<string, unknown>, order: GatewayOrder): GatewayStatus {
  const amount = readSum(asTextOrEmpty(model.Amount))
  if (asTextOrEmpty(model.InvoiceId) !== order.account || amount === null)
    throw new GatewayError('CloudPayments told of another payment')
  if (model.Status !== 'Completed') return { state: 'waiting' }
  return {
    state: model.Refunded === true ? 'refunded' : 'paid',
    externalId: asTextOrEmpty(model.TransactionId),
    amount,
    currency: asTextOrEmpty(model.Currency),
    test: model.TestMode === true || Number(model.TestMode) === 1,
  }
}

function readNotice({ body, headers, event }: RawNotice, secret: string): ReadNotice {
  const refused = (why: NoticeRefusal): ReadNotice => ({ refused: why, answer: answerCode(REJECTED) })
  const given = headers['content-hmac']
  if (typeof given !== 'string' || given === '') return refused('no signature')
  if (!isSameSignature(signCloudpayments(body, secret), given)) return refused('bad signature')
  const fields = readFields(body)
  const field = (name: string): string => fields?.get(name) ?? ''
  const [kind, amount] = [kindOf(event, field), readSum(field('Amount'))]
  // A refund is a payment of its own, which names the one it takes back.
  const externalId = field(kind === 'refunded' ? 'PaymentTransactionId' : 'TransactionId')
  if (kind === undefined || amount === null || field('InvoiceId') === '' || externalId === '')
    return refused('malformed')
  return {
    notice: {
      kind,
      account: field('InvoiceId'),
      externalId,
      amount,
      currency: field('Currency') || null,
      test: field('TestMode') === '1',
      ...(kind === 'paid' && {
        payer: { cardMask: `${field('CardFirstSix')}*${field('CardLastFour')}`, token: field('Token') },
      }),
    },
  }
}

/** The address says what the notice is, but is not signed: `Status` and `OperationType` are, and must agree. */
function kindOf(event: string, field: (name: string) => string): GatewayNotice['kind'] | undefined {
  const kind = kinds.get(event)
  if (kind === 'paid') {
    if (field('OperationType') !== 'Payment') return undefined
    return field('Status') === 'Completed' ? 'paid' : 'other'
  }
  if (kind === 'refunded' && field('OperationType') !== 'Refund') return undefined
  return kind
}
