/** What the receipt says (54-FZ): the discounts are in the prices, and the sums are the order's total to the kopeck. */
import type { Tariff } from '../../../../contract/access/tariffs.ts'
import { estimate, type TariffPrice } from '../../../../rules/pricing/estimate.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import type { ReceiptLine } from './gateways/gateway.ts'

export interface Sold {
  tariff: TariffPrice & Pick<Tariff, 'durationTitle'>
  /** Of the categories, in their order; empty for projects and groups. */
  names: string[]
  /** Of projects or groups. */
  quantity: number
  /** Kopecks. */
  total: number
}

/** Tag 1030. */
const TITLE_MOST = 128

/** Lines of nothing are left out; a total of 0 has none. */
export function receiptLines({ tariff, names, quantity, total }: Sold): ReceiptLine[] {
  const titleOf = (what: string): string => shorten(what, `, ${tariff.durationTitle}`)
  if (tariff.product !== 'category')
    return priced(titleOf(`Доступ к сервису: ${productTitles[tariff.product]}`), quantity, total)
  const weights = names.map((_, index) => costOf(tariff, index + 1) - costOf(tariff, index))
  // What the whole costs beside its categories is the fee of a team.
  const fee = estimate({ tariff, count: 0, quantity: 1, prolongs: false, promo: null, start: EPOCH }).total
  const titles = names.map((name) => titleOf(`Категория «${name}»`))
  const parts = apportion(total, fee > 0 ? [...weights, fee] : weights)
  return [...titles, titleOf('Доступ для команды')].flatMap((title, index) => priced(title, 1, parts[index] ?? 0))
}

/** No date matters to a sum. */
const EPOCH = new Date(0)

/** Of the first `count` categories, without what depends on the person. */
function costOf(tariff: TariffPrice, count: number): number {
  return estimate({ tariff, count, quantity: 1, prolongs: false, promo: null, start: EPOCH }).total
}

/** Whole kopecks in these proportions; what is left over goes to the first ones, a kopeck each. */
export function apportion(total: number, weights: number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (whole === 0n) return weights.map((_, index) => (index === 0 ? total : 0))
  const parts = weights.map((weight) => Number((BigInt(total) * BigInt(weight)) / whole))
  let left = total - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, index) => {
    if (left === 0 || weights[index] === 0) return part
    left -= 1
    return part + 1
  })
}

/** A sum that cannot be split evenly is two lines: some cost a kopeck more. */
function priced(title: string, quantity: number, sum: number): ReceiptLine[] {
  const price = Math.floor(sum / quantity)
  const dearer = sum - price * quantity
  return [
    { title, quantity: dearer, price: price + 1, sum: dearer * (price + 1) },
    { title, quantity: quantity - dearer, price, sum: (quantity - dearer) * price },
  ].filter((line) => line.sum > 0)
}

function shorten(what: string, ending: string): string {
  const room = TITLE_MOST - ending.length
  return `${what.length > room ? `${what.slice(0, room - 1)}…` : what}${ending}`
}
