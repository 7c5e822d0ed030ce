/** What speaks for a buyer being the partner; it is said to both the partner and the admin, and nothing is dropped for it. */
import { sql } from 'kysely'
import { marksOfWallet } from '../../../../rules/payer-marks.ts'
import { mailboxOf, type Suspicion } from '../../../../rules/partner/commission.ts'
import { publish } from '../../../kit/bus.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { payerPrint } from '../payments/payments.public.ts'
import { openWallet } from './open-wallet.ts'

/** @param known what was found before stays. */
export async function findSuspicions(
  db: DbOrTx,
  secretKey: string,
  partnerId: number,
  userId: number,
  known: readonly Suspicion[] = [],
): Promise<Suspicion[]> {
  const [people, device, circle, card, wallet] = await Promise.all([
    db.selectFrom('users').select(['id', 'email', 'phone']).where('id', 'in', [partnerId, userId]).execute(),
    db
      .selectFrom('devicePrints as own')
      .innerJoin('devicePrints as other', 'other.fp', 'own.fp')
      .select('own.fp')
      .where('own.userId', '=', partnerId)
      .where('other.userId', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('referralBindings')
      .select('userId')
      .where('userId', '=', partnerId)
      .where('partnerId', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('payerPrints as own')
      .innerJoin('payerPrints as other', 'other.print', 'own.print')
      .select('own.print')
      .where('own.userId', '=', partnerId)
      .where('other.userId', '=', userId)
      .executeTakeFirst(),
    paidFromWallet(db, userId, await walletPrints(db, secretKey, partnerId)),
  ])
  const [partner, buyer] = [people.find(({ id }) => id === partnerId), people.find(({ id }) => id === userId)]
  const found = new Set(known)
  if (device) found.add('device')
  if (partner?.phone && partner.phone === buyer?.phone) found.add('phone')
  if (partner?.email && buyer?.email && mailboxOf(partner.email) === mailboxOf(buyer.email)) found.add('mailbox')
  if (circle) found.add('circle')
  if (card) found.add('card')
  if (wallet) found.add('wallet')
  return [...found]
}

/** Of every payout that was ever asked for; who has many uses few. */
async function walletPrints(db: DbOrTx, secretKey: string, partnerId: number): Promise<Buffer[]> {
  const payouts = await db.selectFrom('payouts').selectAll().where('partnerId', '=', partnerId).execute()
  return payouts.flatMap((payout) => printsOf(secretKey, payout.method, openWallet(secretKey, payout).wallet))
}

const printsOf = (secretKey: string, method: string, wallet: string): Buffer[] =>
  marksOfWallet(method, wallet).map((mark) => payerPrint(secretKey, mark))

async function paidFromWallet(db: DbOrTx, userId: number, prints: Buffer[]): Promise<boolean> {
  if (prints.length === 0) return false
  const met = db.selectFrom('payerPrints').select('userId').where('userId', '=', userId).where('print', 'in', prints)
  return (await met.executeTakeFirst()) !== undefined
}

export async function keepSuspicions(tx: Tx, userId: number, suspicions: Suspicion[]): Promise<void> {
  await tx.updateTable('referralBindings').set({ suspicions }).where('userId', '=', userId).execute()
}

/** The money of the partner is locked. What those who paid from this wallet brought waits for an admin, as far as it is still held. */
export async function suspectWallet(
  tx: Tx,
  secretKey: string,
  { partnerId, method, wallet }: { partnerId: number; method: string; wallet: string },
): Promise<void> {
  const prints = printsOf(secretKey, method, wallet)
  if (prints.length === 0) return
  const { rows } = await sql<{ userId: number }>`
    update referral_bindings b set suspicions = array_append(b.suspicions, 'wallet')
    where b.partner_id = ${partnerId} and not 'wallet' = any(b.suspicions)
      and exists (select from payer_prints p where p.user_id = b.user_id and p.print = any(${prints}::bytea[]))
    returning b.user_id`.execute(tx)
  if (rows.length === 0) return
  await tx
    .updateTable('commissions')
    .set({ state: 'suspected' })
    .where('partnerId', '=', partnerId)
    .where('state', '=', 'held')
    .where(
      'userId',
      'in',
      rows.map(({ userId }) => userId),
    )
    .execute()
  await publish(tx, 'partner.changed', { userId: partnerId })
}
