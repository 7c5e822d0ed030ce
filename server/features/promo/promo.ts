/** Promo codes: whoever has one looks it up; presents and trials from the promo page; an admin keeps the codes. */
import { personOf, type Answers } from '../../kit/asking.ts'
import { Refusal } from '../../kit/refusal.ts'
import { startTrial } from '../cart/cart.public.ts'
import { createPromoCode, listPromoCodes, updatePromoCode } from './change-promo-codes.ts'
import { findGift } from './gift.ts'
import { lookUpPromo } from './look-up-promo.ts'
import { showPromo } from './promo-code.ts'

export const answerPromo: Answers<'promo'> = {
  async getPromoCode({ db, clock, person }, { code }) {
    return { promoCode: await lookUpPromo(db, clock, code, person?.id ?? null) }
  },

  async getGiftPromoCode(asking) {
    const gift = await findGift(asking.db, asking.clock, personOf(asking).id)
    return { promoCode: gift && showPromo(gift), expiresAt: gift?.terms.endsAt?.toISOString() ?? null }
  },

  async subscribeByPromo(asking, { fp, incognito, more: { product, category } }) {
    if (product === 'category' && category === undefined) {
      throw new Refusal('VALIDATION_FAILED', {
        keyword: 'required',
        dataPath: '/more/category',
        params: { missingProperty: 'category' },
      })
    }
    const items = category === undefined ? [] : [category]
    return asking.db.transaction().execute((tx) => startTrial(tx, asking, { product, items, fp, incognito }))
  },

  listPromoCodes,
  createPromoCode,
  updatePromoCode,
}
