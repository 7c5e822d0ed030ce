/** A code by its letters, for whoever has it in hand. */
import type { PromoCode } from '../../../contract/promo.ts'
import type { Clock } from '../../kit/clock.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { DbOrTx } from '../../kit/sql.ts'
import { findPromo, isAnothers, showPromo } from './promo-code.ts'
import { objectionTo } from './weigh-promo.ts'

/** Refuses what is not to be used by this person, whatever he buys. */
export async function lookUpPromo(db: DbOrTx, clock: Clock, code: string, userId: number | null): Promise<PromoCode> {
  const promo = await findPromo(db, code)
  if (!promo || isAnothers(promo, userId)) throw new Refusal('PROMO_CODE_NOT_FOUND')
  const reason = await objectionTo(db, promo, userId, clock.now())
  if (reason !== '') throw new Refusal('PROMO_CODE_REFUSED', { reason })
  return showPromo(promo)
}
