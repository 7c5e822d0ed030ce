/** Promo codes of partners: a discount for a first purchase, and a sign of who brought the person. */
import { randomInt } from 'node:crypto'
import type { Clock } from '../../../kit/clock.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

/** Letters and digits that no one takes for each other; it is said aloud, so it is short. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 7
const newCode = (): string => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')

/** @param discount in hundredths of a percent */
export async function makePartnerCode(
  tx: Tx,
  clock: Clock,
  { partnerId, discount }: { partnerId: number; discount: number },
): Promise<string> {
  for (;;) {
    const made = await tx
      .insertInto('promoCodes')
      .values({
        code: newCode(),
        tariffType: 'paid',
        discountType: 'percent_off',
        value: discount,
        maxUsesEach: 1,
        firstPurchase: true,
        partnerId,
        createdAt: clock.now(),
      })
      // Of thirty to the seventh two are the same by chance: another is made.
      .onConflict((conflict) => conflict.doNothing())
      .returning('code')
      .executeTakeFirst()
    if (made) return made.code
  }
}

/** They give their discount until then; whom they brought stays brought. */
export async function endPartnerCodes(tx: Tx, partnerId: number, endsAt: Date): Promise<void> {
  await tx
    .updateTable('promoCodes')
    .set({ endsAt })
    .where('partnerId', '=', partnerId)
    .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', endsAt)]))
    .execute()
}

/** The newest first. */
export async function listPartnerCodes(
  db: DbOrTx,
  partnerId: number,
): Promise<{ code: string; endsAt: Date | null }[]> {
  return db
    .selectFrom('promoCodes')
    .select(['code', 'endsAt'])
    .where('partnerId', '=', partnerId)
    .where('archivedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}
