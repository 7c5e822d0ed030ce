/** For tests: what someone has bought, without a gateway. */
import type { TestWorld } from '../../../testing/test-world.ts'
import { readOrder } from '../payments/order-row.ts'
import { insertOrder } from '../payments/payments.samples.ts'
import { listTariffs, type SoldTariff } from '../../access/tariffs/tariffs.public.ts'
import { openPurchased } from './open-purchased.ts'

export interface Basket {
  product: SoldTariff['product']
  /** Left out: a regular one. */
  type?: 'regular' | 'team' | 'package'
  /** In months; left out: one. */
  duration?: number
  /** Slugs of categories. */
  slugs?: string[]
  quantity?: number
  /** Left out: 30 for each month. */
  days?: number
  extendsId?: number
  teamSize?: number
}

async function tariffOf(
  world: TestWorld,
  { product, type = 'regular', duration = 1, teamSize }: Basket,
): Promise<SoldTariff> {
  const tariff = (await listTariffs(world.db)).find(
    (each) =>
      each.product === product &&
      each.type === type &&
      each.durationUnit === 'month' &&
      each.duration === duration &&
      (teamSize === undefined || each.teamSize === teamSize),
  )
  if (!tariff) throw new Error(`nobody sells ${product} ${type} for ${duration} months`)
  return tariff
}

/** A paid order; nothing is opened by it. */
export async function paidOrder(world: TestWorld, userId: number, basket: Basket): Promise<number> {
  const tariff = await tariffOf(world, basket)
  const {
    product,
    type = 'regular',
    quantity = 1,
    duration = 1,
    days = duration * 30,
    slugs = [],
    extendsId = null,
  } = basket
  const sold = { product, type, tariff, tariffId: tariff.id, quantity, days, extendsId, slugs }
  return (await insertOrder(world, { userId, email: '' }, { ...sold, status: 'paid' })).id
}

/** @returns the id of the order */
export async function buys(world: TestWorld, { userId }: { userId: number }, basket: Basket): Promise<number> {
  const orderId = await paidOrder(world, userId, basket)
  await opens(world, orderId)
  return orderId
}

/** As payments do when the order is paid. */
export async function opens(world: TestWorld, orderId: number): Promise<void> {
  const row = await world.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const { userId, tariff, items, quantity, days } = readOrder(row)
  await world.db
    .transaction()
    .execute((tx) => openPurchased(tx, world.clock, { orderId, userId: userId ?? 0, tariff, items, quantity, days }))
  await world.db.updateTable('orders').set({ openedAt: world.clock.now() }).where('id', '=', orderId).execute()
}
