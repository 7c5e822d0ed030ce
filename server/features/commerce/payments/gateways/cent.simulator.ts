/** cent as its sheet has it: a bill by a call with a token, its page, a postback that does not sign the outcome. */
import { createHash, randomBytes } from 'node:crypto'
import {
  openGatewaySimulator,
  payPage,
  signed,
  type GatewaySimulator,
  type Peculiar,
  type SimulatedAnswer,
  type SimulatedPayment,
} from './gateway.simulator.ts'

const SHOP_ID = 'LXZv3R7Q8B'
const TOKEN = '72|oBCB7exampleToken'

const invalid = (field: string): SimulatedAnswer => ({
  status: 422,
  body: { message: 'The given data was invalid.', errors: { [field]: [`The ${field} is invalid.`] } },
})

const statuses = { open: 'NEW', paid: 'SUCCESS', failed: 'FAIL', refunded: 'SUCCESS' }

export const openCentSimulator = (): Promise<GatewaySimulator> => openGatewaySimulator(simulatedCent)

/** What is asked of a bill. */
const billCalls: Record<string, (bill: SimulatedPayment) => SimulatedAnswer> = {
  '/api/v1/bill/payments': listPayments,
  '/api/v1/bill/status': (bill) => ({
    body: { id: bill.id, order_id: bill.account, status: statuses[bill.state], success: true },
  }),
}

const simulatedCent: Peculiar = {
  type: 'cent',
  payments: (url) => ({ cent: { url, shopId: SHOP_ID, token: TOKEN } }),
  entrance: ({ cent }) => ({ url: String(cent?.link_page_url) }),
  isApi: (path) => path.startsWith('/api/'),

  answer({ method, path, query, form, headers }, simulator) {
    const shown = simulator.begun.find(({ id }) => path === `/transfer/${id}`)
    if (shown) return { body: payPage(shown) }
    if (!path.startsWith('/api/v1/')) return null
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, body: { message: 'Unauthenticated.' } }
    if (method === 'POST' && path === '/api/v1/bill/create') return createBill(Object.fromEntries(form), simulator)
    const bill = simulator.begun.find(({ id }) => id === query.get('id'))
    if (!bill) return { status: 404, body: { message: 'api:error.bill_not_found' } }
    return billCalls[path]?.(bill) ?? null
  },

  write({ id, account, sum }, event, signature) {
    if (event === 'before' || event === 'refunded') return null
    const fields = {
      Status: event === 'paid' ? 'SUCCESS' : 'FAIL',
      InvId: account,
      OutSum: sum,
      Commission: '0',
      CurrencyIn: 'RUB',
      TrsId: id,
      custom: account,
    }
    const value = createHash('md5').update(`${sum}:${account}:${TOKEN}`).digest('hex').toUpperCase()
    return {
      method: 'POST',
      path: '/api/payment/cent',
      body: String(new URLSearchParams(signed(fields, 'SignatureValue', value, signature))),
    }
  },
}

function createBill(
  {
    amount = '',
    shop_id,
    order_id = '',
    description = '',
    currency_in,
    success_url = '',
    fail_url = '',
  }: Record<string, string>,
  simulator: GatewaySimulator,
): SimulatedAnswer {
  if (shop_id !== SHOP_ID) return { status: 404, body: { message: 'api:error.shop_not_found' } }
  if (!/^\d+(\.\d{1,2})?$/.test(amount) || Number(amount) <= 0) return invalid('amount')
  if (currency_in !== 'RUB') return invalid('currency_in')
  const id = randomBytes(4).toString('hex')
  simulator.begun.push({
    id,
    account: order_id,
    sum: amount,
    title: description,
    state: 'open',
    backUrl: { paid: success_url, failed: fail_url },
  })
  return {
    body: {
      success: 'true',
      link_url: `${simulator.url}/link/${id}`,
      link_page_url: `${simulator.url}/transfer/${id}`,
      bill_id: id,
    },
  }
}

function listPayments(bill: SimulatedPayment): SimulatedAnswer {
  const payment = {
    id: `p-${bill.id}`,
    bill_id: bill.id,
    status: 'SUCCESS',
    amount: Number(bill.sum),
    currency_in: 'RUB',
    from_card: '553691******8680',
    created_at: '2026-09-01 12:00:00',
  }
  return { body: { data: bill.state === 'paid' ? [payment] : [], success: true } }
}
