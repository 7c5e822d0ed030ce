/** What happened to the money of one order: what stands in the books, and what its gateway reported. */
import type { ResultOf } from '../../../../contract/call.ts'
import type { payments } from '../../../../contract/commerce/payments.ts'
import { toRoubles } from '../../../../rules/money.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { findOrder } from './order-row.ts'

/** More notices of one order than that report nothing new. */
const MOST_NOTICES = 200

/** Without the words of the gateway: they hold addresses and parts of cards. @throws ORDER_NOT_FOUND */
export async function readOrderJournal(
  db: DbOrTx,
  account: string,
): Promise<ResultOf<(typeof payments)['getOrderJournal']>> {
  const order = await findOrder(db, account)
  if (!order) throw new AppError('ORDER_NOT_FOUND')
  const [entries, notices] = await Promise.all([
    db
      .selectFrom('moneyEntries')
      .select(['at', 'kind', 'amount', 'externalId'])
      .where('orderId', '=', order.id)
      .where('kind', 'in', ['payment', 'refund'])
      .orderBy('id')
      .execute(),
    db
      .selectFrom('paymentEvents')
      .select(['at', 'gateway', 'kind', 'amount', 'externalId', 'verdict'])
      .where('account', '=', account)
      .orderBy('id')
      .limit(MOST_NOTICES)
      .execute(),
  ])
  return {
    entries: entries.map(({ at, amount, ...entry }) => ({ ...entry, at: at.toISOString(), sum: toRoubles(amount) })),
    notices: notices.map(({ at, amount, ...notice }) => ({
      ...notice,
      at: at.toISOString(),
      sum: amount === null ? null : toRoubles(amount),
    })),
  }
}
