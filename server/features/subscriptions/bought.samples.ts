/** For tests: what somebody has bought, without a gateway. */
import type { Town } from '../../people/town.ts'
import { readOrder } from '../payments/order-row.ts'
import { insertOrder } from '../payments/payments.samples.ts'
import { listTariffs, type SoldTariff } from '../tariffs/tariffs.public.ts'
import { openBought } from './open-bought.ts'

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
  town: Town,
  { product, type = 'regular', duration = 1, teamSize }: Basket,
): Promise<SoldTariff> {
  const tariff = (await listTariffs(town.db)).find(
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
export async function paidOrder(town: Town, userId: number, basket: Basket): Promise<number> {
  const tariff = await tariffOf(town, basket)
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
  return (await insertOrder(town, { userId, email: '' }, { ...sold, status: 'paid' })).id
}

/** @returns the id of the order */
export async function buys(town: Town, { userId }: { userId: number }, basket: Basket): Promise<number> {
  const orderId = await paidOrder(town, userId, basket)
  await opens(town, orderId)
  return orderId
}

/** As payments do when the order is paid. */
export async function opens(town: Town, orderId: number): Promise<void> {
  const row = await town.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const { userId, tariff, items, quantity, days } = readOrder(row)
  await town.db
    .transaction()
    .execute((tx) => openBought(tx, town.clock, { orderId, userId: userId ?? 0, tariff, items, quantity, days }))
}
