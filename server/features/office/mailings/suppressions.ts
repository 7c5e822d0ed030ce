/** Addresses that are sent no mailing any more. Codes, receipts and notices go there as before: a person waits for them. */
import { sql } from 'kysely'
import type { Clock } from '../../../kit/clock.ts'
import { DAY } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'
import { suppressAfter } from '../../../../rules/mailings/smtp-answer.ts'

export type SuppressionReason = 'dead' | 'disabled' | 'full' | 'complaint' | 'unsubscribed'

/** A later complaint says more than what was known before; of others the first stays. */
export async function suppressEmail(
  tx: Tx,
  clock: Clock,
  email: string,
  reason: SuppressionReason,
  detail: string,
): Promise<void> {
  const row = { reason, detail: detail.slice(0, 500), at: clock.now() }
  const insert = tx.insertInto('mailSuppressions').values({ email: email.toLowerCase(), ...row })
  await insert
    .onConflict((conflict) =>
      reason === 'complaint' ? conflict.column('email').doUpdateSet(row) : conflict.column('email').doNothing(),
    )
    .execute()
}

/** After as many bounces of this kind as it takes. */
export async function suppressBounced(
  tx: Tx,
  clock: Clock,
  email: string,
  bounce: keyof typeof suppressAfter,
  detail: string,
): Promise<void> {
  const { times, days } = suppressAfter[bounce]
  const since = new Date(clock.now().getTime() - days * DAY)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from mailing_recipients
    where lower(email) = ${email.toLowerCase()} and bounce = ${bounce} and settled_at > ${since}`.execute(tx)
  if ((rows[0]?.n ?? 0) >= times) await suppressEmail(tx, clock, email, bounce, detail)
}

/** They left before they had an account, and want to be written to now. */
export async function wantAgain(tx: Tx, userId: number): Promise<void> {
  const own = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('emailApprove', '=', true)
    .executeTakeFirst()
  if (!own?.email) return
  await tx
    .deleteFrom('mailSuppressions')
    .where('email', '=', own.email.toLowerCase())
    .where('reason', '=', 'unsubscribed')
    .execute()
}
