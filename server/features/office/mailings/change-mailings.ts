/** Mailings that are there: their list, one whole, pausing and letting go on. */
import { sql } from 'kysely'
import type { MailingStatus, RecipientState } from '../../../../contract/office/mailings.ts'
import { bouncesOf } from '../../../../rules/mailings/mailing.ts'
import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { publish } from '../../../kit/bus.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { BOUNCES_EXCEEDED } from './sending/open-mailings.ts'
import { countRecipients, readMailingPage, show, type MailingFailure } from './show-mailings.ts'

type Admin = Handlers<'mailings'>

const MOST_REASONS = 50

export const listMailings: Admin['listMailings'] = ({ db }, paged) => readMailingPage(db, paged)

export const toggleMailing: Admin['toggleMailing'] = async (ctx, { taskId, ...paged }) => {
  const { db, clock } = ctx
  await db.transaction().execute(async (tx) => {
    const mailing = await tx
      .selectFrom('mailings')
      .select(['status', 'sendAt', 'listedAt', 'trouble'])
      .where('id', '=', taskId)
      .forUpdate()
      .executeTakeFirst()
    if (!mailing) throw new AppError('MAILING_NOT_FOUND')
    const before = mailing.status as MailingStatus
    if (before === 'completed') throw new AppError('MAILING_ALREADY_COMPLETED')
    const begun = mailing.listedAt !== null && mailing.sendAt <= clock.now()
    const status: MailingStatus = before !== 'paused' ? 'paused' : begun ? 'active' : 'waiting'
    const hadBounced = (mailing.trouble as MailingFailure | null)?.code === BOUNCES_EXCEEDED
    const counts = hadBounced ? (await countRecipients(tx, [taskId])).get(taskId) : undefined
    await tx
      .updateTable('mailings')
      .set({ status, trouble: null, ...(counts && { bouncesSeen: JSON.stringify(bouncesOf(counts)) }) })
      .where('id', '=', taskId)
      .execute()
    await recordAuditEntry(tx, clock, ctx, {
      actorId: personOf(ctx).id,
      userId: null,
      action: 'mailing-toggled',
      details: { mailing: taskId, before, status },
    })
    await publish(tx, 'mailings.changed', {})
  })
  return readMailingPage(db, paged)
}

export const getMailing: Admin['getMailing'] = async ({ db }, { taskId }) => {
  const row = await db.selectFrom('mailings').selectAll().where('id', '=', taskId).executeTakeFirst()
  const [task] = row ? await show(db, [row]) : []
  if (!row || !task) throw new AppError('MAILING_NOT_FOUND')
  const { rows: outcomes } = await sql<{ state: RecipientState; reason: string | null; count: number }>`
    select state, reason, count(*)::integer as count from mailing_recipients where mailing_id = ${taskId}
    group by state, reason order by count desc, state, reason limit ${MOST_REASONS}`.execute(db)
  return { task, body: row.body, outcomes }
}

export const listMailHolds: Admin['listMailHolds'] = async ({ db }) => {
  const rows = await db.selectFrom('mailHolds').selectAll().orderBy('since').execute()
  return { holds: rows.map(({ holder, why, since }) => ({ holder, why, since: since.toISOString() })) }
}

/** What was refused is tried again at once: the admin has seen to it. */
export const endMailHold: Admin['endMailHold'] = async (ctx, { holder }) => {
  const { db, clock } = ctx
  await db.transaction().execute(async (tx) => {
    const ended = await tx.deleteFrom('mailHolds').where('holder', '=', holder).returning('why').executeTakeFirst()
    if (!ended) throw new AppError('MAIL_HOLD_NOT_FOUND')
    await tx
      .updateTable('mailingRecipients')
      .set({ dueAt: clock.now() })
      .where('holder', '=', holder)
      .where('state', '=', 'wait')
      .where('refusals', '>', 0)
      .execute()
    await recordAuditEntry(tx, clock, ctx, {
      actorId: personOf(ctx).id,
      userId: null,
      action: 'mail-hold-ended',
      details: { holder, why: ended.why },
    })
    await publish(tx, 'mailings.changed', {})
  })
  return {}
}
