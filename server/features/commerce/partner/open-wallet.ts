/** Where the money of a payout goes: sealed, and opened for those who pay it. */
import { unseal } from '../../../kit/seal.ts'

export const walletLabel = (partnerId: number): string => `payout of ${partnerId}`

export interface PayoutRow {
  id: number
  partnerId: number
  method: string
  sum: number
  /** Null: the account is gone, and the payout has ended. */
  wallet: Buffer | null
  other: Buffer | null
  status: number
  comment: string | null
  createdAt: Date
  changedAt: Date
}

/** What was sealed with another secret cannot be read any more: it is shown as nothing, and an admin asks the partner. */
export function openWallet(
  secretKey: string,
  { partnerId, wallet, other }: PayoutRow,
): { wallet: string; other: string } {
  const open = (sealed: Buffer | null): string => (sealed && unseal(secretKey, walletLabel(partnerId), sealed)) ?? ''
  return { wallet: open(wallet), other: open(other) }
}
