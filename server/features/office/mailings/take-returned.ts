/** Letters of mailings that came back, and complaints, as our mail server hands them over. Which letter it was is said by the address it came back to, and no one else can write that. */
import { readAnswer } from '../../../../rules/mailings/smtp-answer.ts'
import { publish } from '../../../kit/bus.ts'
import type { AppContext, Handlers } from '../../../kit/context.ts'
import type { Tx } from '../../../kit/sql.ts'
import { isSameSecret } from '../../../kit/same-secret.ts'
import { leave } from './leave.ts'
import { readReturnedMail, type Report } from './read-report.ts'
import { findReturnAddress } from './return-address.ts'
import { recount } from './show-mailings.ts'
import { suppress, suppressBounced } from './suppressions.ts'

const answer = (status: number, body: string) => ({ status, type: 'text/plain; charset=utf-8', body: `${body}\n` })

export const takeReturnedMail: Handlers<'mailings'>['takeReturnedMail'] = async (ctx) => {
  const { config, raw } = ctx
  const given = raw?.headers['x-echolot-secret']
  if (!raw || typeof given !== 'string' || !isSameSecret(config.mailings.returnSecret, given))
    return answer(403, 'forbidden')
  const { report, named } = await readReturnedMail(raw.body)
  const about = findReturnAddress(config.secretKey, named)
  // Whatever it is, our mail server has nothing to do again.
  if (!about || !report) return answer(200, 'nothing to do')
  await ctx.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('mailingRecipients')
      .select(['id', 'mailingId', 'userId', 'email', 'state', 'bounce'])
      .where('id', '=', about.recipientId)
      .where('mailingId', '=', about.mailingId)
      .forUpdate()
      .executeTakeFirst()
    // An account that is gone; or a letter that has not gone out.
    if (!row || row.email === null || row.state === 'wait' || row.state === 'active') return
    const recipient = { id: row.id, mailingId: row.mailingId }
    const { email } = row
    if (report.kind === 'complaint') {
      await leave(tx, ctx.clock, { userId: row.userId, email, recipient }, ['info', 'advertising'], 'complaint')
      await suppress(tx, ctx.clock, email, 'complaint', report.diagnostic)
    } else await takeBounce(ctx, tx, { ...recipient, email }, report)
    await recount(tx, row.mailingId)
    await publish(tx, 'mailings.changed', {})
  })
  return answer(200, 'ok')
}

async function takeBounce(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  { id, email }: { id: number; email: string },
  { status, diagnostic }: Report,
): Promise<void> {
  const kind = readAnswer(status.startsWith('4') ? 450 : 550, `${status} ${diagnostic}`)
  const bounce = kind === 'dead' || kind === 'disabled' || kind === 'full' ? kind : null
  const reason = `${status} ${diagnostic}`.trim().slice(0, 500)
  const { numUpdatedRows } = await tx
    .updateTable('mailingRecipients')
    .set({ state: 'bounced', bounce, reason, settledAt: clock.now() })
    .where('id', '=', id)
    // The same report again is the same bounce.
    .where('state', 'in', ['sent', 'unknown'])
    .executeTakeFirst()
  if (numUpdatedRows > 0n && bounce !== null) await suppressBounced(tx, clock, email, bounce, reason)
}
