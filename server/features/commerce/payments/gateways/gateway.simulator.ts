/**
 * What the simulators of gateways have in common: a server on this machine, a page to pay on, and notices to our service. What is
 * peculiar to a gateway — how it is started, asked and refunded, what it reports and how it signs — each has in its own file, written
 * after its contract sheet and not after our code.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Config } from '../../../../config/config.ts'
import type { GatewayName } from '../../../../config/payments.ts'
import type { Started } from './gateway.ts'

export interface SimulatedPayment {
  /** What the gateway calls it. */
  id: string
  account: string
  /** Roubles with two decimals. */
  sum: string
  title: string
  state: 'open' | 'paid' | 'failed' | 'refunded'
  backUrl: { paid: string; failed: string }
}

/** `before`: asked or reported ahead of the outcome, by gateways that do so. */
export type SimulatedEvent = 'before' | 'paid' | 'failed' | 'refunded'

export type Signature = 'good' | 'bad' | 'missing'

/** As it goes over the wire. */
export interface WrittenNotice {
  method: 'GET' | 'POST'
  /** With the query. */
  path: string
  headers?: Record<string, string>
  body?: string
}

/** What our service answered a notice. */
export interface NoticeReply {
  event: SimulatedEvent
  status: number
  type: string
  body: string
}

export interface SimulatedRequest {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  body: string
  headers: IncomingHttpHeaders
}

/** A text is a page, anything else JSON. */
export interface SimulatedAnswer {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

/** A page with the buttons «Оплатить» and «Отменить». */
export interface PayPage {
  status: number
  html: string
  /** @returns where the browser is sent; null when it stays, for the gateway has shown why */
  press(decision: 'pay' | 'cancel'): Promise<{ location: string | null; html: string }>
}

/** What a gateway has of its own. */
export interface Peculiar {
  type: Exclude<GatewayName, 'test'>
  payments(url: string): Partial<Config['payments']>
  /** What its page is opened by. */
  entrance(part: Started['part'], url: string): { url: string; form?: Record<string, string> }
  /** Everything but the buttons; null: there is no such thing here. `api`: asked by a server, not by a browser. */
  answer(
    request: SimulatedRequest,
    simulator: GatewaySimulator,
  ): Promise<SimulatedAnswer | null> | SimulatedAnswer | null
  isApi(path: string): boolean
  /** Null when nothing is said of it. */
  write(
    payment: SimulatedPayment,
    event: SimulatedEvent,
    signature: Signature,
    simulator: GatewaySimulator,
  ): WrittenNotice | null
  /** Whether our service lets it be paid, as it answered `before`; a sentence when not. */
  refusal?(reply: NoticeReply): string | null
  /** Where the browser is sent, when that is not the plain address. */
  back?(payment: SimulatedPayment, url: string): string
  /** Shown when there is no page to go back to. */
  lastPage?(payment: SimulatedPayment): string
}

export async function openGatewaySimulator(peculiar: Peculiar): Promise<GatewaySimulator> {
  const server = createServer((request, response) => void simulator.serve(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const simulator = new GatewaySimulator(peculiar, server)
  return simulator
}

export class GatewaySimulator {
  readonly type: Peculiar['type']
  readonly url: string
  /** What our config says of it. */
  readonly payments: Partial<Config['payments']>
  /** The address of our service. */
  site = ''
  /** Whether the outcome is reported before the browser is sent back, when `release` is called, or never. */
  notices: 'at once' | 'held' | 'lost' = 'at once'
  /** The pages work, but whatever our server asks is answered with HTTP 502 and a page. */
  down = false
  /** It is played money. */
  test = false
  /** Of every payment that anybody began here. */
  begun: SimulatedPayment[] = []
  /** The answers to the notices so far. */
  replies: NoticeReply[] = []

  readonly #peculiar: Peculiar
  readonly #server: Server
  readonly #held: (() => Promise<NoticeReply>)[] = []

  /** @param server listens already */
  constructor(peculiar: Peculiar, server: Server) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.type = peculiar.type
    this.payments = peculiar.payments(this.url)
    this.#peculiar = peculiar
    this.#server = server
  }

  /** The last one begun for this order. */
  find(account: string): SimulatedPayment {
    const payment = this.begun.findLast((one) => one.account === account)
    if (!payment) throw new Error(`nobody began to pay ${account}`)
    return payment
  }

  /** What a browser does with the answer to the order. */
  async open(part: Started['part']): Promise<PayPage> {
    const { url: address, form } = this.#peculiar.entrance(part, this.url)
    const response = await fetch(address, form ? { method: 'POST', body: new URLSearchParams(form) } : {})
    const html = await response.text()
    return { status: response.status, html, press: (decision) => this.#pressOn(html, decision) }
  }

  /** The gateway sends a notice, whether it is so or not. */
  async sendNotice(account: string, event: SimulatedEvent, signature: Signature = 'good'): Promise<NoticeReply> {
    const reply = await this.#send(this.find(account), event, signature)
    if (!reply) throw new Error(`${this.type} sends nothing of «${event}»`)
    return reply
  }

  /** What was held is reported. */
  release(): Promise<NoticeReply[]> {
    return Promise.all(this.#held.splice(0).map((send) => send()))
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { status = 200, headers = {}, body } = await this.#answer(request)
      const page = typeof body === 'string'
      response.writeHead(status, {
        'content-type': page ? 'text/html; charset=utf-8' : 'application/json',
        ...headers,
      })
      response.end(page || body === undefined ? body : JSON.stringify(body))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }

  async #answer(request: IncomingMessage): Promise<SimulatedAnswer> {
    const url = new URL(request.url ?? '/', 'http://simulator.invalid')
    const body = await text(request)
    const asked: SimulatedRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      form: new URLSearchParams(body),
      body,
      headers: request.headers,
    }
    if (this.down && this.#peculiar.isApi(asked.path)) return { status: 502, body: '<h1>502 Bad Gateway</h1>' }
    const pressed = /^\/press\/([\w-]+)$/.exec(asked.path)?.[1]
    if (pressed !== undefined && asked.method === 'POST')
      return this.#takePress(pressed, asked.form.get('decision') === 'pay')
    return (await this.#peculiar.answer(asked, this)) ?? { status: 404, body: 'Not found' }
  }

  /** In the browser: the button of a page that was shown. */
  async #pressOn(html: string, decision: 'pay' | 'cancel'): Promise<{ location: string | null; html: string }> {
    const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1]
    if (action === undefined) throw new Error(`no page to pay on, but: ${html}`)
    const pressed = await fetch(new URL(action, this.url), {
      method: 'POST',
      body: new URLSearchParams({ decision }),
      redirect: 'manual',
    })
    return { location: pressed.headers.get('location'), html: await pressed.text() }
  }

  /** At the gateway: what comes of the button. */
  async #takePress(id: string, pays: boolean): Promise<SimulatedAnswer> {
    const payment = this.begun.find((one) => one.id === id)
    if (!payment || payment.state !== 'open') return { status: 409, body: simplePage('Этот счёт уже закрыт') }
    if (pays) {
      const asked = await this.#send(payment, 'before')
      const refusal = asked && this.#peculiar.refusal ? this.#peculiar.refusal(asked) : null
      if (refusal !== null) return { body: simplePage(`Платёж не принят: ${refusal}`) }
    }
    const outcome = pays ? 'paid' : 'failed'
    payment.state = outcome
    if (this.notices === 'at once') await this.#send(payment, outcome)
    if (this.notices === 'held') this.#held.push(() => this.sendNotice(payment.account, outcome))
    const last = this.#peculiar.lastPage?.(payment)
    if (last !== undefined) return { body: last }
    const plain = payment.backUrl[outcome]
    const location = this.#peculiar.back?.(payment, plain) ?? plain
    return { status: 303, headers: { location } }
  }

  async #send(
    payment: SimulatedPayment,
    event: SimulatedEvent,
    signature: Signature = 'good',
  ): Promise<NoticeReply | null> {
    const written = this.#peculiar.write(payment, event, signature, this)
    if (!written) return null
    const { method, path, headers = {}, body } = written
    const form: Record<string, string> =
      body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await fetch(this.site + path, {
      method,
      headers: { ...form, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const reply = {
      event,
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      body: await response.text(),
    }
    this.replies.push(reply)
    return reply
  }
}

const escape = (value: string): string => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const frame = (title: string, body: string): string =>
  `<!doctype html><html lang="ru"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>${escape(title)}</title></head><body>${body}</body></html>`

/** A sentence. */
export const simplePage = (sentence: string): string => frame(sentence, `<h1>${escape(sentence)}</h1>`)

export function payPage({ id, title, sum }: SimulatedPayment): string {
  return frame(
    'Оплата',
    `<h1>Оплата</h1><p>${escape(title)}</p><p>${escape(sum)} руб.</p><form method="post" action="/press/${id}">
    <button name="decision" value="pay">Оплатить</button> <button name="decision" value="cancel">Отменить</button></form>`,
  )
}

/** A signature that looks like one. */
const spoil = (signature: string): string => (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)

/** With the signature under its name, or without it. */
export function signed(
  fields: Record<string, string>,
  name: string,
  value: string,
  signature: Signature,
): Record<string, string> {
  if (signature === 'missing') return fields
  return { ...fields, [name]: signature === 'bad' ? spoil(value) : value }
}
