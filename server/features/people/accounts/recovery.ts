/**
 * A forgotten password: a link in a letter, good once and for an hour. Whether anybody has the e-mail shows neither in the answer
 * nor in its time: the letter is written by a job.
 */
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { accounts } from '../../../../contract/people/accounts.ts'
import { resendSeconds } from '../../../../contract/people/verification.ts'
import type { CallContext } from '../../../kit/context.ts'
import { audit } from '../../../kit/audit.ts'
import { DAY, SECOND } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'
import { recordEvent } from '../../../kit/jobs.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import { AppError } from '../../../kit/app-error.ts'
import { checkLetterCaptcha } from './check-letter-captcha.ts'
import { findUserIdByEmail } from './find-user.ts'
import { recoveryLetter } from './letters.ts'
import { checkNotCommon, hashPassword } from './passwords.ts'
import { hashRecoveryToken, openRecoveryLink, useRecoveryLink } from './recovery-links.ts'
import { replacePassword } from './replace-password.ts'
import { signIn } from './sign-in.ts'

const LETTERS_A_DAY = 5
const RESEND = resendSeconds.email * SECOND

export async function startRecovery(
  ctx: CallContext,
  { email, captcha }: InputOf<typeof accounts.startRecovery>,
): Promise<ResultOf<typeof accounts.startRecovery>> {
  const { db, clock } = ctx
  await checkLetterCaptcha(ctx, captcha)
  await db.transaction().execute(async (tx) => {
    const userId = await findUserIdByEmail(tx, email)
    await audit(tx, clock, ctx, { actorId: null, userId, action: 'recovery-asked' })
    await recordEvent(tx, clock, 'recovery.asked', { userId })
  })
  return { resendAt: new Date(clock.now().getTime() + RESEND).toISOString() }
}

/** Anyone who asks too soon or too often gets no letter, and the last link goes on to hold. */
export async function sendRecoveryLetter(
  { db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>,
  userId: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Locked: two at once send one letter.
    const user = await tx.selectFrom('users').select('email').where('id', '=', userId).forUpdate().executeTakeFirst()
    if (!user?.email) return
    const now = clock.now()
    const sent = await tx
      .selectFrom('recoveryTokens')
      .select((select) => [select.fn.countAll<number>().as('count'), select.fn.max('createdAt').as('last')])
      .where('userId', '=', userId)
      .where('createdAt', '>', new Date(now.getTime() - DAY))
      .executeTakeFirstOrThrow()
    if (sent.count >= LETTERS_A_DAY || (sent.last && sent.last.getTime() + RESEND > now.getTime())) return
    const token = await openRecoveryLink(tx, clock, userId)
    await postLetter(tx, clock, user.email, recoveryLetter(config.siteUrl, token))
  })
}

export async function confirmRecovery(
  ctx: CallContext,
  { token, password }: InputOf<typeof accounts.confirmRecovery>,
): Promise<ResultOf<typeof accounts.confirmRecovery>> {
  const { db, clock } = ctx
  const user = await db
    .selectFrom('recoveryTokens')
    .innerJoin('users', 'users.id', 'recoveryTokens.userId')
    .select(['users.id', 'users.email', 'users.username'])
    .where('tokenHash', '=', hashRecoveryToken(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', clock.now())
    .executeTakeFirst()
  if (!user) throw new AppError('RECOVERY_EXPIRED')
  await checkNotCommon(password, user)
  const passwordHash = await hashPassword(password)
  return signIn(ctx, user.id, 'recovery', async (tx) => {
    // The same link twice at once opens once.
    if (!(await useRecoveryLink(tx, clock, token))) throw new AppError('RECOVERY_EXPIRED')
    // The link came to this e-mail, so it is theirs.
    await tx.updateTable('users').set({ emailApprove: true }).where('id', '=', user.id).execute()
    await replacePassword(tx, ctx, { userId: user.id, passwordHash, action: 'password-recovered' })
  })
}
