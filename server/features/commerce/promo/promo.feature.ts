/** Promo codes: they are looked up and given as presents; an admin keeps them. */
import { personOf, type Handlers } from '../../../kit/context.ts'
import { createPromoCode, listPromoCodes, updatePromoCode } from './change-promo-codes.ts'
import { findGift } from './gift.ts'
import { showPromo, findPromo, isAnothers } from './promo-code.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { personalPromo } from './personal-promo.ts'
import type { PromoCode, AdminPromoCode } from '../../../../contract/commerce/promo.ts'
import type { Clock } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { objectionToPromo } from './weigh-promo.ts'

const handlers: Handlers<'promo'> = {
  async getPromoCode({ db, clock, person }, { code }) {
    return { promoCode: await lookUpPromo(db, clock, code, person?.id ?? null) }
  },

  async getGiftPromoCode(ctx) {
    // It runs from when it is first seen: a look of support is none of theirs.
    const mayBegin = ctx.identity.kind !== 'acting-as'
    const gift = await findGift(ctx.db, ctx.clock, personOf(ctx).id, mayBegin)
    return { promoCode: gift && showPromo(gift), expiresAt: gift?.terms.endsAt?.toISOString() ?? null }
  },

  listPromoCodes,
  createPromoCode,
  updatePromoCode,
}

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'promo-code-created': { after: AdminPromoCode }
    'promo-code-changed': { before: AdminPromoCode; after: AdminPromoCode }
  }
}

/** A code by its letters. Refuses one that this person cannot use, whatever they buy. */
async function lookUpPromo(db: DbOrTx, clock: Clock, code: string, userId: number | null): Promise<PromoCode> {
  const promo = await findPromo(db, code)
  if (!promo || isAnothers(promo, userId)) throw new AppError('PROMO_CODE_NOT_FOUND')
  const reason = await objectionToPromo(db, promo, userId, clock.now())
  if (reason !== '') throw new AppError('PROMO_CODE_NOT_APPLICABLE', { reason })
  return showPromo(promo)
}

export const promoFeature = defineFeature({
  name: 'promo',
  handlers,
  personalData: personalPromo,
  auditWords: {
    'promo-code-created': 'Создан промокод',
    'promo-code-changed': 'Изменён промокод',
  },
})
