/** What becomes of a commission: the partner's when the refund window is over, no one's when the payment went back. */
import { publish } from '../../../kit/bus.ts'
import type { AppContext } from '../../../kit/context.ts'
import { lock } from '../../../kit/locks.ts'
import type { Tx } from '../../../kit/sql.ts'
import { enterMoney } from '../payments/payments.public.ts'
import { availableOf, COSTS, heldOf } from './accounts-of-partner.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

const AT_ONCE = 500

/** @returns how many became the partners' */
export async function releaseCommissions({ db, clock }: Context): Promise<number> {
  const due = await db
    .selectFrom('commissions')
    .select(['id', 'partnerId'])
    .where('state', '=', 'held')
    .where('availableAt', '<=', clock.now())
    .orderBy('availableAt')
    .limit(AT_ONCE)
    .execute()
  let released = 0
  // Each by itself: the others do not wait for one that fails.
  for (const { id, partnerId } of due)
    released += await db.transaction().execute(async (tx) => {
      await lock(tx, 'money of partner', partnerId)
      return releaseOne(tx, clock, id)
    })
  return released
}

/** The money of its partner is locked. */
export async function releaseOne(tx: Tx, clock: Context['clock'], id: number): Promise<number> {
  const row = await tx
    .updateTable('commissions')
    .set({ state: 'available', settledAt: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .returning(['orderId', 'partnerId', 'amount'])
    .executeTakeFirst()
  if (!row) return 0
  const { orderId, partnerId, amount } = row
  if (amount > 0)
    await enterMoney(tx, clock, {
      orderId,
      kind: 'release',
      debit: heldOf(partnerId),
      credit: availableOf(partnerId),
      amount,
    })
  await publish(tx, 'partner.changed', { userId: partnerId })
  return 1
}

/** The payment went back: before the hold is over the commission is no more, after it the partner owes it. */
export async function reverseCommission({ db, clock }: Context, orderId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('commissions')
      .select(['id', 'partnerId'])
      .where('orderId', '=', orderId)
      .executeTakeFirst()
    if (!known) return
    await lock(tx, 'money of partner', known.partnerId)
    await takeBackCommission(tx, clock, known.id, { state: 'reversed', why: null })
  })
}

/** The money of its partner is locked. What was taken back stays so. */
export async function takeBackCommission(
  tx: Tx,
  clock: Context['clock'],
  id: number,
  { state, why }: { state: 'reversed' | 'refused'; why: string | null },
): Promise<void> {
  const row = await tx
    .selectFrom('commissions')
    .select(['orderId', 'partnerId', 'amount', 'state'])
    .where('id', '=', id)
    .where('state', 'in', ['held', 'suspected', 'available'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const { orderId, partnerId, amount } = row
  await tx.updateTable('commissions').set({ state, why, settledAt: clock.now() }).where('id', '=', id).execute()
  const from = row.state === 'available' ? availableOf(partnerId) : heldOf(partnerId)
  if (amount > 0) await enterMoney(tx, clock, { orderId, kind: 'reversal', debit: from, credit: COSTS, amount })
  await publish(tx, 'partner.changed', { userId: partnerId })
}
