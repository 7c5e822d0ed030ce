/** Promo codes for tests. */
import type { InputOf } from '../../../../contract/call.ts'
import type { promo } from '../../../../contract/commerce/promo.ts'

export type PromoCodeFields = InputOf<typeof promo.createPromoCode>

/** Ten percent off everything, for anyone, at any time. */
export const tenPercent: PromoCodeFields = {
  code: 'ОСЕНЬ-10',
  product: null,
  tariffType: 'all',
  categories: [],
  discountType: 'percent_off',
  discountValue: 10,
  discountValue2: null,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesEach: null,
  firstPurchase: false,
}
