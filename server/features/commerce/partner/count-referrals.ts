import type { DbOrTx } from '../../../kit/sql.ts'

/** How many a partner brought, and how many of them have paid. */
export async function countReferrals(db: DbOrTx, partnerId: number): Promise<{ referrals: number; paying: number }> {
  const { referrals, paying } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('userReferrals').select(fn.countAll<number>().as('n')).where('refId', '=', partnerId).as('referrals'),
      selectFrom('referralBindings')
        .select(fn.countAll<number>().as('n'))
        .where('partnerId', '=', partnerId)
        .as('paying'),
    ])
    .executeTakeFirstOrThrow()
  return { referrals: Number(referrals), paying: Number(paying) }
}
