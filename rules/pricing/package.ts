/** A package: more groups for the rest of a running subscription (spec §9 Price rules). */
import type { Tariff } from '../../contract/access/tariffs.ts'

export interface PackagePurchase {
  /** Of the package, not of the subscription it is added to; `rate` and `fee` in kopecks. */
  tariff: Pick<Tariff, 'rate' | 'fee' | 'durationUnit'>
  /** Of groups. */
  quantity: number
  /** Of the running subscription. */
  daysLeft: number
}

/** For the day rate only: a subscription lasts calendar months. */
const DAYS_OF_MONTH = 30n
const ROUBLE = 100n

/**
 * Kopecks, rounded down to whole roubles once, at the end: groups by day rate by days left, and the fee for each group.
 * There are no further discounts. Throws a RangeError when a number is not whole or is negative.
 */
export function estimatePackage({ tariff, quantity, daysLeft }: PackagePurchase): number {
  for (const number of [tariff.rate, tariff.fee, quantity, daysLeft]) {
    if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`a package is no matter of ${number}`)
  }
  // Before the division, so that a month of 1 000 roubles is not 30 days of 33.33.
  const parts = tariff.durationUnit === 'month' ? DAYS_OF_MONTH : 1n
  const kopecks = (BigInt(quantity) * (BigInt(tariff.rate) * BigInt(daysLeft) + BigInt(tariff.fee) * parts)) / parts
  return Number(kopecks - (kopecks % ROUBLE))
}

/** As the contract lets through; it stands in where a tariff has no limit. */
const MOST = 1_000_000

/**
 * How many groups may be added: the smaller of the package's maximum and what the basic tariff's maximum leaves beside the
 * places that are bought already (`size`, docs/decisions/packages-count-places.md); 0 when nothing is left. A maximum of null is none.
 */
export function maxPackageQuantity(limits: {
  packageMax: number | null
  basicMax: number | null
  size: number
}): number {
  return Math.max(0, Math.min(limits.packageMax ?? MOST, (limits.basicMax ?? MOST) - limits.size))
}
