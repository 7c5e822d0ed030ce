/** The acquiring of Alfa-Bank (RBS): an order registered there, a page of the bank, and a callback that only says what has happened. */
import { createHmac } from 'node:crypto'
import { asObject } from '../../../../kit/as-object.ts'
import { askPaymentGateway, asTextOrEmpty, GatewayError } from './ask-payment-gateway.ts'
import type { GatewayOrder, GatewayNotice, NoticeRefusal, OpenGateway, ReadNotice, GatewayStatus } from './gateway.ts'
import { refuseInText, answerInText } from './hook-answers.ts'
import { readFields, sortByName, type NoticeFields } from './notice-fields.ts'
import { writeAlfaReceipt } from './receipt.ts'
import { isSameSignature } from './same-signature.ts'

export function signAlfa(fields: Iterable<[string, string]>, key: string): string {
  const signed = sortByName(fields).filter(([name]) => name !== 'checksum' && name !== 'sign_alias')
  return createHmac('sha256', key)
    .update(signed.map(([name, value]) => `${name};${value};`).join(''))
    .digest('hex')
    .toUpperCase()
}

const ROUBLES = '643'
const NOT_FOUND = '6'
/** `orderStatus`. */
const PAID = 2
const CANCELLED = 3
const REFUNDED = 4
const DECLINED = 6

export const openAlfa: OpenGateway = (config) => {
  const { url, user, password, callbackKey } = config.payments.alfa

  async function ask(method: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
    const { body } = await askPaymentGateway('Alfa-Bank', `${url}/payment/rest/${method}.do`, {
      method: 'POST',
      body: new URLSearchParams({ userName: user, password, language: 'ru', ...fields }),
    })
    return body
  }
  const codeOf = (body: Record<string, unknown>): string => asTextOrEmpty(body.errorCode) || '0'

  async function findStatus({
    account,
    gatewayId,
  }: Pick<GatewayOrder, 'account' | 'gatewayId'>): Promise<GatewayStatus> {
    const body = await ask(
      'getOrderStatusExtended',
      gatewayId === null ? { orderNumber: account } : { orderId: gatewayId },
    )
    if (codeOf(body) === NOT_FOUND) return { state: 'unknown' }
    if (codeOf(body) !== '0') throw new GatewayError(`Alfa-Bank refuses to tell: error ${codeOf(body)}`)
    if (asTextOrEmpty(body.orderNumber) !== account) throw new GatewayError('Alfa-Bank told of another order')
    return readStatus(body, gatewayId)
  }

  return {
    type: 'alfa',
    title: 'Банковская карта (Альфа-Банк)',

    async start(order) {
      const body = await ask('register', {
        orderNumber: order.account,
        amount: String(order.total),
        currency: ROUBLES,
        returnUrl: order.backUrl.paid,
        failUrl: order.backUrl.failed,
        description: order.title,
        jsonParams: JSON.stringify({ email: order.contact }),
        orderBundle: writeAlfaReceipt(order, config.payments),
        taxSystem: String(config.payments.taxSystem),
      })
      const [orderId, formUrl] = [asTextOrEmpty(body.orderId), asTextOrEmpty(body.formUrl)]
      if (codeOf(body) !== '0' || orderId === '' || !URL.canParse(formUrl))
        throw new GatewayError(`Alfa-Bank registers no order: error ${codeOf(body)}`)
      const page = new URL(formUrl)
      const fields = Object.fromEntries(page.searchParams)
      page.search = ''
      return { part: { alfa: { action: page.href, fields } }, gatewayId: orderId }
    },

    async readNotice({ query }): Promise<ReadNotice> {
      const fields = readFields(query)
      const refused = (why: NoticeRefusal): ReadNotice => refuseInText(why)
      if (!fields) return refused('malformed')
      const field = (name: string): string => fields.get(name) ?? ''
      if (field('checksum') === '') return refused('no signature')
      if (!isSameSignature(signAlfa(fields, callbackKey), field('checksum'))) return refused('bad signature')
      const [kind, account, externalId] = [kindOf(fields), field('orderNumber'), field('mdOrder')]
      if (account === '' || externalId === '') return refused('malformed')
      const notice = { kind, account, externalId, amount: null, currency: null, test: false }
      if (kind !== 'paid' && kind !== 'refunded') return { notice }
      // A callback need not name the sum, and never names the currency.
      const status = await findStatus({ account, gatewayId: externalId })
      return {
        notice:
          status.state === kind
            ? { ...notice, amount: status.amount, currency: status.currency }
            : { ...notice, kind: 'other' },
      }
    },

    answer: () => answerInText('OK'),

    findStatus,

    async refund(order) {
      const status = await findStatus(order)
      if (status.state === 'refunded') return
      if (status.state !== 'paid') throw new GatewayError('Alfa-Bank has nothing to give back')
      const body = await ask('refund', { orderId: status.externalId, amount: String(order.total) })
      if (codeOf(body) !== '0') throw new GatewayError(`Alfa-Bank gives nothing back: error ${codeOf(body)}`)
    },
  }
}

function readStatus(body: Record<string, unknown>, gatewayId: string | null): GatewayStatus {
  const state = Number(body.orderStatus)
  if (state === CANCELLED || state === DECLINED) return { state: 'failed' }
  if (state !== PAID && state !== REFUNDED) return { state: 'waiting' }
  const externalId = gatewayId ?? readOrderId(body)
  const amount =
    state === PAID ? Number(body.amount) : Number(asObject(body.paymentAmountInfo)?.refundedAmount ?? body.amount)
  if (externalId === '' || !Number.isSafeInteger(amount))
    throw new GatewayError('Alfa-Bank told of a payment that cannot be read')
  const currency = asTextOrEmpty(body.currency)
  return {
    state: state === PAID ? 'paid' : 'refunded',
    externalId,
    amount,
    currency: currency === ROUBLES ? 'RUB' : currency || null,
    test: false,
  }
}

function kindOf(fields: NoticeFields): GatewayNotice['kind'] {
  const [operation, succeeded] = [fields.get('operation'), fields.get('status') === '1']
  if (operation === 'deposited') return succeeded ? 'paid' : 'declined'
  if (operation === 'refunded') return succeeded ? 'refunded' : 'other'
  return operation === 'declinedByTimeout' ? 'failed' : 'other'
}

/** Of an order that was asked for by our own number. */
function readOrderId(body: Record<string, unknown>): string {
  const attributes = Array.isArray(body.attributes) ? body.attributes.map(asObject) : []
  return asTextOrEmpty(attributes.find((attribute) => attribute?.name === 'mdOrder')?.value)
}
