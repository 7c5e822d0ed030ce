/** What someone agreed to be sent, and what they refuse: facts of their account, with when and where they said so. */
import { advertisingConsent } from '../../../../contract/people/accounts.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

export type WithdrawnBy = 'profile' | 'letter' | 'mail service' | 'complaint'

/** Given again it is the consent of before: what stands is when and how it was first said. */
export async function giveConsent(
  tx: Tx,
  clock: Clock,
  userId: number,
  { place, ip, userAgent }: { place: 'registration' | 'profile'; ip: string; userAgent: string },
): Promise<void> {
  await tx
    .insertInto('consents')
    .values({
      userId,
      kind: 'advertising',
      textVersion: advertisingConsent.version,
      givenAt: clock.now(),
      place,
      ip,
      userAgent: userAgent.slice(0, 400),
    })
    .onConflict((conflict) => conflict.columns(['userId', 'kind']).where('withdrawnAt', 'is', null).doNothing())
    .execute()
}

/** It stays written down that there was one. */
export async function withdrawConsent(tx: Tx, clock: Clock, userId: number, by: WithdrawnBy): Promise<void> {
  await tx
    .updateTable('consents')
    .set({ withdrawnAt: clock.now(), withdrawnBy: by })
    .where('userId', '=', userId)
    .where('withdrawnAt', 'is', null)
    .execute()
}

/** Refused again it is the refusal of before. */
export async function setNewsWanted(tx: Tx, clock: Clock, userId: number, wanted: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({ newsRefusedAt: wanted ? null : clock.now() })
    .where('id', '=', userId)
    .where('newsRefusedAt', wanted ? 'is not' : 'is', null)
    .execute()
}

/** `agreedAt`: to advertising; null: they do not. */
export async function readMailingChoices(
  db: DbOrTx,
  userId: number,
): Promise<{ news: boolean; agreedAt: Date | null } | null> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('consents as c', (join) => join.onRef('c.userId', '=', 'u.id').on('c.withdrawnAt', 'is', null))
    .select(['u.newsRefusedAt', 'c.givenAt'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return row ? { news: row.newsRefusedAt === null, agreedAt: row.givenAt } : null
}
