import { describe, expect, it } from 'vitest'
import type { GatewayOrder } from './gateway.ts'
import { listReceiptItems, writeAlfaReceipt, writeCloudpaymentsReceipt, writeUnitpayReceipt } from './receipt.ts'

const order: GatewayOrder = {
  id: 1,
  account: '0123456789AB',
  userId: 7,
  total: 292_505,
  title: 'Подписка: 2 категории, 1 месяц',
  lines: [
    { title: 'Категория «Фотографы», 1 месяц', quantity: 1, price: 150_000, sum: 150_000 },
    { title: 'Доступ к сервису: Группы, 1 месяц', quantity: 5, price: 28_501, sum: 142_505 },
  ],
  contact: 'anna@example.ru',
  gatewayId: null,
  createdAt: new Date('2026-11-20T12:00:00Z'),
  backUrl: { paid: '', failed: '' },
}

describe('a receipt', () => {
  it('comes to what is paid, or there is none', () => {
    expect(listReceiptItems(order).reduce((all, { sum }) => all + sum, 0)).toBe(order.total)
    expect(() => listReceiptItems({ ...order, total: order.total - 1 })).toThrow('do not come to the total')
    const [line] = order.lines
    if (!line) throw new Error('no line')
    expect(() => listReceiptItems({ total: 150_000, lines: [{ ...line, quantity: 2 }] })).toThrow(
      'do not come to the total',
    )
    expect(() =>
      listReceiptItems({ total: 150_000, lines: [line, { title: 'Даром', quantity: 1, price: 0, sum: 0 }] }),
    ).toThrow('do not come to the total')
  })

  it('has names of at most 128 characters', () => {
    const lines = order.lines.map((line) => ({ ...line, title: line.title.repeat(9) }))
    for (const { title } of listReceiptItems({ ...order, lines })) expect(title).toHaveLength(128)
  })
})

it.each([
  ['none', 'none'],
  ['0', 'vat0'],
  ['22', 'vat22'],
] as const)('UnitPay is sent VAT %s as %s', (vat, nds) => {
  const items: unknown = JSON.parse(
    Buffer.from(writeUnitpayReceipt(order, { vat, taxSystem: 1 }), 'base64').toString('utf8'),
  )
  const rest = { nds, type: 'service', paymentMethod: 'full_payment' }
  expect(items).toEqual([
    { name: 'Категория «Фотографы», 1 месяц', count: 1, price: '1500.00', ...rest },
    { name: 'Доступ к сервису: Группы, 1 месяц', count: 5, price: '285.01', ...rest },
  ])
})

it('UnitPay is sent dozens of categories in one line, as its address holds no more', () => {
  const lines = Array.from({ length: 69 }, (_, index) => ({
    title: `Категория «Ветеринары ${index}», 12 месяцев`,
    quantity: 1,
    price: 100_000,
    sum: 100_000,
  }))
  const many = { ...order, title: 'Подписка: 69 категорий, 12 месяцев', lines, total: 6_900_000 }
  const items: unknown = JSON.parse(
    Buffer.from(writeUnitpayReceipt(many, { vat: 'none', taxSystem: 1 }), 'base64').toString('utf8'),
  )
  expect(items).toMatchObject([{ name: 'Подписка: 69 категорий, 12 месяцев', count: 1, price: '69000.00' }])
  const few = { ...many, lines: lines.slice(0, 15), total: 1_500_000 }
  expect(
    JSON.parse(Buffer.from(writeUnitpayReceipt(few, { vat: 'none', taxSystem: 1 }), 'base64').toString('utf8')),
  ).toHaveLength(15)
})

it.each([
  ['none', null],
  ['0', 0],
  ['7', 7],
  ['22', 22],
] as const)('CloudPayments is sent VAT %s as %s', (vat, code) => {
  const rest = { vat: code, method: 4, object: 4 }
  expect(writeCloudpaymentsReceipt(order, { vat, taxSystem: 2 })).toEqual({
    cloudPayments: {
      customerReceipt: {
        Items: [
          { label: 'Категория «Фотографы», 1 месяц', price: 1500, quantity: 1, amount: 1500, ...rest },
          { label: 'Доступ к сервису: Группы, 1 месяц', price: 285.01, quantity: 5, amount: 1425.05, ...rest },
        ],
        taxationSystem: 2,
        email: 'anna@example.ru',
        amounts: { electronic: 2925.05 },
      },
    },
  })
})

it.each([
  ['none', 0],
  ['0', 1],
  ['10', 2],
  ['20', 6],
  ['5', 8],
  ['7', 10],
  ['22', 12],
] as const)('Alfa-Bank is sent VAT %s as %i, and kopecks', (vat, taxType) => {
  const bundle = JSON.parse(writeAlfaReceipt(order, { vat, taxSystem: 1 })) as { cartItems: { items: object[] } }
  expect(bundle).toMatchObject({
    orderCreationDate: '2026-11-20T12:00:00',
    customerDetails: { email: 'anna@example.ru' },
  })
  expect(bundle.cartItems.items[1]).toEqual({
    positionId: '2',
    name: 'Доступ к сервису: Группы, 1 месяц',
    quantity: { value: 5, measure: '0' },
    itemAmount: 142_505,
    itemPrice: 28_501,
    itemCode: '0123456789AB-2',
    tax: { taxType },
    itemAttributes: {
      attributes: [
        { name: 'paymentMethod', value: '4' },
        { name: 'paymentObject', value: '4' },
      ],
    },
  })
})
