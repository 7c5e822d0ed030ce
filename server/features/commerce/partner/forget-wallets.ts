/** The books keep what was paid, when and how, and not where to, of accounts that are gone. */
import { sql } from 'kysely'
import { isOpen } from '../../../../rules/partner/payout.ts'
import { payoutStatuses, type PayoutStatus } from '../../../../contract/commerce/partner.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

const ended = (Object.keys(payoutStatuses).map(Number) as PayoutStatus[]).filter((status) => !isOpen(status))

/** A payout that is open is still to be paid: it keeps its wallet until it ends. */
export async function forgetWallets(db: DbOrTx): Promise<void> {
  await sql`
    update payouts p set wallet = null, other = null
    where p.wallet is not null and p.status = any(${ended}::smallint[])
      and not exists (select from users u where u.id = p.partner_id)`.execute(db)
}
