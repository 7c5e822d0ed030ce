/** Interkassa as its sheet has it: a signed form, notices of every state on the way, and the API by the number of the invoice. */
import { createHash } from 'node:crypto'
import type { Config } from '../../../../config/config.ts'
import type { Started } from './gateway.ts'
import {
  openGatewaySimulator,
  payPage,
  signed,
  simplePage,
  type GatewaySimulator,
  type Peculiar,
  type Signature,
  type SimulatedAnswer,
  type SimulatedEvent,
  type SimulatedPayment,
  type SimulatedRequest,
  type WrittenNotice,
} from './gateway.simulator.ts'

const CHECKOUT_ID = '51237daa8f2a2d8413000000'
const SECRET = 'SeCrEtKeY0000001'
/** Signs notices of played money. */
const TEST_SECRET = 'TeStKeY000000001'
const ACCOUNT = '5c1cb5253d1eaf58328b4500'
const API_KEY = 'api-key-0001'
const states = { before: 'waitAccept', paid: 'success', failed: 'canceled', refunded: 'refunded' } as const
const numbers = { open: 4, paid: 7, failed: 8, refunded: 9 }

type Algorithm = Config['payments']['interkassa']['algorithm']

export const openInterkassaSimulator = (algorithm: Algorithm = 'sha256'): Promise<GatewaySimulator> =>
  openGatewaySimulator(new SimulatedInterkassa(algorithm))

class SimulatedInterkassa implements Peculiar {
  readonly type = 'interkassa'
  readonly #algorithm: Algorithm
  #number = 22_500_000

  constructor(algorithm: Algorithm) {
    this.#algorithm = algorithm
  }

  payments(url: string): ReturnType<Peculiar['payments']> {
    return {
      interkassa: {
        url,
        apiUrl: url,
        checkoutId: CHECKOUT_ID,
        secret: SECRET,
        algorithm: this.#algorithm,
        account: ACCOUNT,
        apiKey: API_KEY,
      },
    }
  }

  entrance({ interkassa }: Started['part']): ReturnType<Peculiar['entrance']> {
    return { url: interkassa?.action ?? '', form: interkassa?.fields ?? {} }
  }

  isApi(path: string): boolean {
    return path.startsWith('/v1/')
  }

  answer(
    { method, path, query, form, headers }: SimulatedRequest,
    simulator: GatewaySimulator,
  ): SimulatedAnswer | null {
    if (path === '/') return this.#begin(Object.fromEntries(method === 'POST' ? form : query), simulator)
    const id = /^\/v1\/co-invoice\/(\d+)$/.exec(path)?.[1]
    return id === undefined ? null : answerInvoice(id, headers, simulator)
  }

  #begin(fields: Record<string, string>, simulator: GatewaySimulator): SimulatedAnswer {
    const { ik_co_id, ik_pm_no = '', ik_am = '', ik_cur, ik_desc = '', ik_suc_u = '', ik_fal_u = '', ik_sign } = fields
    if (ik_co_id !== CHECKOUT_ID) return { status: 404, body: simplePage('Касса не найдена') }
    if (ik_sign !== this.#sign(fields)) return { status: 403, body: simplePage('Неверная подпись формы') }
    if (
      !/^[\w-]{1,50}$/.test(ik_pm_no) ||
      !/^\d{1,8}([.,]\d{1,2})?$/.test(ik_am) ||
      ik_cur !== 'RUB' ||
      ik_desc === '' ||
      ik_desc.length > 255
    ) {
      return { status: 422, body: simplePage('Неверные параметры платежа') }
    }
    this.#number += 1
    const payment = {
      id: String(this.#number),
      account: ik_pm_no,
      sum: ik_am,
      title: ik_desc,
      state: 'open' as const,
      backUrl: { paid: ik_suc_u, failed: ik_fal_u },
    }
    simulator.begun.push(payment)
    return { body: payPage(payment) }
  }

  write(
    { id, account, sum, title }: SimulatedPayment,
    event: SimulatedEvent,
    signature: Signature,
    { test }: GatewaySimulator,
  ): WrittenNotice {
    const fields: Record<string, string> = {
      ik_co_id: CHECKOUT_ID,
      ik_co_prs_id: '300301404317',
      ik_inv_id: id,
      ik_inv_st: states[event],
      ik_inv_crt: '2026-09-01 12:00:00',
      ik_inv_prc: '2026-09-01 12:01:00',
      ik_trn_id: `t-${id}`,
      ik_pm_no: account,
      ik_pw_via: test ? 'test_interkassa_test_xts' : 'visa_cpaytrz_merchant_rub',
      ik_am: sum,
      ik_co_rfn: sum,
      ik_ps_price: sum,
      ik_cur: 'RUB',
      ik_desc: title,
      ...(event === 'paid' && { ik_p_card_mask: '553691******8680', ik_p_card_token: 'c0ffee' }),
    }
    const body = signed(fields, 'ik_sign', this.#sign(fields, test ? TEST_SECRET : SECRET), signature)
    return { method: 'POST', path: '/api/payment/interkassa', body: String(new URLSearchParams(body)) }
  }

  #sign(fields: Record<string, string>, secret = SECRET): string {
    const values = Object.keys(fields)
      .sort()
      .flatMap((name) => (/^ik_(?!sign$)/.test(name) ? [fields[name]] : []))
    return createHash(this.#algorithm)
      .update([...values, secret].join(':'))
      .digest('base64')
  }
}

function answerInvoice(id: string, headers: SimulatedRequest['headers'], simulator: GatewaySimulator): SimulatedAnswer {
  const known = `Basic ${Buffer.from(`${ACCOUNT}:${API_KEY}`).toString('base64')}`
  if (headers.authorization !== known || headers['ik-api-account-id'] !== ACCOUNT)
    return { status: 401, body: { status: 'error', code: 1, message: 'Unauthorized' } }
  const payment = simulator.begun.find((one) => one.id === id)
  if (!payment) return { status: 404, body: { status: 'error', code: 404, message: 'Not found' } }
  const data = {
    id,
    coId: CHECKOUT_ID,
    paymentNo: payment.account,
    coAmount: payment.sum,
    currencyCodeChar: 'RUB',
    paywayId: '52efa902e4ae1a780e000001',
    state: numbers[payment.state],
  }
  return { body: { status: 'ok', code: 0, data } }
}
