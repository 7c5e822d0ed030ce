/**
 * A forgotten password: a link in a letter, good once and for an hour. Whether anybody has the e-mail shows neither in the answer
 * nor in its time: the letter is written by a job.
 */
import { createHmac } from 'node:crypto'
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { accounts } from '../../../../contract/people/accounts.ts'
import { resendSeconds } from '../../../../contract/people/verification.ts'
import type { CallContext } from '../../../kit/context.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { addressRange } from '../../../kit/address-range.ts'
import { DAY, SECOND, type Clock } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'
import { recordEvent } from '../../../kit/jobs.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Tx } from '../../../kit/sql.ts'
import { checkLetterCaptcha } from './check-letter-captcha.ts'
import { findUserIdByEmail } from './find-user.ts'
import { recoveryLetter } from './letters.ts'
import { checkNotCommon, hashPassword } from './passwords.ts'
import { findHoldingLink, hashRecoveryToken, openRecoveryLink, useRecoveryLink } from './recovery-links.ts'
import { replacePassword } from './replace-password.ts'
import { signIn } from './sign-in.ts'
import { recoveryKey } from './sign-in-failures.ts'

/** New links a day, from one network address and in all. */
const LINKS_A_DAY = 5
/** Letters a day from one network address, those among them that bring the same link again. */
const LETTERS_A_DAY = 10
const RESEND = resendSeconds.email * SECOND

export async function startRecovery(
  ctx: CallContext,
  { email, captcha }: InputOf<typeof accounts.startRecovery>,
): Promise<ResultOf<typeof accounts.startRecovery>> {
  const { db, clock } = ctx
  await checkLetterCaptcha(ctx, captcha, recoveryKey(email))
  await db.transaction().execute(async (tx) => {
    const userId = await findUserIdByEmail(tx, email)
    await recordAuditEntry(tx, clock, ctx, { actorId: null, userId, action: 'recovery-asked' })
    await recordEvent(tx, clock, 'recovery.asked', { userId, asker: askerOf(ctx) })
  })
  return { resendAt: new Date(clock.now().getTime() + RESEND).toISOString() }
}

/**
 * Letters are counted by who asks: what a stranger asks for leaves the owner neither without a letter nor with a link that opens
 * nothing. Anyone who asks too soon or too often gets none, and the last link goes on to hold.
 */
export async function sendRecoveryLetter(
  { db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>,
  userId: number,
  asker: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Locked: two at once send one letter.
    const user = await tx.selectFrom('users').select('email').where('id', '=', userId).forUpdate().executeTakeFirst()
    if (!user?.email) return
    const token = await tokenToSend(tx, clock, config, userId, asker)
    if (token === null) return
    await tx.insertInto('recoveryLetters').values({ userId, asker, sentAt: clock.now() }).execute()
    await postLetter(tx, clock, user.email, recoveryLetter(config.siteUrl, token))
  })
}

/** Where new links are used up, the one that holds is sent again. Null: no letter. */
async function tokenToSend(
  tx: Tx,
  clock: Clock,
  config: AppContext['config'],
  userId: number,
  asker: string,
): Promise<string | null> {
  const now = clock.now()
  const dayAgo = new Date(now.getTime() - DAY)
  const own = await tx
    .selectFrom('recoveryLetters')
    .select((select) => [select.fn.countAll<number>().as('count'), select.fn.max('sentAt').as('last')])
    .where('userId', '=', userId)
    .where('asker', '=', asker)
    .where('sentAt', '>', dayAgo)
    .executeTakeFirstOrThrow()
  if (own.count >= LETTERS_A_DAY || (own.last && own.last.getTime() + RESEND > now.getTime())) return null
  const { links } = await tx
    .selectFrom('recoveryTokens')
    .select((select) => select.fn.countAll<number>().as('links'))
    .where('userId', '=', userId)
    .where('createdAt', '>', dayAgo)
    .executeTakeFirstOrThrow()
  const spent = own.count >= LINKS_A_DAY
  const holding = spent || links >= LINKS_A_DAY ? await findHoldingLink(tx, clock, config, userId) : null
  return holding ?? (spent ? null : openRecoveryLink(tx, clock, config, userId))
}

/** Who asks, as letters are counted: good for nothing else, and no address. */
const askerOf = ({ config, ip }: Pick<CallContext, 'config' | 'ip'>): string =>
  createHmac('sha256', config.secretKey)
    .update(`recovery asked from ${addressRange(ip)}`)
    .digest('base64url')

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
