/** What a partner has, in the journal of money: an account of theirs has more by what is credited to it, and less by what is debited. */
import { sql } from 'kysely'
import type { DbOrTx } from '../../../kit/sql.ts'

/** What we give up for it. */
export const COSTS = 'partner costs'
/** From where payouts are paid. */
export const BANK = 'bank'
/** Until the refund window is over, and while an admin has not decided about what is suspected. */
export const heldOf = (partnerId: number): string => `partner ${partnerId} held`
export const availableOf = (partnerId: number): string => `partner ${partnerId}`
/** Asked for, and not paid yet. */
export const requestedOf = (partnerId: number): string => `partner ${partnerId} requested`

/** Kopecks; `available` is below nothing when what was paid out was refunded afterwards. */
export interface PartnerBalance {
  held: number
  available: number
  requested: number
  /** Of all time. */
  paid: number
  earned: number
}

export async function readBalance(db: DbOrTx, partnerId: number): Promise<PartnerBalance> {
  const [held, available, requested] = [heldOf(partnerId), availableOf(partnerId), requestedOf(partnerId)]
  const accounts = [held, available, requested]
  const { rows } = await sql<{ kind: string; debit: string; credit: string; sum: number }>`
    select kind, debit, credit, sum(amount)::bigint as sum from money_entries
    where debit = any(${accounts}) or credit = any(${accounts}) group by kind, debit, credit`.execute(db)
  const balanceOf = (account: string): number =>
    rows.reduce(
      (total, { debit, credit, sum }) =>
        total + (credit === account ? Number(sum) : 0) - (debit === account ? Number(sum) : 0),
      0,
    )
  const sumOf = (kind: string): number =>
    rows.filter((row) => row.kind === kind).reduce((total, { sum }) => total + Number(sum), 0)
  return {
    held: balanceOf(held),
    available: balanceOf(available),
    requested: balanceOf(requested),
    paid: sumOf('payout paid'),
    earned: sumOf('commission') - sumOf('reversal'),
  }
}
