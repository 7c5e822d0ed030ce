/** Orders for tests, and what stands in the books after them. */
import { randomUUID } from 'node:crypto'
import type { Town, Townsman } from '../../people/town.ts'
import { findTariff } from '../tariffs/tariffs.public.ts'
import type { Gateway, RawNotice } from './gateways/gateway.ts'
import { openGateways } from './gateways/open-gateways.ts'
import { writeTestNotice, type TestNotice } from './gateways/test-gateway.ts'
import { findOrder, readOrder, type Order } from './order-row.ts'
import { receiptLines } from './receipt-lines.ts'
import type { Till } from './settle-order.ts'

export const tillOf = ({ db, clock, log, config }: Town): Till => ({ db, clock, log, config })

/** As it stands after the way to pay was shown. */
export async function insertOrder(
  town: Town,
  who: Pick<Townsman, 'userId' | 'email'>,
  fields: Partial<Order> & { slugs?: string[] } = {},
): Promise<Order> {
  const { slugs = ['photographers'], ...more } = fields
  const tariff = await findTariff(town.db, await town.tariffId('category-month'))
  if (!tariff) throw new Error('nothing is on sale by the month')
  const items = await Promise.all(slugs.map((slug) => town.categoryId(slug)))
  const total = more.total ?? 150_000
  const row = await town.db
    .insertInto('orders')
    .values({
      account: randomUUID().slice(-12).toUpperCase(),
      userId: who.userId,
      status: 'waiting',
      product: 'category',
      type: 'regular',
      tariffId: tariff.id,
      tariff: JSON.stringify(tariff),
      items,
      quantity: 1,
      price: total,
      total,
      days: 30,
      contact: who.email,
      gateway: 'test',
      createdAt: town.clock.now(),
      lines: JSON.stringify(receiptLines({ tariff, names: slugs, quantity: 1, total })),
      ...(more as object),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return readOrder(row)
}

export function testGateway(town: Town): Gateway {
  const gateway = openGateways(town.config).get('test')
  if (!gateway) throw new Error('the town pays in no test mode')
  return gateway
}

export const noticeOf = (town: Town, order: Order, more: Partial<TestNotice> = {}): RawNotice =>
  writeTestNotice(town.config, {
    kind: 'paid',
    account: order.account,
    externalId: `payment-of-${order.account}`,
    amount: order.total,
    ...more,
  })

export async function orderNow(town: Town, { account }: Pick<Order, 'account'>): Promise<Order> {
  const order = await findOrder(town.db, account)
  if (!order) throw new Error(`order ${account} is gone`)
  return order
}

export const subscriptionsOf = (town: Town, { id }: Pick<Order, 'id'>) =>
  town.db.selectFrom('subscriptions').selectAll().where('orderId', '=', id).orderBy('id').execute()

export const entriesOf = (town: Town, { id }: Pick<Order, 'id'>) =>
  town.db
    .selectFrom('moneyEntries')
    .select(['kind', 'debit', 'credit', 'amount'])
    .where('orderId', '=', id)
    .orderBy('id')
    .execute()

export const verdictsOf = async (town: Town, { account }: Pick<Order, 'account'>): Promise<string[]> =>
  (
    await town.db.selectFrom('paymentEvents').select('verdict').where('account', '=', account).orderBy('id').execute()
  ).map(({ verdict }) => verdict)
