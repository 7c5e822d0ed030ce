/** The receipt of 54-FZ, as each gateway wants it reported. cent and Interkassa take none: there the seller's own cash register prints it. */
import type { Config } from '../../../../config/config.ts'
import type { GatewayOrder, ReceiptLine } from './gateway.ts'
import { writeSum } from './sum.ts'

type Vat = Config['payments']['vat']
type Taxes = Pick<Config['payments'], 'vat' | 'taxSystem'>

/** Tag 1030. */
const LONGEST_NAME = 128
/** Tag 1214: paid in full. */
const FULL_PAYMENT = 4
/** Tag 1212. */
const SERVICE = 4
/** Tag 2108. */
const PIECE = '0'

/**
 * A register multiplies and adds up by itself, and refuses what does not agree.
 * @throws Error when the lines do not come to what is paid
 */
export function listReceiptItems({ lines, total }: Pick<GatewayOrder, 'lines' | 'total'>): ReceiptLine[] {
  const agrees = lines.every(({ quantity, price, sum }) => quantity > 0 && price > 0 && quantity * price === sum)
  if (!agrees || lines.reduce((all, { sum }) => all + sum, 0) !== total)
    throw new Error('the lines of the receipt do not come to the total of the order')
  return lines.map((line) => ({ ...line, title: line.title.slice(0, LONGEST_NAME) }))
}

/** It travels in an address, and servers refuse one of more than 8 KB: dozens of categories are reported as one line. */
const UNITPAY_ROOM = 5_000

/** `cashItems`: JSON in base64. */
export function writeUnitpayReceipt(order: GatewayOrder, { vat }: Taxes): string {
  const nds = vat === 'none' ? 'none' : `vat${vat}`
  const write = (lines: ReceiptLine[]): string =>
    Buffer.from(
      JSON.stringify(
        lines.map(({ title, quantity, price }) => ({
          name: title,
          count: quantity,
          price: writeSum(price),
          nds,
          type: 'service',
          paymentMethod: 'full_payment',
        })),
      ),
    ).toString('base64')
  const { title, total } = order
  const whole = write(listReceiptItems(order))
  return whole.length <= UNITPAY_ROOM ? whole : write([{ title, quantity: 1, price: total, sum: total }])
}

/** `data` of the widget. */
export function writeCloudpaymentsReceipt(order: GatewayOrder, { vat, taxSystem }: Taxes): object {
  const Items = listReceiptItems(order).map(({ title, quantity, price, sum }) => ({
    label: title,
    price: price / 100,
    quantity,
    amount: sum / 100,
    vat: vat === 'none' ? null : Number(vat),
    method: FULL_PAYMENT,
    object: SERVICE,
  }))
  return {
    cloudPayments: {
      customerReceipt: {
        Items,
        taxationSystem: taxSystem,
        email: order.contact,
        amounts: { electronic: order.total / 100 },
      },
    },
  }
}

/** `taxType` of the RBS gateways. Those of 5, 7 and 22 % are the ones of the newest RBS manuals; the bank's own should be looked up. */
const alfaTaxTypes: Record<Vat, number> = { none: 0, '0': 1, '10': 2, '20': 6, '5': 8, '7': 10, '22': 12 }

/** `orderBundle`: JSON, sums in kopecks. */
export function writeAlfaReceipt(order: GatewayOrder, { vat }: Taxes): string {
  const items = listReceiptItems(order).map(({ title, quantity, price, sum }, index) => ({
    positionId: String(index + 1),
    name: title,
    quantity: { value: quantity, measure: PIECE },
    itemAmount: sum,
    itemPrice: price,
    itemCode: `${order.account}-${index + 1}`,
    tax: { taxType: alfaTaxTypes[vat] },
    itemAttributes: {
      attributes: [
        { name: 'paymentMethod', value: String(FULL_PAYMENT) },
        { name: 'paymentObject', value: String(SERVICE) },
      ],
    },
  }))
  return JSON.stringify({
    orderCreationDate: order.createdAt.toISOString().slice(0, 19),
    customerDetails: { email: order.contact },
    cartItems: { items },
  })
}
