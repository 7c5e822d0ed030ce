/** Codes by letter: for the account's own e-mail, and for the one that notices go to. */
import type { InputOf } from '../../../../contract/call.ts'
import type { SentCode, verification } from '../../../../contract/people/verification.ts'
import { personOf, type CallContext } from '../../../kit/context.ts'
import { issueCode } from '../../../kit/codes.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import { AppError } from '../../../kit/app-error.ts'
import { checkOwnPassword, emailLooksTaken, findUser, isHuman, setPendingEmail } from '../accounts/accounts.public.ts'
import { emailCode, noticesCode } from './code-purposes.ts'
import { emailCodeLetter, emailTakenLetter, noticesCodeLetter } from './letters.ts'
import { readEmail } from './read-email.ts'
import { subjectOf, toSentCode } from './sent-codes.ts'

/** To their own e-mail, or to another, which then waits to take its place. That someone else has it, only its owner learns. */
export async function sendApproveCode(
  ctx: CallContext,
  { email: typed, password, captcha }: InputOf<typeof verification.sendApproveEmail>,
): Promise<SentCode> {
  const email = readEmail(typed)
  const { id } = personOf(ctx)
  const { db, clock, config } = ctx
  await checkMayChangeEmail(ctx, email, password)
  const human = await isHuman(ctx, captcha)
  return db.transaction().execute(async (tx) => {
    const user = await findUser(tx, id)
    const taken = await emailLooksTaken(tx, email, id)
    const order = { subject: subjectOf(id), purpose: emailCode, target: email, ip: ctx.ip, human }
    const { code, ...times } = await issueCode(tx, clock, config.secretKey, { ...order, decoy: taken })
    const own = user?.email?.toLowerCase() === email.toLowerCase()
    await setPendingEmail(tx, id, own ? null : email)
    await postLetter(tx, clock, email, taken ? emailTakenLetter(config.siteUrl) : emailCodeLetter(code))
    return toSentCode(email, times)
  })
}

/**
 * With the e-mail goes the account: a browser that was left open is not enough. Anyone who came through a network and has no password
 * can be asked for none. What waits to be confirmed was let through when it was first asked for.
 */
async function checkMayChangeEmail(ctx: CallContext, email: string, password: string | undefined): Promise<void> {
  const user = await findUser(ctx.db, personOf(ctx).id)
  if (
    !user?.hasPassword ||
    [user.email, user.pendingEmail].some((known) => known?.toLowerCase() === email.toLowerCase())
  )
    return
  if (password === undefined || password === '') throw new AppError('PASSWORD_REQUIRED')
  await checkOwnPassword(ctx, password)
}

/** To the e-mail that waits to be the account's, or else to the one it has. */
export async function sendCodeToKnownEmail(
  ctx: CallContext,
  { captcha }: InputOf<typeof verification.createEmailToken>,
): Promise<SentCode> {
  const user = await findUser(ctx.db, personOf(ctx).id)
  const email = user?.pendingEmail ?? user?.email
  if (!email) throw new AppError('EMAIL_REQUIRED')
  return sendApproveCode(ctx, { email, captcha })
}

/** Anybody's e-mail will do for notices, as long as its owner reads the code to us. */
export async function sendNoticesCode(
  ctx: CallContext,
  { email: typed, captcha }: InputOf<typeof verification.sendNotificationEmail>,
): Promise<SentCode> {
  const email = readEmail(typed)
  const human = await isHuman(ctx, captcha)
  const { db, clock, config } = ctx
  return db.transaction().execute(async (tx) => {
    const order = { subject: subjectOf(personOf(ctx).id), purpose: noticesCode, target: email, ip: ctx.ip, human }
    const { code, ...times } = await issueCode(tx, clock, config.secretKey, order)
    await postLetter(tx, clock, email, noticesCodeLetter(code))
    return toSentCode(email, times)
  })
}
