/** By what payers are known again: kept as keyed hashes, and compared for nothing but whether a partner pays for themselves. */
import { createHmac } from 'node:crypto'
import { marksOfPayer, type Payer, type PayerMark } from '../../../../rules/payer-marks.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'

/** The same mark has the same print; it does not lead back. */
export const payerPrint = (secretKey: string, { kind, text }: PayerMark): Buffer =>
  createHmac('sha256', secretKey).update(`payer by ${kind}: ${text}`).digest()

export interface PaidBy {
  userId: number
  gateway: string
  payer: Payer
}

/** Once for each; most gateways report nothing. */
export async function keepPayerPrints(
  tx: Tx,
  clock: Clock,
  secretKey: string,
  { userId, gateway, payer }: PaidBy,
): Promise<void> {
  const rows = marksOfPayer(gateway, payer).map((mark) => ({
    userId,
    kind: mark.kind,
    print: payerPrint(secretKey, mark),
    firstSeenAt: clock.now(),
  }))
  if (rows.length === 0) return
  await tx
    .insertInto('payerPrints')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
