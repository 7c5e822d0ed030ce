/**
 * Interkassa: a signed form that the browser sends, and a notice signed the same way: of values alone, so that a form of ours is a
 * notice to anyone who names its fields otherwise. No value of a form can become the word that a paid notice needs, and with keys of
 * their API they are asked before a notice of `paid` is believed.
 */
import { createHash } from 'node:crypto'
import type { Config } from '../../../../config/config.ts'
import { asObject } from '../../../../kit/as-object.ts'
import { askPaymentGateway, asTextOrEmpty, GatewayError } from './ask-payment-gateway.ts'
import type { GatewayOrder, GatewayNotice, NoticeRefusal, OpenGateway, ReadNotice, GatewayStatus } from './gateway.ts'
import { refuseInText, answerInText } from './hook-answers.ts'
import { readFields, sortByName } from './notice-fields.ts'
import { isSameSignature } from './same-signature.ts'
import { readSum, writeSum } from './sum.ts'

type Algorithm = Config['payments']['interkassa']['algorithm']

export function signInterkassa(fields: Iterable<[string, string]>, secret: string, algorithm: Algorithm): string {
  const values = sortByName(fields).flatMap(([name, value]) =>
    name.startsWith('ik_') && name !== 'ik_sign' ? [value] : [],
  )
  return createHash(algorithm)
    .update([...values, secret].join(':'))
    .digest('base64')
}

/** Signed values are told apart by colons: behind one in a text stands a blank, and no value that we look for begins with that. */
const oneValue = (text: string): string => text.replace(/:(?!\s)/g, ': ')

/** `new`, `waitAccept`, `process` and what else there may be: not yet. */
const kinds = new Map<string, GatewayNotice['kind']>([
  ['success', 'paid'],
  ['canceled', 'failed'],
  ['fail', 'failed'],
  ['refunded', 'refunded'],
])

/** The numbers their API has for the same. */
const SUCCESS = 7
const CANCELED = 8
/** Played money. Notices of it are signed with a key of its own, which we do not have; should it be the same key, they open nothing in production. */
const TEST_PAYWAY = 'test_interkassa_test_xts'

/** What it takes to ask of an order. */
type AskedOrder = Pick<GatewayOrder, 'account' | 'gatewayId'>

export const openInterkassa: OpenGateway = (config) => {
  const { url, apiUrl, checkoutId, secret, algorithm, account: apiAccount, apiKey } = config.payments.interkassa

  /** They are asked by their number of the invoice, which the notices of its way there have reported. */
  async function findStatus({ account, gatewayId }: AskedOrder): Promise<GatewayStatus> {
    if (gatewayId === null || apiKey === '') return { state: 'unknown' }
    const asked = `${apiUrl}/v1/co-invoice/${encodeURIComponent(gatewayId)}`
    const { ok, body } = await askPaymentGateway('Interkassa', asked, {
      headers: {
        authorization: `Basic ${Buffer.from(`${apiAccount}:${apiKey}`).toString('base64')}`,
        'ik-api-account-id': apiAccount,
      },
    })
    const invoice = asObject(body.data)
    if (!ok || Number(body.code) !== 0 || !invoice) throw new GatewayError('Interkassa refuses to tell of an invoice')
    const amount = readSum(asTextOrEmpty(invoice.coAmount))
    if (asTextOrEmpty(invoice.coId) !== checkoutId || asTextOrEmpty(invoice.paymentNo) !== account || amount === null) {
      throw new GatewayError('Interkassa told of another invoice')
    }
    const state = Number(invoice.state)
    if (state !== SUCCESS) return { state: state === CANCELED ? 'failed' : 'waiting' }
    return {
      state: 'paid',
      externalId: gatewayId,
      amount,
      currency: asTextOrEmpty(invoice.currencyCodeChar) || null,
      test: false,
    }
  }

  return {
    type: 'interkassa',
    title: 'Interkassa: карты и кошельки',

    async start(order) {
      const fields = {
        ik_co_id: checkoutId,
        ik_pm_no: order.account,
        ik_am: writeSum(order.total),
        ik_cur: 'RUB',
        ik_desc: oneValue(order.title),
        ik_cli: oneValue(order.contact).slice(0, 64),
        ik_loc: 'ru',
        ik_ia_u: `${config.siteUrl}/api/payment/interkassa`,
        ik_ia_m: 'POST',
        ik_suc_u: order.backUrl.paid,
        ik_suc_m: 'GET',
        ik_pnd_u: order.backUrl.paid,
        ik_pnd_m: 'GET',
        ik_fal_u: order.backUrl.failed,
        ik_fal_m: 'GET',
      }
      const ik_sign = signInterkassa(Object.entries(fields), secret, algorithm)
      return { part: { interkassa: { action: `${url}/`, fields: { ...fields, ik_sign } } }, gatewayId: null }
    },

    async readNotice({ body }): Promise<ReadNotice> {
      const fields = readFields(body)
      const refused = (why: NoticeRefusal): ReadNotice => refuseInText(why)
      if (!fields) return refused('malformed')
      const field = (name: string): string => fields.get(name) ?? ''
      if (field('ik_sign') === '') return refused('no signature')
      if (!isSameSignature(signInterkassa(fields, secret, algorithm), field('ik_sign'))) return refused('bad signature')
      const test = field('ik_pw_via') === TEST_PAYWAY
      // Not even its number is learned: asked by that, they would not say that it is played.
      if (field('ik_co_id') !== checkoutId || (test && config.production)) return refused('foreign')
      const [kind, amount] = [kinds.get(field('ik_inv_st')) ?? 'other', readSum(field('ik_am'))]
      if (amount === null || field('ik_pm_no') === '' || field('ik_inv_id') === '') return refused('malformed')
      const notice = {
        kind,
        account: field('ik_pm_no'),
        externalId: field('ik_inv_id'),
        amount,
        currency: field('ik_cur') || null,
        test,
        ...(kind === 'paid' && { payer: { cardMask: field('ik_p_card_mask'), token: field('ik_p_card_token') } }),
      }
      if (kind !== 'paid' || apiKey === '') return { notice }
      const status = await findStatus({ account: notice.account, gatewayId: notice.externalId })
      return { notice: status.state === 'paid' ? { ...notice, amount: status.amount } : { ...notice, kind: 'other' } }
    },

    answer: () => answerInText('OK'),

    findStatus,

    refund: null,
  }
}
