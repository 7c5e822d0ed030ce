/** An order as it stands in the database, and what a gateway is notified of it. Money in kopecks. */
import type { TariffProduct } from '../../../../contract/access/tariffs.ts'
import { pageAfterPayment } from '../../../../rules/cart-steps.ts'
import { plural, type PluralForms } from '../../../../rules/plural.ts'
import type { Config } from '../../../config/config.ts'
import type { GatewayName } from '../../../config/payments.ts'
import { lock } from '../../../kit/locks.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import type { SoldTariff } from '../../access/tariffs/tariffs.public.ts'
import type { GatewayOrder, ReceiptLine } from './gateways/gateway.ts'

/** `none`: it costs nothing, so no one was asked to take money. */
export type PaidThrough = GatewayName | 'none'

export interface Order {
  id: number
  /** Its number as gateways and people know it. */
  account: string
  /** Null when the account was deleted. */
  userId: number | null
  status: 'waiting' | 'paid' | 'failed' | 'refunded'
  product: TariffProduct
  type: 'regular' | 'team' | 'package'
  /** As it was when it was ordered. */
  tariff: SoldTariff
  /** Ids of the categories. */
  items: number[]
  /** Of projects or groups. */
  quantity: number
  /** The subscription whose groups a package adds to. */
  extendsId: number | null
  /** Without any discount. */
  price: number
  /** To pay. */
  total: number
  /** How long what is bought lasts. */
  days: number
  promoId: number | null
  lines: ReceiptLine[]
  /** Where the receipt goes; empty when there is none. */
  contact: string
  gateway: PaidThrough
  /** What the gateway calls it. */
  gatewayId: string | null
  gatewayAskedAt: Date | null
  receiptUrl: string | null
  createdAt: Date
  paidAt: Date | null
  /** Null: it opened nothing. */
  openedAt: Date | null
  /** Since when nothing is waited for. */
  closedAt: Date | null
}

/** The table lets no other words in, and what is JSON there was written from these. */
export const readOrder = (row: object): Order => row as Order

export async function findOrder(db: DbOrTx, account: string): Promise<Order | null> {
  const row = await db.selectFrom('orders').selectAll().where('account', '=', account).executeTakeFirst()
  return row ? readOrder(row) : null
}

/** Anyone who changes an order holds it until their transaction ends, and takes it before anything else. */
export async function lockOrder(tx: Tx, account: string): Promise<Order | null> {
  const row = await tx.selectFrom('orders').selectAll().where('account', '=', account).forUpdate().executeTakeFirst()
  return row ? readOrder(row) : null
}

/** All of one person, and the making of more. */
export async function lockOrdersOf(tx: Tx, userId: number): Promise<void> {
  await lock(tx, 'orders of user', userId)
  await tx.selectFrom('orders').select('id').where('userId', '=', userId).orderBy('id').forUpdate().execute()
}

export function gatewayOrderOf(order: Order, { siteUrl }: Pick<Config, 'siteUrl'>): GatewayOrder {
  const { id, account, userId, total, lines, contact, gatewayId, createdAt } = order
  return {
    id,
    account,
    userId,
    total,
    lines,
    contact,
    gatewayId,
    createdAt,
    title: titleOf(order),
    backUrl: {
      paid: `${siteUrl}${pageAfterPayment(order)}?order=${account}${PAID_HASH}`,
      failed: `${siteUrl}${FAILED_PAGE}?order=${account}${FAILED_HASH}`,
    },
  }
}

/** Behind the page that shows what was bought (spec §2 /feed, /order): what is left to do is done there. */
const PAID_HASH = '#payment_success'
const FAILED_PAGE = '/order'
const FAILED_HASH = '#payment_fail'

/** Where the browser goes that has paid here, or not. */
export const goTo = {
  paid: ({ account, ...bought }: Pick<Order, 'account' | 'product' | 'type'>): string =>
    `${pageAfterPayment(bought)}?order=${account}${PAID_HASH}`,
  failed: `${FAILED_PAGE}${FAILED_HASH}`,
}

const forms: Record<TariffProduct, PluralForms> = {
  category: ['категория', 'категории', 'категорий'],
  project: ['проект', 'проекта', 'проектов'],
  group: ['группа', 'группы', 'групп'],
}

/** In one line: «Подписка: 2 категории, 3 месяца». */
export function titleOf({ product, type, tariff, items, quantity }: Order): string {
  const count = product === 'category' ? items.length : quantity
  const what = `${count} ${plural(count, forms[product])}`
  return (type === 'package' ? `Пакет: ещё ${what}` : `Подписка: ${what}, ${tariff.durationTitle}`).slice(0, TITLE_MOST)
}

const TITLE_MOST = 90
