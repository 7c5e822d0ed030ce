/** The journal of money: every entry takes from one account what it gives to another, so that the books balance whatever happens. */
import type { Clock } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'

/** Of an order, or of a payout of a partner; of each kind there is one. */
export type MoneyEntry = ({ orderId: number } | { payoutId: number }) & {
  kind:
    | 'payment'
    | 'refund'
    | 'commission'
    | 'release'
    | 'reversal'
    | 'payout request'
    | 'payout paid'
    | 'payout returned'
  /** What has more by it, and what has less. */
  debit: string
  credit: string
  /** Kopecks, more than none. */
  amount: number
  /** The gateway's number of it, where there is one. */
  externalId?: string
}

/** @throws a unique violation where the same was entered before */
export async function enterMoney(tx: Tx, clock: Clock, { externalId = '', ...entry }: MoneyEntry): Promise<void> {
  await tx
    .insertInto('moneyEntries')
    .values({ ...entry, externalId, at: clock.now() })
    .execute()
}
