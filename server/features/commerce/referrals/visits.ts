/** Visits that someone brought, of anyone who comes, registered or not. */
import { addressesKeptDays } from '../../../../contract/people/accounts.ts'
import { DAY, type Clock } from '../../../kit/clock.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/** Visits are counted for good; by then no one asks any more whether they were made up. */
export async function forgetVisitAddresses(db: DbOrTx, clock: Clock): Promise<void> {
  await db
    .updateTable('referralVisits')
    .set({ ip: '', userAgent: '' })
    .where('at', '<', new Date(clock.now().getTime() - addressesKeptDays * DAY))
    .where(({ eb, or }) => or([eb('ip', '<>', ''), eb('userAgent', '<>', '')]))
    .execute()
}
