/** Orders for tests, and what stands in the books after them. */
import { randomUUID } from 'node:crypto'
import type { TestUser } from '../../../testing/test-user.ts'
import type { TestWorld } from '../../../testing/test-world.ts'
import { findTariff } from '../../access/tariffs/tariffs.public.ts'
import type { Gateway, RawNotice } from './gateways/gateway.ts'
import { openGateways } from './gateways/open-gateways.ts'
import { writeTestNotice, type TestNotice } from './gateways/test-gateway.ts'
import { findOrder, readOrder, type Order } from './order-row.ts'
import { receiptLines } from './receipt-lines.ts'
import type { PaymentContext } from './settle-order.ts'

export const tillOf = ({ db, clock, log, config }: TestWorld): PaymentContext => ({ db, clock, log, config })

/** As it stands after the way to pay was shown. */
export async function insertOrder(
  world: TestWorld,
  who: Pick<TestUser, 'userId' | 'email'>,
  fields: Partial<Order> & { slugs?: string[] } = {},
): Promise<Order> {
  const { slugs = ['photographers'], ...more } = fields
  const tariff = await findTariff(world.db, await world.tariffId('category-month'))
  if (!tariff) throw new Error('nothing is on sale by the month')
  const items = await Promise.all(slugs.map((slug) => world.categoryId(slug)))
  const total = more.total ?? 150_000
  const row = await world.db
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
      createdAt: world.clock.now(),
      lines: JSON.stringify(receiptLines({ tariff, names: slugs, quantity: 1, total })),
      ...(more as object),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return readOrder(row)
}

export function testGateway(world: TestWorld): Gateway {
  const gateway = openGateways(world.config).get('test')
  if (!gateway) throw new Error('the town pays in no test mode')
  return gateway
}

export const noticeOf = (world: TestWorld, order: Order, more: Partial<TestNotice> = {}): RawNotice =>
  writeTestNotice(world.config, {
    kind: 'paid',
    account: order.account,
    externalId: `payment-of-${order.account}`,
    amount: order.total,
    ...more,
  })

export async function orderNow(world: TestWorld, { account }: Pick<Order, 'account'>): Promise<Order> {
  const order = await findOrder(world.db, account)
  if (!order) throw new Error(`order ${account} is gone`)
  return order
}

export const subscriptionsOf = (world: TestWorld, { id }: Pick<Order, 'id'>) =>
  world.db.selectFrom('subscriptions').selectAll().where('orderId', '=', id).orderBy('id').execute()

export const entriesOf = (world: TestWorld, { id }: Pick<Order, 'id'>) =>
  world.db
    .selectFrom('moneyEntries')
    .select(['kind', 'debit', 'credit', 'amount'])
    .where('orderId', '=', id)
    .orderBy('id')
    .execute()

export const verdictsOf = async (world: TestWorld, { account }: Pick<Order, 'account'>): Promise<string[]> =>
  (
    await world.db.selectFrom('paymentEvents').select('verdict').where('account', '=', account).orderBy('id').execute()
  ).map(({ verdict }) => verdict)
