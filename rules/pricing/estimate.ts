/**
 * What a purchase costs, and how long it lasts (spec §9 Price rules). The cart shows it and the order charges it; all
 * money is in kopecks, and so are `rate` and `fee` of a tariff here, not the roubles of the wire.
 */
import { maxCartItems } from '../../contract/commerce/cart.ts'
import type { Tariff } from '../../contract/access/tariffs.ts'
import { amountOff, daysOn, shareOf, type PromoDiscount } from '../promo/discount.ts'
import { daysOf } from './period.ts'

/** `rate` and `fee` in kopecks. */
export type TariffPrice = Pick<Tariff, 'product' | 'type' | 'rate' | 'fee' | 'duration' | 'durationUnit'>

export interface PlannedPurchase {
  tariff: TariffPrice
  /** Of categories; of no matter for projects and groups. */
  count: number
  /** Of projects or groups; of no matter for categories. */
  quantity: number
  /** The person has a running paid product of the same kind. */
  prolongs: boolean
  /** Null: none, or one that does not apply. */
  promo: PromoDiscount | null
  /** When it begins: months are of the calendar. */
  start: Date
}

/** Kopecks, and how many percent of the price they are, to two decimals. */
export interface Discount {
  amount: number
  percentage: number
}

export interface Estimated {
  /** Kopecks without any discount. */
  price: number
  /** Kopecks to pay: the price less `discount.total`, which is the sum of the others. */
  total: number
  discount: { total: Discount; categories: Discount; prolongation: Discount; promoCode: Discount }
  /** From the start to the end, `extraDays` too. */
  days: number
  /** What the promo code adds. */
  extraDays: number
}

/** Hundredths of a percent. */
const PROLONGATION = 1_000

/** Throws a RangeError when a number is negative, not whole, or too large to be counted to the kopeck, or more categories than a cart holds. */
export function estimate({ tariff, count, quantity, prolongs, promo, start }: PlannedPurchase): Estimated {
  const { product, duration, durationUnit } = tariff
  for (const number of [tariff.rate, tariff.fee, duration, count, quantity]) countable(number)
  const each = countable(tariff.rate * duration)
  const fees = feesOf(tariff, quantity)
  const price = countable((product === 'category' ? count : quantity) * each + fees)

  // Each discount is taken of what the ones before it have left.
  let left = product === 'category' ? costOfCategories(each, count) + fees : price
  const categories = price - left
  const prolongation = prolongs ? shareOf(left, PROLONGATION) : 0
  left -= prolongation
  const promoCode = promo === null ? 0 : amountOff(promo, durationUnit, left)
  const total = left - promoCode

  const days = daysOf(tariff, start)
  const extraDays = promo === null ? 0 : daysOn(promo, durationUnit, days)
  const discount = (amount: number): Discount => ({ amount, percentage: percentageOf(amount, price) })
  return {
    price,
    total,
    discount: {
      total: discount(price - total),
      categories: discount(categories),
      prolongation: discount(prolongation),
      promoCode: discount(promoCode),
    },
    days: days + extraDays,
    extraDays,
  }
}

/** A fee is of a team, for each month or day, or of groups, for each of them; of a team of groups it is the team's. */
function feesOf({ product, type, fee, duration }: TariffPrice, quantity: number): number {
  if (type === 'team') return fee * duration
  return product === 'group' ? fee * quantity : 0
}

/**
 * The first category costs `each`, every further one 5 % less than the one before it, rounded half up to a kopeck.
 * Whole numbers, as powers of 0.95 come out differently in one browser and another.
 */
function costOfCategories(each: number, count: number): number {
  // Each power is longer than the one before it: what no cart holds is not counted either.
  if (count > maxCartItems) throw new RangeError(`${count} are more categories than a cart holds`)
  let sum = 0
  let above = BigInt(each)
  let below = 1n
  for (let index = 0; index < count; index++) {
    sum += Number((above * 2n + below) / (below * 2n))
    above *= 19n
    below *= 20n
  }
  return sum
}

/** How many percent of `price` that is, to two decimals; 0 of nothing. */
function percentageOf(amount: number, price: number): number {
  return price === 0 ? 0 : Math.round((amount / price) * 10_000) / 100
}

function countable(number: number): number {
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`${number} can not be counted to the kopeck`)
  return number
}
