/** Each gateway against its simulator, with nothing behind them: what it receives, what it makes of that, and what it answers. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Payer } from '../../../../../rules/payer-marks.ts'
import { readConfig } from '../../../../config/config.ts'
import { openAlfa, signAlfa } from './alfa.ts'
import { openCloudpayments, signCloudpayments } from './cloudpayments.ts'
import type { Gateway, GatewayOrder, HookAnswer, GatewayOutcome, RawNotice, ReadNotice } from './gateway.ts'
import type { GatewaySimulator, SimulatedEvent } from './gateway.simulator.ts'
import { paymentsWith, sampleGateways } from './gateways.samples.ts'
import { openInterkassa, signInterkassa } from './interkassa.ts'
import { openInterkassaSimulator } from './interkassa.simulator.ts'
import { openUnitpay, signUnitpay } from './unitpay.ts'

const TOTAL = 292_505
let orders = 0

const newOrder = (): GatewayOrder => {
  orders += 1
  const account = `ORDER${String(orders).padStart(7, '0')}`
  return {
    id: orders,
    account,
    userId: 7,
    total: TOTAL,
    title: 'Подписка: 2 категории, 1 месяц; «& <кавычки>»',
    lines: [
      { title: 'Категория «Фотографы», 1 месяц', quantity: 1, price: 150_000, sum: 150_000 },
      { title: 'Доступ к сервису: Группы, 1 месяц', quantity: 5, price: 28_501, sum: 142_505 },
    ],
    contact: 'anna@example.ru',
    gatewayId: null,
    createdAt: new Date('2026-11-20T12:00:00Z'),
    backUrl: {
      paid: 'https://echolot.example/feed?order=1#payment_success',
      failed: 'https://echolot.example/order?order=1#payment_fail',
    },
  }
}

/** As much of our service as reads notices and answers them. */
async function openSite() {
  const site = {
    url: '',
    gateway: null as Gateway | null,
    outcome: 'settled' as GatewayOutcome,
    read: [] as ReadNotice[],
    raw: [] as RawNotice[],
    server: null as Server | null,
  }
  site.server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.invalid')
    const raw: RawNotice = {
      body: await buffer(request),
      query: url.search.slice(1),
      headers: request.headers,
      event: /cloudpayments\/(\w+)$/.exec(url.pathname)?.[1] ?? '',
    }
    try {
      if (!site.gateway) throw new Error('no gateway')
      const read = await site.gateway.readNotice(raw)
      site.raw.push(raw)
      site.read.push(read)
      const answer = 'refused' in read ? read.answer : site.gateway.answer(read.notice, site.outcome)
      response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
    } catch {
      response.writeHead(500).end()
    }
  })
  await new Promise<void>((resolve) => void site.server?.listen(0, '127.0.0.1', resolve))
  site.url = `http://127.0.0.1:${(site.server.address() as AddressInfo).port}`
  return site
}

let site: Awaited<ReturnType<typeof openSite>>
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.server?.close())

/** Who paid, as far as each reports it. */
const payers: Record<GatewaySimulator['type'], Payer | null> = {
  unitpay: { phone: '79000000001' },
  cloudpayments: { cardMask: '553691*8680', token: 'tk_0123456789' },
  cent: { cardMask: '553691******8680' },
  interkassa: { cardMask: '553691******8680', token: 'c0ffee' },
  alfa: null,
}

describe.each(sampleGateways)('$name', ({ name, open, simulate }) => {
  let simulator: GatewaySimulator
  let gateway: Gateway

  beforeAll(async () => {
    simulator = await simulate()
    gateway = open({
      ...readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing' }),
      siteUrl: 'https://echolot.example',
      payments: paymentsWith([simulator]),
    })
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    Object.assign(site, { gateway, outcome: 'settled', read: [], raw: [] })
    Object.assign(simulator, { site: site.url, notices: 'at once', down: false, test: false, replies: [] })
  })

  /** An order, and the page to pay it on. */
  async function begin() {
    const order = newOrder()
    const { part, gatewayId } = await gateway.start(order)
    order.gatewayId = gatewayId
    const page = await simulator.open(part)
    return { order, part, page }
  }
  const lastRead = () => site.read.at(-1)
  /** The number that the gateway gave it, as a service learns it from notices. */
  const known = (order: GatewayOrder): GatewayOrder => ({ ...order, gatewayId: simulator.find(order.account).id })
  const may = (event: SimulatedEvent): boolean => !(name === 'cent' && event === 'refunded')

  it('opens a page for exactly the sum of the order', async () => {
    const { order, page, part } = await begin()
    expect(page.status).toBe(200)
    expect(page.html).toContain('Оплатить')
    expect(simulator.find(order.account)).toMatchObject({ sum: '2925.05', title: order.title })
    expect(Object.keys(part)).toEqual([name])
    // Whatever the browser gets holds no key.
    expect(JSON.stringify(part)).not.toMatch(/9e977d0c|api-secret|oBCB7|SeCrEt|alfa-password|yourSecretToken/)
  })

  it('reports a payment: whose, what, how much', async () => {
    const { order, page } = await begin()
    await page.press('pay')
    const payment = simulator.find(order.account)
    expect(lastRead()).toEqual({
      notice: {
        kind: 'paid',
        account: order.account,
        externalId: payment.id,
        amount: TOTAL,
        currency: 'RUB',
        test: false,
        ...(payers[name] && { payer: payers[name] }),
      },
    })
    expect(simulator.replies.at(-1)).toMatchObject({ event: 'paid', status: 200 })
  })

  it('answers a repeated notice as it answered the first', async () => {
    const { order, page } = await begin()
    await page.press('pay')
    const first = simulator.replies.at(-1)
    site.outcome = 'repeated'
    expect(await simulator.sendNotice(order.account, 'paid')).toEqual(first)
  })

  it('believes no notice without a signature or with a wrong one', async () => {
    const { order } = await begin()
    const payment = simulator.find(order.account)
    payment.state = 'paid'
    for (const [signature, refused] of [
      ['missing', 'no signature'],
      ['bad', 'bad signature'],
    ] as const) {
      const reply = await simulator.sendNotice(order.account, 'paid', signature)
      expect(lastRead()).toMatchObject({ refused })
      expect([name, reply.body]).toEqual([
        name,
        { unitpay: expect.stringContaining('"error"'), cloudpayments: '{"code":13}' }[name as string] ?? refused,
      ])
    }
    // The sum is signed: a smaller one does not fit under the same signature.
    const [good] = [await simulator.sendNotice(order.account, 'paid'), site.raw.at(-1)]
    expect(good.status).toBe(200)
    const raw = site.raw.at(-1)
    if (!raw) throw new Error('nothing was reported')
    const smaller = (text: string): string => text.replaceAll('2925.05', '0.05').replaceAll('292505', '5')
    const forged = await gateway.readNotice({
      ...raw,
      body: Buffer.from(smaller(raw.body.toString())),
      query: smaller(raw.query),
    })
    expect(forged).toMatchObject({ refused: 'bad signature' })
  })

  it('takes nothing in for a payment that is twice in one notice, or that belongs to another shop', async () => {
    const { order, page } = await begin()
    await page.press('pay')
    const raw = site.raw.at(-1)
    if (!raw) throw new Error('nothing was reported')
    const twice = { ...raw, body: Buffer.from(`${raw.body}&${raw.body}`), query: `${raw.query}&${raw.query}` }
    expect(await gateway.readNotice(twice)).toHaveProperty('refused')
    for (const text of [
      '',
      'a',
      '%',
      '%ff%00',
      '{}',
      'params[signature]=',
      'params[signature]=1&method=pay',
      'x'.repeat(10_000),
    ]) {
      expect(
        await gateway.readNotice({ body: Buffer.from(text), query: text, headers: {}, event: 'pay' }),
      ).toHaveProperty('refused')
    }
    expect(order.gatewayId === null || order.gatewayId === simulator.find(order.account).id).toBe(true)
  })

  it('reports an attempt that came to nothing', async () => {
    const { page } = await begin()
    const { location } = await page.press('cancel')
    expect(lastRead()).toMatchObject({
      notice: { kind: ['interkassa', 'alfa'].includes(name) ? 'failed' : 'declined' },
    })
    if (name !== 'cloudpayments' && name !== 'unitpay') expect(location).toContain('#payment_fail')
  })

  it('is asked what became of an order', async () => {
    const { order, page } = await begin()
    expect(await gateway.findStatus(known(order))).toEqual({ state: name === 'cloudpayments' ? 'unknown' : 'waiting' })
    simulator.notices = 'lost'
    await page.press('pay')
    expect(await gateway.findStatus(known(order))).toMatchObject({
      state: 'paid',
      externalId: simulator.find(order.account).id,
      amount: TOTAL,
      currency: 'RUB',
      test: false,
    })
    expect(await gateway.findStatus({ ...newOrder(), account: 'NOBODY000000' })).toEqual({ state: 'unknown' })
  })

  it('is not taken at its word when it reports another order', async () => {
    const [{ order: mine }, { order: other, page }] = [await begin(), await begin()]
    await page.press('pay')
    if (name === 'cloudpayments' || name === 'cent') return
    await expect(gateway.findStatus({ ...mine, gatewayId: simulator.find(other.account).id })).rejects.toThrow(
      'told of another',
    )
  })

  const refunds = name !== 'cent' && name !== 'interkassa'
  it(`gives back once, however often it is asked, or says that it can't`, async () => {
    const { order, page } = await begin()
    await page.press('pay')
    expect(gateway.refund !== null).toBe(refunds)
    if (!gateway.refund) return
    const gone = { ...newOrder(), gatewayId: 'nothing' }
    await expect(gateway.refund(gone)).rejects.toThrow()
    await gateway.refund(known(order))
    expect(simulator.find(order.account).state).toBe('refunded')
    await gateway.refund(known(order))
    expect(await gateway.findStatus(known(order))).toMatchObject({ state: 'refunded', amount: TOTAL })
  })

  it.each(may('refunded') && name !== 'unitpay' ? [name] : [])('reports a refund', async () => {
    const { order, page } = await begin()
    await page.press('pay')
    const payment = simulator.find(order.account)
    payment.state = 'refunded'
    await simulator.sendNotice(order.account, 'refunded')
    expect(lastRead()).toMatchObject({
      notice: { kind: 'refunded', account: order.account, externalId: payment.id, amount: TOTAL },
    })
  })

  // The notices of the others do not show it.
  it.each(name !== 'cent' && name !== 'alfa' ? [name] : [])('says that money is played', async () => {
    simulator.test = true
    const { page } = await begin()
    await page.press('pay')
    // Interkassa signs them with another key.
    expect(lastRead()).toMatchObject(
      name === 'interkassa' ? { refused: 'bad signature' } : { notice: { kind: 'paid', test: true } },
    )
  })

  it('is down: nothing is started, asked or given back, and no key is shown to anybody', async () => {
    const { order } = await begin()
    simulator.down = true
    const attempts = await Promise.allSettled<unknown>([
      ...(name === 'cent' || name === 'alfa' ? [gateway.start(newOrder())] : []),
      gateway.findStatus(known(order)),
      ...(gateway.refund ? [gateway.refund(known(order))] : []),
    ])
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ status: 'rejected', reason: { name: 'GatewayError' } })
      expect(String((attempt as PromiseRejectedResult).reason)).not.toMatch(
        /9e977d0c|api-secret|oBCB7|SeCrEt|alfa-password|127\.0\.0\.1/,
      )
    }
  })
})

describe('what each wants to hear', () => {
  const gatewayNamed = (name: string): Gateway => {
    const sample = sampleGateways.find((one) => one.name === name)
    if (!sample) throw new Error(`no gateway ${name}`)
    return sample.open({ ...readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing' }) })
  }
  const notice = { account: 'A', externalId: '1', amount: TOTAL, currency: 'RUB', test: false }
  const outcomes: GatewayOutcome[] = [
    'settled',
    'repeated',
    'ignored',
    'unknown order',
    'closed',
    'wrong sum',
    'wrong currency',
    'test',
    'foreign',
  ]
  const answers = (name: string, kind: 'check' | 'paid'): HookAnswer[] =>
    outcomes.map((outcome) => gatewayNamed(name).answer({ ...notice, kind }, outcome))

  it.each(['cent', 'interkassa', 'alfa'])('%s: 200 and no more', (name) => {
    for (const answer of [...answers(name, 'check'), ...answers(name, 'paid')])
      expect(answer).toEqual({ status: 200, type: 'text/plain; charset=utf-8', body: 'OK' })
  })

  it('CloudPayments: a code to a check, 0 to everything else', () => {
    expect(answers('cloudpayments', 'check').map(({ body }) => body)).toEqual(
      [0, 0, 0, 10, 20, 12, 12, 13, 13].map((code) => `{"code":${code}}`),
    )
    expect(new Set(answers('cloudpayments', 'paid').map(({ body }) => body))).toEqual(new Set(['{"code":0}']))
  })

  it('UnitPay: a result, or an error that the person is shown', () => {
    for (const kind of ['check', 'paid'] as const) {
      const unitpayAnswers = answers('unitpay', kind).map(
        ({ status, body }) => [status, JSON.parse(body) as { result?: unknown; error?: { message: string } }] as const,
      )
      for (const [status] of unitpayAnswers) expect(status).toBe(200)
      expect(unitpayAnswers.map(([, body]) => body.result !== undefined)).toEqual([
        true,
        true,
        true,
        false,
        false,
        false,
        false,
        false,
        false,
      ])
      for (const [, body] of unitpayAnswers.slice(3)) expect(body.error?.message).toMatch(/^[А-Я]/)
    }
  })
})

describe('gateways that ask first', () => {
  it.each(['unitpay', 'cloudpayments'] as const)('%s takes no money when we refuse', async (name) => {
    const sample = sampleGateways.find((one) => one.name === name)
    if (!sample) throw new Error('no such gateway')
    const simulator = await sample.simulate()
    const gateway = sample.open({
      ...readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing' }),
      payments: paymentsWith([simulator]),
    })
    Object.assign(site, { gateway, outcome: 'wrong sum', read: [] })
    simulator.site = site.url
    const order = newOrder()
    const page = await simulator.open((await gateway.start(order)).part)
    const { html, location } = await page.press('pay')
    expect(site.read).toMatchObject([{ notice: { kind: 'check', amount: TOTAL } }])
    expect(html).toContain('Платёж не принят')
    expect(location).toBeNull()
    expect(simulator.find(order.account).state).toBe('open')
    await simulator.close()
  })
})

describe('cent', () => {
  it('is asked whether it is so, for the outcome is not signed', async () => {
    const sample = sampleGateways.find(({ name }) => name === 'cent')
    if (!sample) throw new Error('no cent')
    const simulator = await sample.simulate()
    const gateway = sample.open({
      ...readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing' }),
      payments: paymentsWith([simulator]),
    })
    Object.assign(site, { gateway, outcome: 'settled', read: [] })
    simulator.site = site.url
    const order = newOrder()
    const page = await simulator.open((await gateway.start(order)).part)
    await simulator.sendNotice(order.account, 'paid')
    expect(site.read.at(-1)).toMatchObject({ notice: { kind: 'other' } })
    simulator.down = true
    expect(await simulator.sendNotice(order.account, 'paid')).toMatchObject({ status: 500 })
    simulator.down = false
    // What was really paid counts, not what the postback says.
    await page.press('pay')
    expect(site.read.at(-1)).toMatchObject({ notice: { kind: 'paid', amount: TOTAL } })
    simulator.find(order.account).sum = '1.00'
    await simulator.sendNotice(order.account, 'paid')
    expect(site.read.at(-1)).toMatchObject({ notice: { kind: 'paid', amount: 100 } })
    await simulator.close()
  })
})

describe('signed as it should be, and still no payment', () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing',
    UNITPAY_PUBLIC_KEY: '15155-ae12d',
    UNITPAY_SECRET_KEY: 'secret',
    CLOUDPAYMENTS_SECRET: 'secret',
    INTERKASSA_CHECKOUT_ID: 'checkout',
    INTERKASSA_SECRET: 'secret',
    ALFA_CALLBACK_KEY: 'secret',
  })
  const raw = (part: Partial<RawNotice>): RawNotice => ({
    body: Buffer.alloc(0),
    query: '',
    headers: {},
    event: '',
    ...part,
  })

  const unitpay = (method: string, more: Record<string, string> = {}) => {
    const params = {
      account: 'A',
      orderSum: '1.00',
      orderCurrency: 'RUB',
      unitpayId: '1',
      projectId: '15155',
      test: '0',
      ...more,
    }
    const query = new URLSearchParams({ method })
    for (const [name, value] of Object.entries({
      ...params,
      signature: signUnitpay(Object.entries(params), 'secret', method),
    }))
      query.set(`params[${name}]`, value)
    return openUnitpay(config).readNotice(raw({ query: String(query) }))
  }
  it('UnitPay: of another project, of a hold, of something unheard of', async () => {
    expect(await unitpay('pay')).toMatchObject({ notice: { kind: 'paid' } })
    expect(await unitpay('pay', { projectId: '15156' })).toMatchObject({ refused: 'foreign' })
    expect(await unitpay('preauth')).toMatchObject({ notice: { kind: 'other' } })
    expect(await unitpay('constructor')).toMatchObject({ refused: 'malformed' })
    expect(await unitpay('pay', { orderSum: '1.001' })).toMatchObject({ refused: 'malformed' })
  })

  const cloudpayments = (event: string, more: Record<string, string> = {}) => {
    const fields = {
      InvoiceId: 'A',
      Amount: '1.00',
      Currency: 'RUB',
      TransactionId: '1',
      TestMode: '0',
      OperationType: 'Payment',
      Status: 'Completed',
      ...more,
    }
    const body = Buffer.from(String(new URLSearchParams(fields)))
    return openCloudpayments(config).readNotice(
      raw({ body, event, headers: { 'content-hmac': signCloudpayments(body, 'secret') } }),
    )
  }
  it('CloudPayments: a hold, a refund at the address of payments, and the other way round', async () => {
    expect(await cloudpayments('pay')).toMatchObject({ notice: { kind: 'paid' } })
    expect(await cloudpayments('pay', { Status: 'Authorized' })).toMatchObject({ notice: { kind: 'other' } })
    expect(await cloudpayments('pay', { OperationType: 'Refund' })).toMatchObject({ refused: 'malformed' })
    expect(await cloudpayments('refund', { PaymentTransactionId: '1' })).toMatchObject({ refused: 'malformed' })
    expect(await cloudpayments('constructor')).toMatchObject({ refused: 'malformed' })
  })

  const interkassa = (more: Record<string, string>, production = false) => {
    const fields = {
      ik_co_id: 'checkout',
      ik_pm_no: 'A',
      ik_inv_id: '1',
      ik_inv_st: 'success',
      ik_am: '1.00',
      ik_cur: 'RUB',
      ik_pw_via: 'visa',
      ...more,
    }
    const body = Buffer.from(
      String(new URLSearchParams({ ...fields, ik_sign: signInterkassa(Object.entries(fields), 'secret', 'sha256') })),
    )
    return openInterkassa({ ...config, production }).readNotice(raw({ body }))
  }
  it('Interkassa: of another checkout, on its way, played even if its key is that of real money', async () => {
    expect(await interkassa({})).toMatchObject({ notice: { kind: 'paid', test: false } })
    expect(await interkassa({ ik_co_id: 'other' })).toMatchObject({ refused: 'foreign' })
    for (const ik_inv_st of ['new', 'waitAccept', 'process', 'SUCCESS', 'constructor', ''])
      expect(await interkassa({ ik_inv_st })).toMatchObject({ notice: { kind: 'other' } })
    const played = { ik_pw_via: 'test_interkassa_test_xts' }
    expect(await interkassa(played)).toMatchObject({ notice: { kind: 'paid', test: true } })
    expect(await interkassa(played, true)).toMatchObject({ refused: 'foreign' })
  })

  const alfa = (operation: string, status: string) => {
    const fields = { mdOrder: '1', orderNumber: 'A', operation, status, amount: '100' }
    const query = String(new URLSearchParams({ ...fields, checksum: signAlfa(Object.entries(fields), 'secret') }))
    return openAlfa(config).readNotice(raw({ query }))
  }
  it('Alfa-Bank: what did not succeed, a hold, a time that ran out', async () => {
    expect(await alfa('deposited', '0')).toMatchObject({ notice: { kind: 'declined' } })
    expect(await alfa('approved', '1')).toMatchObject({ notice: { kind: 'other' } })
    expect(await alfa('refunded', '0')).toMatchObject({ notice: { kind: 'other' } })
    expect(await alfa('declinedByTimeout', '0')).toMatchObject({ notice: { kind: 'failed' } })
  })
})

it('Interkassa signs with MD5 as well', async () => {
  const simulator = await openInterkassaSimulator('md5')
  const gateway = openInterkassa({
    ...readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing' }),
    payments: paymentsWith([simulator]),
  })
  Object.assign(site, { gateway, outcome: 'settled', read: [] })
  simulator.site = site.url
  const page = await simulator.open((await gateway.start(newOrder())).part)
  await page.press('pay')
  expect(site.read.at(-1)).toMatchObject({ notice: { kind: 'paid' } })
  await simulator.close()
})

it('Interkassa is asked before a notice of a paid invoice is believed, and its form holds no such notice', async () => {
  const simulator = await openInterkassaSimulator()
  const payments = paymentsWith([simulator])
  const gateway = openInterkassa({ ...readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing' }), payments })
  const order = { ...newOrder(), title: 'Подписка: одна:success:и больше', contact: 'a:success:b@example.ru' }
  const { part } = await gateway.start(order)
  const values = Object.values(part.interkassa?.fields ?? {}).flatMap((value) => value.split(':'))
  expect(values).not.toContain('success')
  expect(part.interkassa?.fields).toMatchObject({ ik_desc: 'Подписка: одна: success: и больше' })

  await simulator.open(part)
  const invoice = simulator.find(order.account)
  const { checkoutId, secret, algorithm } = payments.interkassa
  const notice = () => {
    const fields = Object.entries({
      ik_co_id: checkoutId,
      ik_pm_no: order.account,
      ik_inv_id: invoice.id,
      ik_inv_st: 'success',
      ik_am: '2925.05',
      ik_cur: 'RUB',
    })
    const signed = [...fields, ['ik_sign', signInterkassa(fields, secret, algorithm)] as [string, string]]
    return gateway.readNotice({
      body: Buffer.from(String(new URLSearchParams(signed))),
      query: '',
      headers: {},
      event: '',
    })
  }
  expect(await notice()).toMatchObject({ notice: { kind: 'other' } })
  invoice.state = 'paid'
  expect(await notice()).toMatchObject({ notice: { kind: 'paid', amount: TOTAL } })
  await simulator.close()
})
