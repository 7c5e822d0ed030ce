/** CloudPayments as its sheet has it: the widget's script and frame, `check` before and `pay` after, the API behind Basic. */
import { createHmac } from 'node:crypto'
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

const PUBLIC_ID = 'pk_0123456789abcdef'
const SECRET = 'api-secret-0001'
const events = { before: 'check', paid: 'pay', failed: 'fail', refunded: 'refund' } as const

interface WidgetOptions {
  publicId: string
  description: string
  amount: number
  currency: string
  invoiceId: string
  accountId?: string
  data?: { cloudPayments?: { customerReceipt?: { Items: { amount: number }[] } } }
}

interface ApiFields {
  InvoiceId?: string
  TransactionId?: number
  Amount?: number
}

/** Opens a frame over the page, and hears from it what came of it. */
const widgetScript = (url: string): string => `
window.cp = { CloudPayments: function () {
  this.pay = this.charge = function (kind, options, handlers) {
    var frame = document.createElement('iframe')
    frame.title = 'CloudPayments'
    frame.src = '${url}/widget?options=' + encodeURIComponent(JSON.stringify(options))
    Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', zIndex: '10000', background: 'white', border: '0' })
    window.addEventListener('message', function hear(event) {
      if (event.source !== frame.contentWindow) return
      window.removeEventListener('message', hear)
      frame.remove()
      if (event.data.success) handlers.onSuccess && handlers.onSuccess(options)
      else handlers.onFail && handlers.onFail('User has cancelled', options)
      handlers.onComplete && handlers.onComplete(event.data, options)
    })
    document.body.append(frame)
  }
} }`

const failed = (Message: string): SimulatedAnswer => ({ body: { Success: false, Message, Model: null } })

export const openCloudpaymentsSimulator = (): Promise<GatewaySimulator> =>
  openGatewaySimulator(new SimulatedCloudpayments())

class SimulatedCloudpayments implements Peculiar {
  readonly type = 'cloudpayments'
  #number = 504
  /** Refunds, by the id of their request. */
  readonly #refunds = new Set<string>()

  payments(url: string): ReturnType<Peculiar['payments']> {
    return { cloudpayments: { url, widgetUrl: url, publicId: PUBLIC_ID, secret: SECRET } }
  }

  entrance({ cloudpayments }: Started['part'], url: string): { url: string } {
    return { url: `${url}/widget?${new URLSearchParams({ options: JSON.stringify(cloudpayments) })}` }
  }

  isApi(path: string): boolean {
    return path.startsWith('/payments/')
  }

  answer({ path, query, body, headers }: SimulatedRequest, simulator: GatewaySimulator): SimulatedAnswer | null {
    if (path === '/bundles/cloudpayments.js')
      return { headers: { 'content-type': 'text/javascript; charset=utf-8' }, body: widgetScript(simulator.url) }
    if (path === '/widget') return this.#begin(JSON.parse(query.get('options') ?? '{}') as WidgetOptions, simulator)
    if (!this.isApi(path)) return null
    if (headers.authorization !== `Basic ${Buffer.from(`${PUBLIC_ID}:${SECRET}`).toString('base64')}`)
      return { status: 401, body: {} }
    const fields = JSON.parse(body) as ApiFields
    if (path === '/payments/find') return this.#find(fields, simulator)
    if (path === '/payments/refund') return this.#refund(fields, String(headers['x-request-id']), simulator)
    return null
  }

  #begin(
    { publicId, description, amount, currency, invoiceId, data }: WidgetOptions,
    simulator: GatewaySimulator,
  ): SimulatedAnswer {
    if (publicId !== PUBLIC_ID || currency !== 'RUB')
      return { status: 400, body: simplePage('Неверные параметры виджета') }
    const items = data?.cloudPayments?.customerReceipt?.Items ?? []
    if (Math.round(items.reduce((sum, item) => sum + item.amount, 0) * 100) !== Math.round(amount * 100))
      return { status: 400, body: simplePage('Чек не сходится с суммой') }
    this.#number += 1
    const payment = {
      id: String(this.#number),
      account: invoiceId,
      sum: amount.toFixed(2),
      title: description,
      state: 'open' as const,
      backUrl: { paid: '', failed: '' },
    }
    simulator.begun.push(payment)
    return { body: payPage(payment) }
  }

  #find({ InvoiceId }: ApiFields, simulator: GatewaySimulator): SimulatedAnswer {
    const payment = simulator.begun.findLast(({ account, state }) => account === InvoiceId && state !== 'open')
    if (!payment) return failed('Not found')
    const paid = payment.state !== 'failed'
    const Model = {
      TransactionId: Number(payment.id),
      Amount: Number(payment.sum),
      Currency: 'RUB',
      InvoiceId: payment.account,
      TestMode: simulator.test,
      Status: paid ? 'Completed' : 'Declined',
      StatusCode: paid ? 3 : 5,
      Refunded: payment.state === 'refunded',
    }
    return { body: { Success: paid, Message: null, Model } }
  }

  #refund({ TransactionId, Amount }: ApiFields, requestId: string, simulator: GatewaySimulator): SimulatedAnswer {
    const payment = simulator.begun.find(({ id }) => id === String(TransactionId))
    if (payment && this.#refunds.has(requestId))
      return { body: { Success: true, Message: null, Model: { TransactionId: Number(payment.id) + 100_000 } } }
    if (payment?.state !== 'paid' || Amount !== Number(payment.sum)) return failed('Refund is impossible')
    payment.state = 'refunded'
    this.#refunds.add(requestId)
    return { body: { Success: true, Message: null, Model: { TransactionId: Number(payment.id) + 100_000 } } }
  }

  write(
    { id, account, sum, title }: SimulatedPayment,
    event: SimulatedEvent,
    signature: Signature,
    { test }: GatewaySimulator,
  ): WrittenNotice {
    const fields: Record<string, string> = {
      TransactionId: id,
      Amount: sum,
      Currency: 'RUB',
      PaymentAmount: sum,
      PaymentCurrency: 'RUB',
      DateTime: '2026-09-01 09:00:00',
      CardFirstSix: '553691',
      CardLastFour: '8680',
      CardType: 'MasterCard',
      CardExpDate: '09/29',
      ...(event === 'paid' && { Token: 'tk_0123456789' }),
      TestMode: test ? '1' : '0',
      OperationType: 'Payment',
      InvoiceId: account,
      Description: title,
      IpAddress: '203.0.113.7',
      ...(event === 'failed' ? { Reason: 'InsufficientFunds', ReasonCode: '5051' } : { Status: 'Completed' }),
      ...(event === 'refunded'
        ? { TransactionId: String(Number(id) + 100_000), PaymentTransactionId: id, OperationType: 'Refund' }
        : {}),
    }
    const body = String(new URLSearchParams(fields))
    const hmac = (of: string): string => createHmac('sha256', SECRET).update(of).digest('base64')
    return {
      method: 'POST',
      path: `/api/payment/cloudpayments/${events[event]}`,
      // Over what is sent, and over the same once decoded.
      headers: {
        ...signed({}, 'content-hmac', hmac(body), signature),
        ...signed({}, 'x-content-hmac', hmac(decodeURIComponent(body)), signature),
      },
      body,
    }
  }

  refusal({ body }: NoticeReply): string | null {
    const { code } = JSON.parse(body) as { code: number }
    return code === 0 ? null : `код ${code}`
  }

  lastPage({ state }: SimulatedPayment): string {
    return `<!doctype html><script>parent.postMessage({ success: ${state === 'paid'} }, '*')</script>`
  }
}
