/** UnitPay: a page or a widget of theirs, and a handler of ours that they ask before they take money and notify when they have it. */
import { createHash } from 'node:crypto'
import { asObject } from '../../../../kit/as-object.ts'
import { askPaymentGateway, asTextOrEmpty, GatewayError } from './ask-payment-gateway.ts'
import type {
  GatewayOrder,
  HookAnswer,
  GatewayNotice,
  NoticeRefusal,
  OpenGateway,
  GatewayOutcome,
  ReadNotice,
  GatewayStatus,
} from './gateway.ts'
import { answerInJson } from './hook-answers.ts'
import { readFields, sortByName, type NoticeFields } from './notice-fields.ts'
import { writeUnitpayReceipt } from './receipt.ts'
import { isSameSignature } from './same-signature.ts'
import { readSum, writeSum } from './sum.ts'

/** `method` stands first in what they sign; nothing stands there in what we sign. */
export function signUnitpay(fields: Iterable<[string, string]>, secretKey: string, method?: string): string {
  const signed = sortByName(fields).filter(([name]) => name !== 'signature' && name !== 'sign')
  const words = [...(method === undefined ? [] : [method]), ...signed.map(([, value]) => value), secretKey]
  return createHash('sha256').update(words.join('{up}')).digest('hex')
}

/** `error` is not the last word: a `pay` may follow. */
const kinds = new Map<string, GatewayNotice['kind']>([
  ['check', 'check'],
  ['pay', 'paid'],
  ['error', 'declined'],
  ['preauth', 'other'],
])

/** They show it to the person, so it is reported in Russian. */
const refusals: Record<Exclude<GatewayOutcome, 'settled' | 'repeated' | 'ignored'> | NoticeRefusal, string> = {
  'unknown order': 'Такого заказа нет',
  closed: 'Этот заказ уже закрыт',
  'wrong sum': 'Сумма не совпадает с суммой заказа',
  'wrong currency': 'Валюта не совпадает с валютой заказа',
  test: 'Тестовые платежи не принимаются',
  foreign: 'Этот заказ оплачивается иначе',
  'no signature': 'Нет подписи',
  'bad signature': 'Неверная подпись',
  malformed: 'Непонятный запрос',
}

const done = answerInJson({ result: { message: 'Запрос успешно обработан' } })
const refuse = (why: keyof typeof refusals): HookAnswer => answerInJson({ error: { message: refusals[why] } })

export const openUnitpay: OpenGateway = (config) => {
  const { url, widgetUrl, publicKey, secretKey } = config.payments.unitpay
  const projectId = publicKey.split('-')[0]

  async function ask(method: 'getPayment' | 'refundPayment', order: GatewayOrder): Promise<Record<string, unknown>> {
    const query = new URLSearchParams({
      method,
      'params[paymentId]': order.gatewayId ?? '',
      'params[secretKey]': secretKey,
    })
    const { body } = await askPaymentGateway('UnitPay', `${url}/api?${query}`)
    return body
  }

  /** They are asked by their number of the payment, which they first say when they check the order. */
  async function findStatus(order: GatewayOrder): Promise<GatewayStatus> {
    if (order.gatewayId === null) return { state: 'unknown' }
    const { result } = await ask('getPayment', order)
    const payment = asObject(result)
    if (!payment) return { state: 'unknown' }
    return readStatus(payment, order)
  }

  return {
    type: 'unitpay',
    title: 'UnitPay: карта, СБП, кошельки',

    async start(order) {
      const signed = { account: order.account, currency: 'RUB', desc: order.title, sum: writeSum(order.total) }
      const fields = {
        ...signed,
        signature: signUnitpay(Object.entries(signed), secretKey),
        locale: 'ru',
        backUrl: order.backUrl.paid,
        customerEmail: order.contact,
        cashItems: writeUnitpayReceipt(order, config.payments),
      }
      const page = `${url}/pay/${publicKey}?${new URLSearchParams(fields)}`
      // The page, or the script of the widget, which is handed all of this.
      return {
        part: {
          unitpay: {
            url: page,
            script: `${widgetUrl}/unitpay.js`,
            publicKey,
            domainName: new URL(url).host,
            ...fields,
          },
        },
        gatewayId: null,
      }
    },

    async readNotice({ query }): Promise<ReadNotice> {
      const refused = (why: NoticeRefusal): ReadNotice => ({ refused: why, answer: refuse(why) })
      const fields = readFields(query)
      if (!fields) return refused('malformed')
      const method = fields.get('method') ?? ''
      const params = readParams(fields)
      const param = (name: string): string => params.get(name) ?? ''
      if (param('signature') === '') return refused('no signature')
      if (!isSameSignature(signUnitpay(params, secretKey, method), param('signature'))) return refused('bad signature')
      if (param('projectId') !== projectId) return refused('foreign')
      const [kind, amount] = [kinds.get(method), readSum(param('orderSum'))]
      if (kind === undefined || amount === null || param('account') === '' || param('unitpayId') === '')
        return refused('malformed')
      // Reported of what is paid from the balance of a phone.
      const payer = kind === 'paid' && { payer: { phone: param('phone') } }
      const test = param('test') === '1'
      const order = { account: param('account'), externalId: param('unitpayId'), currency: param('orderCurrency') }
      return { notice: { ...order, ...payer, kind, amount, test } }
    },

    answer: (_notice, outcome) =>
      outcome === 'settled' || outcome === 'repeated' || outcome === 'ignored' ? done : refuse(outcome),

    findStatus,

    async refund(order) {
      const { result, error } = await ask('refundPayment', order)
      if (result !== undefined && error === undefined) return
      if ((await findStatus(order)).state !== 'refunded') throw new GatewayError('UnitPay gives nothing back')
    },
  }
}

function readStatus(payment: Record<string, unknown>, order: GatewayOrder): GatewayStatus {
  const amount = readSum(asTextOrEmpty(payment.orderSum))
  if (asTextOrEmpty(payment.account) !== order.account || amount === null)
    throw new GatewayError('UnitPay told of another payment')
  const refunded =
    Array.isArray(payment.refunds) && payment.refunds.length > 0 && Number(payment.availableForRefund ?? 0) === 0
  if (payment.status !== 'success' && !refunded) return { state: 'waiting' }
  return {
    state: refunded ? 'refunded' : 'paid',
    externalId: asTextOrEmpty(payment.paymentId),
    amount,
    currency: asTextOrEmpty(payment.orderCurrency),
    test: Number(payment.test) === 1,
    ...(typeof payment.receiptUrl === 'string' ? { receiptUrl: payment.receiptUrl } : {}),
  }
}

/** What stands in the brackets of `params[…]`: these are what is signed, after `method`. */
function readParams(fields: NoticeFields): Map<string, string> {
  return new Map(
    [...fields].flatMap(([name, value]) => {
      const inner = /^params\[(\w+)\]$/.exec(name)?.[1]
      return inner === undefined ? [] : [[inner, value] as const]
    }),
  )
}
