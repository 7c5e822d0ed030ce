/** The present for the first purchase: one for everybody who has paid nothing yet, made when it is asked for. */
import { randomInt } from 'node:crypto'
import { DAY, type Clock } from '../../../kit/clock.ts'
import type { Db, Tx } from '../../../kit/sql.ts'
import { hasPaidEver } from '../../access/subscriptions/subscriptions.public.ts'
import { readPromo, type PromoRow, type StoredPromo } from './promo-code.ts'
import { objectionToPromo } from './weigh-promo.ts'

/** Hundredths of a percent. */
const GIFT = 2_000
const GIFT_HOLDS = 7 * DAY

/**
 * Null: it is over, or was used, or something was bought without it. There is no second one.
 * @param mayBegin false: one that was not seen yet stays so
 */
export async function findGift(db: Db, clock: Clock, userId: number, mayBegin: boolean): Promise<StoredPromo | null> {
  if (await hasPaidEver(db, userId)) return null
  const seen = await findOwn(db, userId)
  if (!seen && !mayBegin) return null
  const gift = seen ?? (await db.transaction().execute((tx) => makeGift(tx, clock, userId)))
  return (await objectionToPromo(db, gift, userId, clock.now())) === '' ? gift : null
}

async function findOwn(db: Db | Tx, userId: number): Promise<StoredPromo | null> {
  const row = await db
    .selectFrom('promoCodes')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id')
    .executeTakeFirst()
  return row ? readPromo(row as PromoRow) : null
}

async function makeGift(tx: Tx, clock: Clock, userId: number): Promise<StoredPromo> {
  // Two pages that ask at once get the same one.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  const present = await findOwn(tx, userId)
  if (present) return present
  const now = clock.now()
  const row = await tx
    .insertInto('promoCodes')
    .values({
      code: newCode(),
      tariffType: 'paid',
      discountType: 'percent_off',
      value: GIFT,
      endsAt: new Date(now.getTime() + GIFT_HOLDS),
      maxUses: 1,
      maxUsesEach: 1,
      firstPurchase: true,
      userId,
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return readPromo(row as PromoRow)
}

/** Letters and digits that no one takes for each other; 40 bits, and it is good for one person only. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const newCode = (): string => `GIFT-${Array.from({ length: 8 }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`
