/**
 * A forgotten password: a link in a letter, good once and for an hour. Whether anybody has the e-mail shows neither in the answer
 * nor in its time: the letter is written by a job.
 */
import type { InputOf, ResultOf } from '../../../contract/call.ts'
import type { accounts } from '../../../contract/accounts.ts'
import { resendSeconds } from '../../../contract/verification.ts'
import type { Config } from '../../config.ts'
import type { Asking } from '../../kit/asking.ts'
import { audit } from '../../kit/audit.ts'
import { DAY, SECOND } from '../../kit/clock.ts'
import { tell, type JobContext } from '../../kit/jobs.ts'
import { postLetter } from '../../kit/mail/post-letter.ts'
import { Refusal } from '../../kit/refusal.ts'
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
  asking: Asking,
  config: Config,
  { email, captcha }: InputOf<typeof accounts.startRecovery>,
): Promise<ResultOf<typeof accounts.startRecovery>> {
  const { db, clock } = asking
  await checkLetterCaptcha(asking, config, captcha)
  await db.transaction().execute(async (tx) => {
    const userId = await findUserIdByEmail(tx, email)
    await audit(tx, clock, asking, { actorId: null, userId, action: 'recovery-asked' })
    await tell(tx, clock, 'recovery.asked', { userId })
  })
  return { resendAt: new Date(clock.now().getTime() + RESEND).toISOString() }
}

/** Whoever asks too soon or too often gets no letter, and the last link goes on to hold. */
export async function sendRecoveryLetter(
  { db, clock, config }: Pick<JobContext, 'db' | 'clock' | 'config'>,
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
  asking: Asking,
  config: Config,
  { token, password }: InputOf<typeof accounts.confirmRecovery>,
): Promise<ResultOf<typeof accounts.confirmRecovery>> {
  const { db, clock } = asking
  const user = await db
    .selectFrom('recoveryTokens')
    .innerJoin('users', 'users.id', 'recoveryTokens.userId')
    .select(['users.id', 'users.email', 'users.username'])
    .where('tokenHash', '=', hashRecoveryToken(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', clock.now())
    .executeTakeFirst()
  if (!user) throw new Refusal('RECOVERY_EXPIRED')
  await checkNotCommon(password, user)
  const passwordHash = await hashPassword(password)
  return signIn(asking, config, user.id, 'recovery', async (tx) => {
    // The same link twice at once opens once.
    if (!(await useRecoveryLink(tx, clock, token))) throw new Refusal('RECOVERY_EXPIRED')
    // The link came to this e-mail, so it is his.
    await tx.updateTable('users').set({ emailApprove: true }).where('id', '=', user.id).execute()
    await replacePassword(tx, asking, config, { userId: user.id, passwordHash, action: 'password-recovered' })
  })
}
