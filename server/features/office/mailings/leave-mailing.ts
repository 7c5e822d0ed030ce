/** Leaving mailings: by the links of a letter, by the button of a mail service, by a complaint; and what one set oneself. */
import type { MailingType } from '../../../../contract/office/mailings.ts'
import { AppError } from '../../../kit/app-error.ts'
import { publish } from '../../../kit/bus.ts'
import type { Clock } from '../../../kit/clock.ts'
import { personOf, type AppContext, type CallContext, type Handlers } from '../../../kit/context.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { isOneClick } from '../../../kit/mail/one-click.ts'
import {
  giveConsent,
  readMailingChoices,
  setNewsWanted,
  withdrawConsent,
  type WithdrawnBy,
} from '../../people/accounts/accounts.public.ts'
import { recountMailing } from './show-mailings.ts'
import { suppressEmail, wantAgain } from './suppressions.ts'
import { readLeaving, type Leaving } from './unsubscribe-token.ts'

type Calls = Handlers<'mailings'>

/** Whom a link is about: an account, or an address that no account has. */
interface Leaver {
  userId: number | null
  email: string | null
  /** Of the letter they were sent. */
  recipient: { id: number; mailingId: number } | null
}

async function findLeaver(db: DbOrTx, leaving: Leaving): Promise<Leaver | null> {
  if ('userId' in leaving) {
    const user = await db.selectFrom('users').select('id').where('id', '=', leaving.userId).executeTakeFirst()
    return user ? { userId: user.id, email: null, recipient: null } : null
  }
  const row = await db
    .selectFrom('mailingRecipients')
    .select(['id', 'mailingId', 'userId', 'email'])
    .where('id', '=', leaving.recipientId)
    .executeTakeFirst()
  if (!row || (row.userId === null && row.email === null)) return null
  return { userId: row.userId, email: row.email, recipient: { id: row.id, mailingId: row.mailingId } }
}

/** Again it changes nothing. */
export async function leaveMailing(
  tx: Tx,
  clock: Clock,
  { userId, email, recipient }: Leaver,
  types: readonly MailingType[],
  by: WithdrawnBy,
): Promise<void> {
  if (userId === null) {
    if (email !== null) await suppressEmail(tx, clock, email, 'unsubscribed', by)
  } else {
    if (types.includes('info')) await setNewsWanted(tx, clock, userId, false)
    if (types.includes('advertising')) await withdrawConsent(tx, clock, userId, by)
  }
  if (!recipient) return
  const { numUpdatedRows } = await tx
    .updateTable('mailingRecipients')
    .set({ state: 'unsubscribed', reason: by })
    .where('id', '=', recipient.id)
    .where('state', 'in', ['sent', 'unknown'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await recountMailing(tx, recipient.mailingId)
  await publish(tx, 'mailings.changed', {})
}

/** What they are sent now. */
async function readLeft(db: DbOrTx, { userId, email }: Leaver): Promise<Record<MailingType, boolean>> {
  if (userId !== null) {
    const choices = await readMailingChoices(db, userId)
    return { info: !(choices?.news ?? false), advertising: (choices?.agreedAt ?? null) === null }
  }
  const suppressed = await db
    .selectFrom('mailSuppressions')
    .select('reason')
    .where('email', '=', email?.toLowerCase() ?? '')
    .executeTakeFirst()
  return { info: suppressed !== undefined, advertising: true }
}

async function accessLeaver(ctx: AppContext, token: string): Promise<{ leaving: Leaving; leaver: Leaver }> {
  const leaving = readLeaving(ctx, token)
  const leaver = leaving && (await findLeaver(ctx.db, leaving))
  if (!leaving || !leaver) throw new AppError('MAILING_LINK_NOT_FOUND')
  return { leaving, leaver }
}

async function describe(db: DbOrTx, type: MailingType, leaver: Leaver) {
  const left = await readLeft(db, leaver)
  return { type, done: left[type], doneAll: left.info && left.advertising }
}

export const readMailingLink: Calls['readMailingLink'] = async (ctx, { token }) => {
  const { leaving, leaver } = await accessLeaver(ctx, token)
  return describe(ctx.db, leaving.type, leaver)
}

export const followMailingLink: Calls['followMailingLink'] = async (ctx, { token, all = false }) => {
  const { leaving, leaver } = await accessLeaver(ctx, token)
  const types: MailingType[] = all ? ['info', 'advertising'] : [leaving.type]
  await ctx.db.transaction().execute((tx) => leaveMailing(tx, ctx.clock, leaver, types, 'letter'))
  return describe(ctx.db, leaving.type, leaver)
}

/** The page, with the token where no server sees it again. */
export const openMailingUnsubscribe: Calls['openMailingUnsubscribe'] = (_ctx, { token }) =>
  Promise.resolve({ location: `/unsubscribe#${encodeURIComponent(token)}` })

/** Done at once and without a question, as often as it comes; a link that is not ours is answered as any other. */
export const takeMailingUnsubscribe: Calls['takeMailingUnsubscribe'] = async (ctx) => {
  const { query, body, headers } = ctx.raw ?? { query: '', body: Buffer.alloc(0), headers: {} }
  if (!isOneClick(headers['content-type'] ?? '', body.toString('utf8')))
    return { status: 400, type: 'text/plain; charset=utf-8', body: 'List-Unsubscribe=One-Click is missing\n' }
  const leaving = readLeaving(ctx, new URLSearchParams(query).get('token') ?? '')
  const leaver = leaving && (await findLeaver(ctx.db, leaving))
  if (leaving && leaver)
    await ctx.db.transaction().execute((tx) => leaveMailing(tx, ctx.clock, leaver, [leaving.type], 'mail service'))
  return { status: 200, type: 'text/plain; charset=utf-8', body: 'ok\n' }
}

export const getMailingChoices: Calls['getMailingChoices'] = (ctx) => showChoices(ctx)

export const setMailingChoice: Calls['setMailingChoice'] = async (ctx, { type, value }) => {
  const { db, clock, ip, userAgent } = ctx
  const { id: userId } = personOf(ctx)
  await db.transaction().execute(async (tx) => {
    if (type === 'info') await setNewsWanted(tx, clock, userId, value)
    else if (value) await giveConsent(tx, clock, userId, { place: 'profile', ip, userAgent })
    else await withdrawConsent(tx, clock, userId, 'profile')
    if (value) await wantAgain(tx, userId)
  })
  return showChoices(ctx)
}

async function showChoices(ctx: CallContext) {
  const choices = await readMailingChoices(ctx.db, personOf(ctx).id)
  const agreedAt = choices?.agreedAt ?? null
  return { info: choices?.news ?? false, advertising: agreedAt !== null, agreedAt: agreedAt?.toISOString() ?? null }
}
