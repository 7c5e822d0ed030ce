import type { DbOrTx } from '../../kit/sql.ts'

/** The click of the cpa network by which this person came; null when somebody else, or nobody, brought him. */
export async function findActionpayClick(db: DbOrTx, userId: number): Promise<string | null> {
  const row = await db.selectFrom('userReferrals').select('actionpay').where('userId', '=', userId).executeTakeFirst()
  return row?.actionpay ?? null
}
