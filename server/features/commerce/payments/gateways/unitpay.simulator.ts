/** UnitPay as its sheet has it: the page and its signature, `check` before and `pay` after, and the API by the number of the payment. */
import { createHash } from 'node:crypto'
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
  type NoticeReply,
  type WrittenNotice,
} from './gateway.simulator.ts'

const PUBLIC_KEY = '15155-ae12d'
const SECRET_KEY = '9e977d0c0e1bc8f5cc9775a8cc8744f1'
const methods = { before: 'check', paid: 'pay', failed: 'error', refunded: null } as const

const sha256 = (words: (string | undefined)[]): string => createHash('sha256').update(words.join('{up}')).digest('hex')

/** Shows the page in a frame over ours, and calls back when it comes to an end: to their page, which says so. */
const widgetScript = (url: string): string => `
window.UnitPay = function () {
  var onSuccess, onError
  this.success = function (listener) { onSuccess = listener }
  this.error = function (listener) { onError = listener }
  this.createWidget = function (fields) {
    var asked = { sum: fields.sum, account: fields.account, desc: fields.desc, currency: fields.currency, signature: fields.signature, cashItems: fields.cashItems, backUrl: '${url}/end' }
    var frame = document.createElement('iframe')
    frame.title = 'UnitPay'
    frame.src = '${url}/pay/' + fields.publicKey + '?' + new URLSearchParams(asked)
    Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', zIndex: '10000', background: 'white', border: '0' })
    window.addEventListener('message', function hear(event) {
      if (event.source !== frame.contentWindow) return
      window.removeEventListener('message', hear)
      frame.remove()
      if (event.data.paid) onSuccess && onSuccess({ account: fields.account })
      else onError && onError('Оплата отменена', { account: fields.account })
    })
    document.body.append(frame)
  }
}`

const error = (message: string): SimulatedAnswer => ({ body: { error: { message, code: -32000 } } })

export const openUnitpaySimulator = (): Promise<GatewaySimulator> => openGatewaySimulator(new SimulatedUnitpay())

class SimulatedUnitpay implements Peculiar {
  readonly type = 'unitpay'
  #number = 777_000

  payments(url: string): ReturnType<Peculiar['payments']> {
    return { unitpay: { url, widgetUrl: url, publicKey: PUBLIC_KEY, secretKey: SECRET_KEY } }
  }

  entrance({ unitpay }: Started['part']): { url: string } {
    return { url: unitpay?.url ?? '' }
  }

  isApi(path: string): boolean {
    return path === '/api'
  }

  answer({ path, query }: SimulatedRequest, simulator: GatewaySimulator): SimulatedAnswer | null {
    if (path === '/unitpay.js')
      return { headers: { 'content-type': 'text/javascript; charset=utf-8' }, body: widgetScript(simulator.url) }
    if (path === `/pay/${PUBLIC_KEY}`) return this.#begin(Object.fromEntries(query), simulator)
    if (path === '/end')
      return { body: `<!doctype html><script>parent.postMessage({ paid: ${query.has('paid')} }, '*')</script>` }
    return this.isApi(path) ? this.#askApi(query, simulator) : null
  }

  #begin(
    { account = '', sum = '', desc = '', currency, signature, backUrl = '', cashItems = '' }: Record<string, string>,
    simulator: GatewaySimulator,
  ): SimulatedAnswer {
    if (signature !== sha256([account, currency, desc, sum, SECRET_KEY]))
      return { status: 400, body: simplePage('Неверная подпись') }
    const items = JSON.parse(Buffer.from(cashItems, 'base64').toString('utf8')) as {
      count: number
      price: string
    }[]
    const kopecks = items.reduce((all, { count, price }) => all + count * Math.round(Number(price) * 100), 0)
    if (kopecks !== Math.round(Number(sum) * 100)) return { status: 400, body: simplePage('Чек не сходится с суммой') }
    this.#number += 1
    const payment = {
      id: String(this.#number),
      account,
      sum,
      title: desc,
      state: 'open' as const,
      backUrl: { paid: backUrl, failed: backUrl },
    }
    simulator.begun.push(payment)
    return { body: payPage(payment) }
  }

  #askApi(query: URLSearchParams, simulator: GatewaySimulator): SimulatedAnswer {
    if (query.get('params[secretKey]') !== SECRET_KEY) return error('Неверный секретный ключ')
    const payment = simulator.begun.find(({ id }) => id === query.get('params[paymentId]'))
    if (!payment) return error('Платёж не найден')
    const method = query.get('method')
    if (method === 'refundPayment') return refund(payment)
    if (method === 'getPayment') return answerPayment(payment, simulator.url)
    return error('Неизвестный метод')
  }

  write(
    { id, account, sum }: SimulatedPayment,
    event: SimulatedEvent,
    signature: Signature,
    { test }: GatewaySimulator,
  ): WrittenNotice | null {
    const method = methods[event]
    if (method === null) return null
    const params: Record<string, string> = {
      unitpayId: id,
      projectId: '15155',
      account,
      orderSum: sum,
      orderCurrency: 'RUB',
      payerSum: sum,
      payerCurrency: 'RUB',
      profit: sum,
      paymentType: 'card',
      phone: '79000000001',
      date: '2026-09-01 12:00:00',
      test: test ? '1' : '0',
      ...(event === 'failed' ? { errorMessage: 'Отказ банка' } : {}),
    }
    const value = sha256([
      method,
      ...Object.keys(params)
        .sort()
        .map((name) => params[name]),
      SECRET_KEY,
    ])
    const query = new URLSearchParams({ method })
    for (const [name, text] of Object.entries(signed(params, 'signature', value, signature)))
      query.set(`params[${name}]`, text)
    return { method: 'GET', path: `/api/payment/unitpay?${query}` }
  }

  /** Its own page is reported what it shows. */
  back({ state }: SimulatedPayment, url: string): string {
    return url.endsWith('/end') && state === 'paid' ? `${url}?paid` : url
  }

  refusal({ body }: NoticeReply): string | null {
    const { error: refused } = JSON.parse(body) as { error?: { message: string } }
    return refused ? refused.message : null
  }
}

function refund(payment: SimulatedPayment): SimulatedAnswer {
  if (payment.state !== 'paid') return error('Возврат невозможен')
  payment.state = 'refunded'
  return { body: { result: { message: 'The refund was successful' } } }
}

function answerPayment({ id, account, sum, state }: SimulatedPayment, url: string): SimulatedAnswer {
  const paid = state === 'paid' || state === 'refunded'
  return {
    body: {
      result: {
        paymentId: Number(id),
        status: paid ? 'success' : state === 'failed' ? 'error' : 'wait',
        paymentType: 'card',
        date: '2026-09-01 12:00:00',
        purse: '553691xxxxxx8680',
        account,
        profit: sum,
        projectId: 15155,
        orderSum: sum,
        orderCurrency: 'RUB',
        payerSum: sum,
        payerCurrency: 'RUB',
        availableForRefund: state === 'refunded' ? '0.00' : sum,
        isPreauth: 0,
        refunds: state === 'refunded' ? [{ sum }] : [],
        ...(paid ? { receiptUrl: `${url}/receipt/${id}` } : {}),
      },
    },
  }
}
