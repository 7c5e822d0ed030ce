/** The gateway of Alfa-Bank as its sheet has it: register, page, callback with a checksum, status, refund; its errors come with HTTP 200. */
import { createHmac, randomUUID } from 'node:crypto'
import {
  openGatewaySimulator,
  payPage,
  signed,
  simplePage,
  type GatewaySimulator,
  type SimulatedAnswer,
} from './gateway.simulator.ts'

const USER = 'echolot-api'
const PASSWORD = 'alfa-password'
const CALLBACK_KEY = 'yourSecretToken'
const PAGE = '/payment/merchants/echolot/payment_ru.html'
const orderStatuses = { open: 0, paid: 2, failed: 6, refunded: 4 }
const operations = { before: null, paid: 'deposited', failed: 'declinedByTimeout', refunded: 'refunded' } as const

export function openAlfaSimulator(): Promise<GatewaySimulator> {
  const error = (errorCode: string, errorMessage: string): SimulatedAnswer => ({ body: { errorCode, errorMessage } })
  const kopecksOf = (sum: string): number => Math.round(Number(sum) * 100)

  return openGatewaySimulator({
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
      const fields = Object.fromEntries(form)
      if (fields.userName !== USER || fields.password !== PASSWORD) return error('5', 'Доступ запрещён')
      if (path === '/payment/rest/register.do') {
        const {
          orderNumber = '',
          amount = '',
          currency = '643',
          returnUrl = '',
          failUrl = returnUrl,
          description = '',
          orderBundle,
        } = fields
        if (
          !/^[\w-]{1,36}$/.test(orderNumber) ||
          !/^\d{1,12}$/.test(amount) ||
          returnUrl === '' ||
          returnUrl.length > 512
        )
          return error('4', 'Отсутствует обязательный параметр')
        if (description.length > 99) return error('5', 'Неверное значение параметра description')
        if (currency !== '643') return error('3', 'Неизвестная валюта')
        if (simulator.begun.some(({ account }) => account === orderNumber))
          return error('1', 'Заказ с таким номером уже обработан')
        if (orderBundle !== undefined) {
          const { cartItems } = JSON.parse(orderBundle) as {
            cartItems: { items: { itemAmount: number; itemPrice: number; quantity: { value: number } }[] }
          }
          const exact = cartItems.items.every(
            ({ itemAmount, itemPrice, quantity }) => itemAmount === itemPrice * quantity.value,
          )
          if (!exact || cartItems.items.reduce((sum, { itemAmount }) => sum + itemAmount, 0) !== Number(amount))
            return error('8', 'Сумма корзины не равна сумме заказа')
        }
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
      const payment = simulator.begun.find(({ id, account }) =>
        fields.orderId === undefined ? account === fields.orderNumber : id === fields.orderId,
      )
      if (!payment) return error('6', 'Заказ не найден')
      const kopecks = kopecksOf(payment.sum)
      if (path === '/payment/rest/refund.do') {
        if (payment.state !== 'paid' || Number(fields.amount) !== kopecks) return error('7', 'Возврат невозможен')
        payment.state = 'refunded'
        return error('0', 'Обработка запроса прошла без системных ошибок')
      }
      if (path !== '/payment/rest/getOrderStatusExtended.do') return null
      const [deposited, refunded] = [
        ['paid', 'refunded'].includes(payment.state) ? kopecks : 0,
        payment.state === 'refunded' ? kopecks : 0,
      ]
      return {
        body: {
          errorCode: '0',
          errorMessage: 'Успешно',
          orderNumber: payment.account,
          orderStatus: orderStatuses[payment.state],
          actionCode: 0,
          actionCodeDescription: '',
          amount: kopecks,
          currency: '643',
          date: 1_788_253_200_000,
          ip: '203.0.113.7',
          attributes: [{ name: 'mdOrder', value: payment.id }],
          paymentAmountInfo: {
            paymentState: 'DEPOSITED',
            approvedAmount: deposited,
            depositedAmount: deposited,
            refundedAmount: refunded,
          },
        },
      }
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
  })
}
