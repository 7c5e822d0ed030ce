/** cent (Pally): a bill made for every order, a page of theirs, a postback whose signature leaves the outcome out. */
import { createHash } from 'node:crypto'
import type { Payer } from '../../../../../rules/payer-marks.ts'
import { asObject } from '../../../../kit/as-object.ts'
import { askPaymentGateway, asTextOrEmpty, GatewayError, type GatewayAnswer } from './ask-payment-gateway.ts'
import type { GatewayNotice, NoticeRefusal, OpenGateway, ReadNotice, GatewayStatus } from './gateway.ts'
import { refuseInText, answerInText } from './hook-answers.ts'
import { readFields } from './notice-fields.ts'
import { isSameSignature } from './same-signature.ts'
import { readSum, writeSum } from './sum.ts'

/** @param sum the very text that came */
export function signCent(sum: string, account: string, token: string): string {
  return createHash('md5').update(`${sum}:${account}:${token}`).digest('hex').toUpperCase()
}

/** A bill can be paid after an attempt that failed, until someone pays it in full. */
const kinds = new Map<string, GatewayNotice['kind']>([
  ['SUCCESS', 'paid'],
  ['FAIL', 'declined'],
  ['UNDERPAID', 'other'],
  ['OVERPAID', 'other'],
])

export const openCent: OpenGateway = (config) => {
  const { url, shopId, token } = config.payments.cent

  const ask = (path: string, form?: Record<string, string>): Promise<GatewayAnswer> =>
    askPaymentGateway('cent', `${url}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${token}` },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })

  /** Null: nothing is paid. */
  async function findPaid(bill: string): Promise<{ amount: number; currency: string; payer: Payer } | null> {
    const { ok, body } = await ask(`bill/payments?${new URLSearchParams({ id: bill })}`)
    if (!ok || !isTrue(body.success) || !Array.isArray(body.data))
      throw new GatewayError('cent refuses to tell of a bill')
    const paid = body.data
      .map(asObject)
      .filter((payment) => payment?.status === 'SUCCESS' && asTextOrEmpty(payment.bill_id) === bill)
    if (paid.length === 0) return null
    const amounts = paid.map((payment) => readSum(asTextOrEmpty(payment?.amount)))
    const currencies = new Set(paid.map((payment) => asTextOrEmpty(payment?.currency_in)))
    const [currency = ''] = currencies
    if (amounts.includes(null) || currencies.size !== 1)
      throw new GatewayError('cent told of a payment that cannot be read')
    return {
      amount: amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0),
      currency,
      payer: { cardMask: asTextOrEmpty(paid.at(-1)?.from_card) },
    }
  }

  return {
    type: 'cent',
    title: 'Карта или СБП',

    async start(order) {
      const { ok, status, body } = await ask('bill/create', {
        amount: writeSum(order.total),
        shop_id: shopId,
        order_id: order.account,
        description: order.title,
        type: 'normal',
        currency_in: 'RUB',
        custom: order.account,
        payer_pays_commission: '0',
        payer_email: order.contact,
        name: order.title,
        success_url: order.backUrl.paid,
        fail_url: order.backUrl.failed,
      })
      const [page, bill] = [asTextOrEmpty(body.link_page_url), asTextOrEmpty(body.bill_id)]
      if (!ok || !isTrue(body.success) || !URL.canParse(page) || bill === '')
        throw new GatewayError(`cent makes no bill: HTTP ${status}`)
      return { part: { cent: { link_page_url: page } }, gatewayId: bill }
    },

    async readNotice({ body }): Promise<ReadNotice> {
      const fields = readFields(body)
      const refused = (why: NoticeRefusal): ReadNotice => refuseInText(why)
      if (!fields) return refused('malformed')
      const field = (name: string): string => fields.get(name) ?? ''
      const [account, bill, signature] = [field('InvId'), field('TrsId'), field('SignatureValue')]
      if (signature === '') return refused('no signature')
      if (!isSameSignature(signCent(field('OutSum'), account, token), signature)) return refused('bad signature')
      const [kind, amount] = [kinds.get(field('Status')) ?? 'other', readSum(field('OutSum'))]
      if (amount === null || account === '' || bill === '') return refused('malformed')
      const notice = { account, externalId: bill, amount, currency: field('CurrencyIn') || null, test: false }
      if (kind !== 'paid') return { notice: { ...notice, kind } }
      // The outcome is not signed, and so it is theirs to confirm.
      const paid = await findPaid(bill)
      return { notice: paid ? { ...notice, ...paid, kind } : { ...notice, kind: 'other' } }
    },

    answer: () => answerInText('OK'),

    async findStatus({ gatewayId }): Promise<GatewayStatus> {
      if (gatewayId === null) return { state: 'unknown' }
      const paid = await findPaid(gatewayId)
      if (paid) return { state: 'paid', externalId: gatewayId, test: false, ...paid }
      const { ok, body } = await ask(`bill/status?${new URLSearchParams({ id: gatewayId })}`)
      return { state: ok && body.status === 'FAIL' ? 'failed' : 'waiting' }
    },

    refund: null,
  }
}

/** They write it either way. */
const isTrue = (value: unknown): boolean => value === true || value === 'true'
