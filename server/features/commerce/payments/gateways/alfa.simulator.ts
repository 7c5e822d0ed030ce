/** The gateway of Alfa-Bank as its sheet has it: register, page, callback with a checksum, status, refund; its errors come with HTTP 200. */
import { createHmac, randomUUID } from 'node:crypto'
import {
  openGatewaySimulator,
  payPage,
  signed,
  simplePage,
  type GatewaySimulator,
  type Peculiar,
  type SimulatedAnswer,
  type SimulatedPayment,
} from './gateway.simulator.ts'

const USER = 'echolot-api'
const PASSWORD = 'alfa-password'
const CALLBACK_KEY = 'yourSecretToken'
const PAGE = '/payment/merchants/echolot/payment_ru.html'
const orderStatuses = { open: 0, paid: 2, failed: 6, refunded: 4 }
const operations = { before: null, paid: 'deposited', failed: 'declinedByTimeout', refunded: 'refunded' } as const

const error = (errorCode: string, errorMessage: string): SimulatedAnswer => ({ body: { errorCode, errorMessage } })
const kopecksOf = (sum: string): number => Math.round(Number(sum) * 100)

export const openAlfaSimulator = (): Promise<GatewaySimulator> => openGatewaySimulator(simulatedAlfa)

type Fields = Record<string, string>

/** What is asked of an order, or done with it. */
const orderCalls: Record<string, (order: SimulatedPayment, fields: Fields) => SimulatedAnswer> = {
  '/payment/rest/refund.do': refund,
  '/payment/rest/getOrderStatusExtended.do': answerStatus,
}

const simulatedAlfa: Peculiar = {
  type: 'alfa',
  payments: (url) => ({ alfa: { url, user: USER, password: PASSWORD, callbackKey: CALLBACK_KEY } }),
  entrance: ({ alfa }) => ({ url: `${alfa?.action}?${new URLSearchParams(alfa?.fields)}` }),
  isApi: (path) => path.startsWith('/payment/rest/'),

  answer({ method, path, query, form }, simulator) {
    if (path === PAGE) {
      const shown = simulator.begun.find(({ id }) => id === query.get('mdOrder'))
      return shown ? { body: payPage(shown) } : { status: 404, body: simplePage('Заказ не найден') }
    }
    if (method !== 'POST' || !path.startsWith('/payment/rest/')) return null
    const fields: Fields = Object.fromEntries(form)
    if (fields.userName !== USER || fields.password !== PASSWORD) return error('5', 'Доступ запрещён')
    if (path === '/payment/rest/register.do') return register(fields, simulator)
    const order = simulator.begun.find(({ id, account }) =>
      fields.orderId === undefined ? account === fields.orderNumber : id === fields.orderId,
    )
    if (!order) return error('6', 'Заказ не найден')
    return orderCalls[path]?.(order, fields) ?? null
  },

  write({ id, account, sum }, event, signature) {
    const operation = operations[event]
    if (operation === null) return null
    const fields: Record<string, string> = {
      mdOrder: id,
      orderNumber: account,
      operation,
      status: event === 'failed' ? '0' : '1',
      amount: String(kopecksOf(sum)),
      callbackCreationDate: 'Tue Sep 01 12:00:00 MSK 2026',
    }
    const words = Object.keys(fields)
      .sort()
      .map((name) => `${name};${fields[name]};`)
    const checksum = createHmac('sha256', CALLBACK_KEY).update(words.join('')).digest('hex').toUpperCase()
    return {
      method: 'GET',
      path: `/api/payment/alfa?${new URLSearchParams({ ...signed(fields, 'checksum', checksum, signature), sign_alias: 'echolot' })}`,
    }
  },

  // The bank adds to the address what stands for the order, and knows nothing of the part behind the #.
  back: ({ id }, url) => `${url}${url.includes('?') ? '&' : '?'}orderId=${id}&lang=ru`,
}

function register(
  {
    orderNumber = '',
    amount = '',
    currency = '643',
    returnUrl = '',
    failUrl = returnUrl,
    description = '',
    orderBundle,
  }: Fields,
  simulator: GatewaySimulator,
): SimulatedAnswer {
  if (!/^[\w-]{1,36}$/.test(orderNumber) || !/^\d{1,12}$/.test(amount) || returnUrl === '' || returnUrl.length > 512)
    return error('4', 'Отсутствует обязательный параметр')
  if (description.length > 99) return error('5', 'Неверное значение параметра description')
  if (currency !== '643') return error('3', 'Неизвестная валюта')
  if (simulator.begun.some(({ account }) => account === orderNumber))
    return error('1', 'Заказ с таким номером уже обработан')
  if (orderBundle !== undefined && !addsUp(orderBundle, Number(amount)))
    return error('8', 'Сумма корзины не равна сумме заказа')
  const id = randomUUID()
  const sum = (Number(amount) / 100).toFixed(2)
  simulator.begun.push({
    id,
    account: orderNumber,
    sum,
    title: description,
    state: 'open',
    backUrl: { paid: returnUrl, failed: failUrl },
  })
  return { body: { orderId: id, formUrl: `${simulator.url}${PAGE}?mdOrder=${id}` } }
}

/** Every line of the cart its price times its quantity, and all of them the order's sum. */
function addsUp(orderBundle: string, total: number): boolean {
  const { cartItems } = JSON.parse(orderBundle) as {
    cartItems: { items: { itemAmount: number; itemPrice: number; quantity: { value: number } }[] }
  }
  const exact = cartItems.items.every(
    ({ itemAmount, itemPrice, quantity }) => itemAmount === itemPrice * quantity.value,
  )
  return exact && cartItems.items.reduce((sum, { itemAmount }) => sum + itemAmount, 0) === total
}

function refund(order: SimulatedPayment, { amount }: Fields): SimulatedAnswer {
  if (order.state !== 'paid' || Number(amount) !== kopecksOf(order.sum)) return error('7', 'Возврат невозможен')
  order.state = 'refunded'
  return error('0', 'Обработка запроса прошла без системных ошибок')
}

function answerStatus({ id, account, sum, state }: SimulatedPayment): SimulatedAnswer {
  const kopecks = kopecksOf(sum)
  const [deposited, refunded] = [['paid', 'refunded'].includes(state) ? kopecks : 0, state === 'refunded' ? kopecks : 0]
  return {
    body: {
      errorCode: '0',
      errorMessage: 'Успешно',
      orderNumber: account,
      orderStatus: orderStatuses[state],
      actionCode: 0,
      actionCodeDescription: '',
      amount: kopecks,
      currency: '643',
      date: 1_788_253_200_000,
      ip: '203.0.113.7',
      attributes: [{ name: 'mdOrder', value: id }],
      paymentAmountInfo: {
        paymentState: 'DEPOSITED',
        approvedAmount: deposited,
        depositedAmount: deposited,
        refundedAmount: refunded,
      },
    },
  }
}
