/** What a partner earns of one client, by the terms as they are: the numbers of /partner-terms. */
import type { PartnerTerms } from '../../../../contract/commerce/partner.ts'
import { toKopecks, toRoubles } from '../../../../rules/money.ts'
import { commissionOf } from '../../../../rules/partner/commission.ts'

export interface WorkedExample {
  /** All in roubles. What the client pays the first time, with the discount of the promo code, and what the partner has of it. */
  first: { paid: number; earned: number }
  /** What they pay each month after it. */
  later: { paid: number; earned: number; months: number }
  /** Of all months of the term. */
  earned: number
}

/** @param price of one month, in roubles */
export function workExample({ rate, discount, months }: PartnerTerms, price: number): WorkedExample {
  const full = toKopecks(price)
  const first = full - Math.round((full * discount) / 100)
  const share = { rate: Math.round(rate * 100) }
  const [ofFirst, ofLater] = [commissionOf(first, share), commissionOf(full, share)]
  return {
    first: { paid: toRoubles(first), earned: toRoubles(ofFirst) },
    later: { paid: price, earned: toRoubles(ofLater), months: months - 1 },
    earned: toRoubles(ofFirst + ofLater * (months - 1)),
  }
}
