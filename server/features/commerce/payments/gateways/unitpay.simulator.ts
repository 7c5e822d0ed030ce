/** UnitPay as its sheet has it: the page and its signature, `check` before and `pay` after, and the API by the number of the payment. */
import { createHash } from 'node:crypto'
import {
  openGatewaySimulator,
  payPage,
  signed,
  simplePage,
  type GatewaySimulator,
  type SimulatedAnswer,
} from './gateway.simulator.ts'

const PUBLIC_KEY = '15155-ae12d'
const SECRET_KEY = '9e977d0c0e1bc8f5cc9775a8cc8744f1'
const methods = { before: 'check', paid: 'pay', failed: 'error', refunded: null } as const

const sha256 = (words: (string | undefined)[]): string => createHash('sha256').update(words.join('{up}')).digest('hex')

/** Shows the page in a frame over ours, and calls back when it comes to an end: to their page, which says so. */
const widgetScript = (url: string): string => `
window.UnitPay = function () {
  var onSuccess, onError
  this.success = function (tell) { onSuccess = tell }
  this.error = function (tell) { onError = tell }
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

export function openUnitpaySimulator(): Promise<GatewaySimulator> {
  let number = 777_000
  const error = (message: string): SimulatedAnswer => ({ body: { error: { message, code: -32000 } } })

  return openGatewaySimulator({
    type: 'unitpay',
    payments: (url) => ({ unitpay: { url, widgetUrl: url, publicKey: PUBLIC_KEY, secretKey: SECRET_KEY } }),
    entrance: ({ unitpay }) => ({ url: unitpay?.url ?? '' }),
    isApi: (path) => path === '/api',

    answer({ path, query }, simulator) {
      if (path === '/unitpay.js')
        return { headers: { 'content-type': 'text/javascript; charset=utf-8' }, body: widgetScript(simulator.url) }
      if (path === `/pay/${PUBLIC_KEY}`) {
        const {
          account = '',
          sum = '',
          desc = '',
          currency,
          signature,
          backUrl = '',
          cashItems = '',
        } = Object.fromEntries(query)
        if (signature !== sha256([account, currency, desc, sum, SECRET_KEY]))
          return { status: 400, body: simplePage('Неверная подпись') }
        const items = JSON.parse(Buffer.from(cashItems, 'base64').toString('utf8')) as {
          count: number
          price: string
        }[]
        const kopecks = items.reduce((all, { count, price }) => all + count * Math.round(Number(price) * 100), 0)
        if (kopecks !== Math.round(Number(sum) * 100))
          return { status: 400, body: simplePage('Чек не сходится с суммой') }
        number += 1
        const payment = {
          id: String(number),
          account,
          sum,
          title: desc,
          state: 'open' as const,
          backUrl: { paid: backUrl, failed: backUrl },
        }
        simulator.begun.push(payment)
        return { body: payPage(payment) }
      }
      if (path === '/end')
        return { body: `<!doctype html><script>parent.postMessage({ paid: ${query.has('paid')} }, '*')</script>` }
      if (path !== '/api') return null
      if (query.get('params[secretKey]') !== SECRET_KEY) return error('Неверный секретный ключ')
      const payment = simulator.begun.find(({ id }) => id === query.get('params[paymentId]'))
      if (!payment) return error('Платёж не найден')
      const { id, account, sum, state } = payment
      if (query.get('method') === 'refundPayment') {
        if (state !== 'paid') return error('Возврат невозможен')
        payment.state = 'refunded'
        return { body: { result: { message: 'The refund was successful' } } }
      }
      if (query.get('method') !== 'getPayment') return error('Неизвестный метод')
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
            ...(paid ? { receiptUrl: `${simulator.url}/receipt/${id}` } : {}),
          },
        },
      }
    },

    write({ id, account, sum }, event, signature, { test }) {
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
    },

    // Its own page is reported what it shows.
    back: ({ state }, url) => (url.endsWith('/end') && state === 'paid' ? `${url}?paid` : url),

    refusal({ body }) {
      const { error: refused } = JSON.parse(body) as { error?: { message: string } }
      return refused ? refused.message : null
    },
  })
}
