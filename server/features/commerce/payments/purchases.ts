/** Looking back at what was bought. */
import type { ResultOf } from '../../../../contract/call.ts'
import type { payments, Purchase } from '../../../../contract/commerce/payments.ts'
import { toRoubles } from '../../../../rules/money.ts'
import type { Config } from '../../../config/config.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Db, DbOrTx } from '../../../kit/sql.ts'
import { nameCategories } from '../../access/subscriptions/subscriptions.public.ts'
import { findUser } from '../../people/accounts/accounts.public.ts'
import { findOrder, readOrder, titleOf, type Order } from './order-row.ts'
import { pageOf } from '../../../kit/page-of.ts'

const PAGE = 20
const BOUGHT = ['paid', 'refunded']

type Answered<Name extends keyof typeof payments> = ResultOf<(typeof payments)[Name]>
type Page = { page?: number | undefined; limit?: number | undefined }

/** The newest first. */
export async function listPurchases(
  db: Db,
  userId: number,
  { page = 1, limit = PAGE }: Page,
): Promise<Answered<'listPurchases'>> {
  const bought = db.selectFrom('orders').where('userId', '=', userId).where('status', 'in', BOUGHT)
  const [rows, { total }] = await Promise.all([
    bought
      .selectAll()
      .orderBy('paidAt', 'desc')
      .orderBy('id', 'desc')
      .offset((page - 1) * limit)
      .limit(limit)
      .execute(),
    bought.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const orders = rows.map(readOrder)
  const names = await categoryNamesOf(db, orders)
  const docs = orders.map((order) => toPurchase(order, names))
  return pageOf(docs, total, { page, limit })
}

export async function getInvoice(
  db: Db,
  { payments: { seller } }: Config,
  userId: number,
  account: string,
): Promise<Answered<'getInvoice'>> {
  const order = await accessOrder(db, userId, account)
  if (!BOUGHT.includes(order.status)) throw new AppError('ORDER_NOT_FOUND')
  const [user, names] = await Promise.all([findUser(db, userId), categoryNamesOf(db, [order])])
  return {
    purchase: toPurchase(order, names),
    buyer: { username: user?.username ?? '', email: order.contact === '' ? (user?.email ?? null) : order.contact },
    seller,
    lines: order.lines.map(({ title, quantity, price, sum }) => ({
      title,
      quantity,
      price: toRoubles(price),
      sum: toRoubles(sum),
    })),
    receiptUrl: order.receiptUrl,
  }
}

/** A stranger's and one that is not there are the same. */
export async function accessOrder(db: DbOrTx, userId: number, account: string): Promise<Order> {
  const order = await findOrder(db, account)
  if (order?.userId !== userId) throw new AppError('ORDER_NOT_FOUND')
  return order
}

function toPurchase(order: Order, names: ReadonlyMap<number, string>): Purchase {
  const { account, product, paidAt, openedAt, createdAt, status } = order
  return {
    account,
    datetime: (paidAt ?? createdAt).toISOString(),
    product,
    opened: openedAt !== null,
    ...whatWasBought(order, names),
    status: status === 'refunded' ? 'refunded' : 'paid',
  }
}

/** @param names of categories, by `categoryNamesOf` */
export function whatWasBought(
  order: Order,
  names: ReadonlyMap<number, string>,
): Pick<Purchase, 'productNames' | 'Tariff' | 'sum'> {
  const { items, tariff, total } = order
  const ofCategories = items.flatMap((id) => names.get(id) ?? [])
  return {
    productNames: ofCategories.length > 0 ? ofCategories : [titleOf(order)],
    Tariff: { title: tariff.title, durationTitle: tariff.durationTitle },
    sum: toRoubles(total),
  }
}

/** What these orders are of, by their ids, for anyone who lists them. */
export async function describeOrders(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Pick<Purchase, 'productNames' | 'Tariff' | 'sum'>>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute()
  const orders = rows.map(readOrder)
  const names = await categoryNamesOf(db, orders)
  return new Map(orders.map((order) => [order.id, whatWasBought(order, names)]))
}

/** Of the categories in these orders. */
export function categoryNamesOf(db: Db, orders: Order[]): Promise<Map<number, string>> {
  return nameCategories(db, [...new Set(orders.flatMap(({ items }) => items))])
}
