/** A new mailing, and what an admin looks at before it is sent: how many get it, how it looks, a try. */
import type { MailingType } from '../../../../contract/office/mailings.ts'
import { mostAddresses } from '../../../../contract/office/mailings.ts'
import { findMailingMistakes, findWarnings, readMailingBody, type Values } from '../../../../rules/mailings/body.ts'
import {
  missingFields,
  readAddresses,
  readRecipientGroup,
  type MailingFields,
} from '../../../../rules/mailings/mailing.ts'
import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { publish } from '../../../kit/bus.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import { renderHtml, renderPlain } from '../../../kit/mail/render-letter.ts'
import type { Tx } from '../../../kit/sql.ts'
import { mailingHeaders, mailingLetter } from './mailing-letter.ts'
import { estimateRecipients, listRecipients, type Recipients } from './recipients.ts'
import { show } from './show-mailings.ts'
import { signLeaving } from './unsubscribe-token.ts'

type Admin = Handlers<'mailings'>

/** Refuses the first thing that is missing, in the order of the form. */
function readRecipients(fields: MailingFields): Recipients {
  const [missing] = missingFields(fields).filter(({ field }) => field !== 'subj' && field !== 'body')
  if (missing) throw new AppError(missing.code)
  const { type = '', recGroup = '', recAny = '' } = fields
  if (recGroup !== 'any') return { type: type as MailingType, group: recGroup, addresses: [] }
  const { addresses, mistaken } = readAddresses(recAny)
  if (mistaken.length > 0) throw new AppError('MAILING_ADDRESSES_INVALID', { lines: mistaken.slice(0, 10) })
  if (addresses.length > mostAddresses) throw new AppError('MAILING_ADDRESS_LIMIT_EXCEEDED')
  return { type: type as MailingType, group: recGroup, addresses }
}

export const sendEmail: Admin['sendEmail'] = async (ctx, { sendAt, key, ...fields }) => {
  const { db, clock } = ctx
  const recipients = readRecipients(fields)
  const [missing] = missingFields(fields)
  if (missing) throw new AppError(missing.code)
  const { subj = '', body = '' } = fields
  const mistakes = findMailingMistakes(subj, body)
  if (mistakes.length > 0) throw new AppError('MAILING_TEXT_INVALID', { mistakes })
  await checkCategory(ctx, recipients.group)
  const id = await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const later = sendAt !== undefined && new Date(sendAt) > now
    const made = await tx
      .insertInto('mailings')
      .values({
        type: recipients.type,
        recGroup: recipients.group,
        addresses: later ? [...recipients.addresses] : [],
        subject: subj.trim(),
        body,
        status: 'waiting',
        sendAt: later ? new Date(sendAt) : now,
        listedAt: later ? null : now,
        expected: 0,
        key: key ?? null,
        createdBy: personOf(ctx).id,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id')
      .executeTakeFirst()
    // The same form, sent again: its answer was lost.
    if (!made) return findByKey(tx, key)
    const expected = later
      ? (await estimateRecipients(tx, recipients, now)).willGet
      : await listRecipients(tx, made.id, recipients, now)
    if (expected === 0) throw new AppError('MAILING_RECIPIENTS_EMPTY')
    await tx.updateTable('mailings').set({ expected }).where('id', '=', made.id).execute()
    await recordAuditEntry(tx, clock, ctx, {
      actorId: personOf(ctx).id,
      userId: null,
      action: 'mailing-created',
      details: { mailing: made.id, type: recipients.type, group: recipients.group, recipients: expected },
    })
    await publish(tx, 'mailings.changed', {})
    return made.id
  })
  const row = await db.selectFrom('mailings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const [task] = await show(db, [row])
  if (!task) throw new AppError('MAILING_NOT_FOUND')
  return { task }
}

async function findByKey(tx: Tx, key: string | undefined): Promise<number> {
  const found = await tx
    .selectFrom('mailings')
    .select('id')
    .where('key', '=', key ?? null)
    .executeTakeFirst()
  if (!found) throw new AppError('MAILING_NOT_FOUND')
  return found.id
}

async function checkCategory({ db }: Pick<CallContext, 'db'>, group: string): Promise<void> {
  const read = readRecipientGroup(group)
  if (read === null || typeof read === 'string') return
  const found = await db.selectFrom('categories').select('id').where('id', '=', read.categoryId).executeTakeFirst()
  if (!found) throw new AppError('CATEGORY_NOT_FOUND')
}

export const estimateMailing: Admin['estimateMailing'] = (ctx, fields) =>
  estimateRecipients(ctx.db, readRecipients(fields), ctx.clock.now())

/** As the one who asks would get it: their name, their e-mail. */
async function ownLetter(ctx: CallContext, { type, subj = '', body = '' }: MailingFields) {
  const { db, config } = ctx
  const { id: userId } = personOf(ctx)
  const { username, email, emailApprove } = await db
    .selectFrom('users')
    .select(['username', 'email', 'emailApprove'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const kind: MailingType = type === 'advertising' ? 'advertising' : 'info'
  const token = signLeaving(ctx, { type: kind, userId })
  const values: Values = { имя: username, почта: email ?? '' }
  const letter = mailingLetter(
    { type: kind, subject: subj, body: readMailingBody(body) },
    values,
    config.siteUrl,
    token,
  )
  return { letter, headers: mailingHeaders(kind, config.siteUrl, token, null), email: emailApprove ? email : null }
}

export const previewMailing: Admin['previewMailing'] = async (ctx, fields) => {
  const { letter } = await ownLetter(ctx, fields)
  const { subj = '', body = '' } = fields
  return {
    subject: letter.subject,
    html: renderHtml(letter),
    plain: renderPlain(letter),
    mistakes: findMailingMistakes(subj, body),
    warnings: findWarnings(body),
  }
}

export const sendTestMailing: Admin['sendTestMailing'] = async (ctx, fields) => {
  const [missing] = missingFields(fields).filter(({ field }) => field === 'subj' || field === 'body')
  if (missing) throw new AppError(missing.code)
  const mistakes = findMailingMistakes(fields.subj ?? '', fields.body ?? '')
  if (mistakes.length > 0) throw new AppError('MAILING_TEXT_INVALID', { mistakes })
  const { letter, headers, email } = await ownLetter(ctx, fields)
  if (email === null) throw new AppError('MAILING_EMAIL_REQUIRED')
  const marked = { ...letter, subject: `[Проба] ${letter.subject}` }
  await ctx.db.transaction().execute((tx) => postLetter(tx, ctx.clock, email, marked, { headers }))
  return { email }
}
