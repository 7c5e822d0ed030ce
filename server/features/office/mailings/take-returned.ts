/** Letters of mailings that came back, complaints, and letters of readers who want no more, as our mail server hands them over. Which letter it was is said by the address it came back to, and no one else can write that. */
import type { MailingType } from '../../../../contract/office/mailings.ts'
import { readSmtpAnswer } from '../../../../rules/mailings/smtp-answer.ts'
import { publish } from '../../../kit/bus.ts'
import type { AppContext, Handlers } from '../../../kit/context.ts'
import type { Tx } from '../../../kit/sql.ts'
import { isSameSecret } from '../../../kit/same-secret.ts'
import { leaveMailing } from './leave-mailing.ts'
import { readReturnedMail, type ReturnedMailReport } from './read-report.ts'
import { findMailingAddress } from './return-address.ts'
import { stopBouncing } from './sending/open-mailings.ts'
import { recountMailing } from './show-mailings.ts'
import { suppressEmail, suppressBounced } from './suppressions.ts'

const answer = (status: number, body: string) => ({ status, type: 'text/plain; charset=utf-8', body: `${body}\n` })

export const takeReturnedMail: Handlers<'mailings'>['takeReturnedMail'] = async (ctx) => {
  const { config, raw } = ctx
  const given = raw?.headers['x-echolot-secret']
  if (!raw || typeof given !== 'string' || !isSameSecret(config.mailings.returnSecret, given))
    return answer(403, 'forbidden')
  const { report, to, named } = await readReturnedMail(raw.body)
  // A report that came there is of some letter that went there, and not of a person.
  const leaving = report ? null : findMailingAddress('leave', config.secretKey, to)
  const about = leaving ?? findMailingAddress('bounce', config.secretKey, named)
  // Whatever it is, our mail server has nothing to do again.
  if (!about || !(report ?? leaving)) return answer(200, 'nothing to do')
  await ctx.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('mailingRecipients as r')
      .innerJoin('mailings as m', 'm.id', 'r.mailingId')
      .select(['r.id', 'r.mailingId', 'r.userId', 'r.email', 'r.state', 'm.type'])
      .where('r.id', '=', about.recipientId)
      .where('r.mailingId', '=', about.mailingId)
      .forUpdate('r')
      .executeTakeFirst()
    // An account that is gone; or a letter that has not gone out.
    if (!row || row.email === null || row.state === 'wait' || row.state === 'active') return
    const recipient = { id: row.id, mailingId: row.mailingId }
    const { email } = row
    const leaver = { userId: row.userId, email, recipient }
    if (!report) {
      await leaveMailing(tx, ctx.clock, leaver, [row.type as MailingType], 'mail service')
      return
    }
    if (report.kind === 'complaint') {
      await leaveMailing(tx, ctx.clock, leaver, ['info', 'advertising'], 'complaint')
      await suppressEmail(tx, ctx.clock, email, 'complaint', report.diagnostic)
    } else await takeBounce(ctx, tx, { ...recipient, email }, report)
    await recountMailing(tx, row.mailingId)
    await publish(tx, 'mailings.changed', {})
  })
  return answer(200, 'ok')
}

async function takeBounce(
  ctx: Pick<AppContext, 'clock' | 'config'>,
  tx: Tx,
  { id, mailingId, email }: { id: number; mailingId: number; email: string },
  { status, diagnostic }: ReturnedMailReport,
): Promise<void> {
  const kind = readSmtpAnswer(status.startsWith('4') ? 450 : 550, `${status} ${diagnostic}`)
  const bounce = kind === 'dead' || kind === 'disabled' || kind === 'full' ? kind : null
  const reason = `${status} ${diagnostic}`.trim().slice(0, 500)
  const { numUpdatedRows } = await tx
    .updateTable('mailingRecipients')
    .set({ state: 'bounced', bounce, reason, settledAt: ctx.clock.now() })
    .where('id', '=', id)
    // The same report again is the same bounce.
    .where('state', 'in', ['sent', 'unknown'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  if (bounce !== null) await suppressBounced(tx, ctx.clock, email, bounce, reason)
  await stopBouncing(tx, ctx, [mailingId])
}
