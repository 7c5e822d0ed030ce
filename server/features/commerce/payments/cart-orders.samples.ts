/** For tests: orders of what was put into a cart, paid for with the test gateway. */
import type { TariffProduct, TariffType } from '../../../../contract/access/tariffs.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import type { TestWorld } from '../../../testing/test-world.ts'

interface Bought {
  product?: TariffProduct
  type?: TariffType
  /** Slugs of categories. */
  slugs?: string[]
  quantity?: number
  /** Months. */
  duration?: number
}

/** As the order page would, without its clicks. @returns the number of the order, which is not paid yet */
export async function orders(
  world: TestWorld,
  person: TestUser,
  { product = 'category', type = 'regular', slugs = [], quantity, duration = 1 }: Bought,
): Promise<string> {
  const { list } = await person.asks('tariffs', 'listTariffs', {})
  const tariff = list.find(
    (each) =>
      each.product === product && each.type === type && each.durationUnit === 'month' && each.duration === duration,
  )
  if (!tariff) throw new Error(`no ${type} tariff of ${product} for ${duration} months is on sale`)
  const value = await Promise.all(slugs.map((slug) => world.categoryId(slug)))
  await person.asks('cart', 'updateCart', { tariff: tariff.id, ...(quantity && { quantity }) })
  await person.asks('cart', 'setCartItems', { value })
  return (await person.asks('payments', 'orderCart', { gateway: 'test' })).account
}

/** @returns the number of the order */
export async function buys(world: TestWorld, person: TestUser, bought: Bought): Promise<string> {
  const account = await orders(world, person, bought)
  await person.asks('payments', 'payInTestMode', { account })
  await world.settle()
  return account
}
