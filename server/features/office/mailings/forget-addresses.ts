/** What became of a mailing stays; where its letters went is of use only while something may come back, or someone leave by an old letter. */
import { DAY } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'

const KEPT_FOR = 365 * DAY

export async function forgetAddresses({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  await db
    .updateTable('mailingRecipients')
    .set({ email: null, reason: null })
    .where('settledAt', '<', new Date(clock.now().getTime() - KEPT_FOR))
    .where('email', 'is not', null)
    .execute()
}
