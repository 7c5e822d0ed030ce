/** All orders, for admins who look one up or give money back. */
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { payments } from '../../../../contract/commerce/payments.ts'
import type { Db, DbOrTx } from '../../../kit/sql.ts'
import type { Gateways } from './gateways/open-gateways.ts'
import { readOrder } from './order-row.ts'
import { categoryNamesOf, whatWasBought } from './purchases.ts'
import { refundWayOf } from './refund-order.ts'
import { holding } from '../../../kit/like.ts'
import { pageOf } from '../../../kit/page-of.ts'

const PAGE = 20

export async function listOrders(
  db: Db,
  gateways: Gateways,
  { search = '', status, page = 1 }: InputOf<(typeof payments)['listOrders']>,
): Promise<ResultOf<(typeof payments)['listOrders']>> {
  const words = search.trim()
  const found = db
    .selectFrom('orders as o')
    .leftJoin('users as u', 'u.id', 'o.userId')
    .$if(status !== undefined, (query) => query.where('o.status', '=', status ?? ''))
    .$if(words !== '', (query) => query.where('o.id', 'in', matchingOrders(db, words)))
  const [rows, { total }] = await Promise.all([
    found
      .selectAll('o')
      .select('u.email')
      .orderBy('o.id', 'desc')
      .offset((page - 1) * PAGE)
      .limit(PAGE)
      .execute(),
    found.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const orders = rows.map((row) => ({ order: readOrder(row), email: row.email }))
  const names = await categoryNamesOf(
    db,
    orders.map(({ order }) => order),
  )
  const docs = orders.map(({ order, email }) => {
    const { id, account, createdAt, gateway, status, contact } = order
    return {
      id,
      account,
      createdAt: createdAt.toISOString(),
      email: email ?? (contact === '' ? null : contact),
      ...whatWasBought(order, names),
      gateway,
      status,
      refund: refundWayOf(gateways, order),
    }
  })
  return pageOf(docs, total, { page, limit: PAGE })
}

/** Each table is asked by itself: no index helps where a row of either may hold the words. */
export function matchingOrders(db: DbOrTx, words: string) {
  const like = holding(words)
  const byOrder = db
    .selectFrom('orders')
    .select('id')
    .where(({ or, eb }) =>
      or([eb('contact', 'ilike', like), eb('account', 'ilike', like), eb('gatewayId', '=', words)]),
    )
  const byPerson = db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .select('orders.id')
    .where('users.email', 'ilike', like)
  return byOrder.unionAll(byPerson)
}
