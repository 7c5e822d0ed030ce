/** What a promo code gives, and how much that is of a sum (spec §9 Promo discount types). */
import type { PromoCode } from '../../contract/commerce/promo.ts'
import type { Tariff } from '../../contract/access/tariffs.ts'

export type DiscountType = PromoCode['discountType']
type DurationUnit = Tariff['durationUnit']

/** As it stands in the database. */
export interface PromoDiscount {
  discountType: DiscountType
  /** Of amount_off kopecks, of percent_off and percentage_extension hundredths of a percent, of days_extension days. */
  value: number
  /** The same for tariffs counted in days; null: `value` holds for them too. */
  value2: number | null
}

/** A hundredth of a percent is one of these. */
const PARTS = 10_000

/** Of the wire's roubles, percents or days. What is smaller than a kopeck, a hundredth of a percent or a day is cut off. */
export function readDiscountValue(discountType: DiscountType, value: number): number {
  // 1.15 * 100 is 114.99999999999999.
  return discountType === 'days_extension' ? Math.floor(value) : Math.floor(value * 100 + 1e-6)
}

/** The wire's roubles, percents or days. */
export function showDiscountValue(discountType: DiscountType, value: number): number {
  return discountType === 'days_extension' ? value : value / 100
}

/** The value that holds for a tariff counted in `durationUnit`. */
export function valueFor({ value, value2 }: PromoDiscount, durationUnit: DurationUnit): number {
  return durationUnit === 'day' && value2 !== null ? value2 : value
}

/** Kopecks that go off a sum of `total` kopecks: never more than the sum. */
export function amountOff(discount: PromoDiscount, durationUnit: DurationUnit, total: number): number {
  const value = valueFor(discount, durationUnit)
  if (discount.discountType === 'amount_off') return Math.min(value, total)
  if (discount.discountType === 'percent_off') return Math.min(shareOf(total, value), total)
  return 0
}

/** Days on top of `days`; parts of a day are cut off. */
export function daysOn(discount: PromoDiscount, durationUnit: DurationUnit, days: number): number {
  const value = valueFor(discount, durationUnit)
  if (discount.discountType === 'days_extension') return value
  if (discount.discountType === 'percentage_extension') return Math.floor((days * value) / PARTS)
  return 0
}

/** This many hundredths of a percent of `kopecks`, rounded half up to a kopeck. */
export function shareOf(kopecks: number, hundredthsOfPercent: number): number {
  // Sums of a purchase may be too large to be multiplied without losing kopecks.
  const parts = BigInt(kopecks) * BigInt(hundredthsOfPercent)
  return Number((parts * 2n + BigInt(PARTS)) / BigInt(2 * PARTS))
}
