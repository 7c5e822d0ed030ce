/** Who used which code: reserved with the order, given back when the order comes to nothing, kept when it is paid. */
import type { Clock } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Tx } from '../../../kit/sql.ts'
import { lockPromo } from './promo-code.ts'
import { isLeft, objectionToPromo } from './weigh-promo.ts'

export interface PromoUse {
  promoId: number
  userId: number
  orderId: number
}

/**
 * After the order is written, in the same transaction. Refuses when the code was used up since it was weighed: of many who
 * come at once each waits for the one before.
 */
export function reservePromo(tx: Tx, clock: Clock, use: PromoUse): Promise<void> {
  return insertUse(tx, clock, use)
}

/** There is no order: the trial is taken at once. */
export function usePromoForTrial(tx: Tx, clock: Clock, use: Omit<PromoUse, 'orderId'>): Promise<void> {
  return insertUse(tx, clock, { ...use, orderId: null })
}

/** The order came to nothing. */
export async function releasePromo(tx: Tx, clock: Clock, orderId: number): Promise<void> {
  await tx
    .updateTable('promoUses')
    .set({ releasedAt: clock.now() })
    .where('orderId', '=', orderId)
    .where('releasedAt', 'is', null)
    .execute()
}

/**
 * The order is paid; one that was given up before counts again. The cart of the person is held by then, as anyone who orders holds
 * it before the code.
 * @returns false when other orders that are paid have used the code up: what it took off was not meant for this one too
 */
export async function keepPromo(tx: Tx, orderId: number): Promise<boolean> {
  const use = await tx
    .selectFrom('promoUses')
    .select(['promoId', 'userId'])
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  if (!use) return true
  const promo = await lockPromo(tx, use.promoId)
  if (promo && !(await isLeft(tx, promo, use.userId, orderId))) return false
  await tx
    .updateTable('promoUses')
    .set({ releasedAt: null })
    .where('orderId', '=', orderId)
    .where('releasedAt', 'is not', null)
    .execute()
  return true
}

async function insertUse(
  tx: Tx,
  clock: Clock,
  { promoId, userId, orderId }: Omit<PromoUse, 'orderId'> & { orderId: number | null },
): Promise<void> {
  const now = clock.now()
  const promo = await lockPromo(tx, promoId)
  if (!promo) throw new AppError('PROMO_CODE_NOT_FOUND')
  const reason = await objectionToPromo(tx, promo, userId, now)
  if (reason !== '') throw new AppError('PROMO_CODE_NOT_APPLICABLE', { reason })
  await tx.insertInto('promoUses').values({ promoId, userId, orderId, at: now }).execute()
}
