/**
 * Registration: first a code to the e-mail, then the account. Anyone who names an e-mail that has an account gets the very same
 * answer; the letter, which only its owner reads, tells them, and the code that is asked for is one that no one knows.
 */
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { accounts } from '../../../../contract/people/accounts.ts'
import { hasUnseenSigns } from '../../../../rules/username.ts'
import { readPrint } from '../../../../rules/device-print.ts'
import type { CallContext } from '../../../kit/context.ts'
import { tryCode, type CodeHolder } from '../../../kit/codes.ts'
import { DAY, type Clock } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { keepReferral, referralOf, type Referral } from '../referrals/referrals.public.ts'
import { isHuman } from './captcha.ts'
import { giveConsent } from './consents.ts'
import { checkLetterCaptcha } from './check-letter-captcha.ts'
import { createAccount } from './create-account.ts'
import { keepDevicePrint } from './device-print.ts'
import { entryCode, sendEntryCode } from './entry-code.ts'
import { emailLooksTaken } from './find-user.ts'
import { alreadyRegisteredLetter, registrationLetter } from './letters.ts'
import { checkNotCommon, hashPassword } from './passwords.ts'
import { openSignedIn } from './sign-in.ts'
import { knownTimeZone } from './time-zone.ts'

type Registering = ResultOf<typeof accounts.register>

/** A code lives for minutes; until then a new one can be asked for. */
const REGISTRATION_HOLDS = DAY

export const registrationCode = entryCode('registration')

const holderOf = (registration: string): CodeHolder => ({
  subject: `registration ${registration}`,
  purpose: registrationCode,
})

export async function register(ctx: CallContext, input: InputOf<typeof accounts.register>): Promise<Registering> {
  const { db, clock } = ctx
  const { email, password } = input
  const username = input.username?.trim() || (email.split('@')[0] ?? email)
  if (hasUnseenSigns(username)) throw new AppError('USERNAME_INVALID')
  if (password !== undefined) await checkNotCommon(password, { email, username })
  const human = await checkLetterCaptcha(ctx, input.captcha)
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('registrations')
      .values({
        email,
        username,
        passwordHash,
        timeZone: knownTimeZone(input.timeZone),
        referral: JSON.stringify(referralOf(ctx)),
        fp: readPrint(input.fp),
        incognito: input.incognito ?? false,
        advertising: input.advertising ?? false,
        createdAt: now,
        expiresAt: new Date(now.getTime() + REGISTRATION_HOLDS),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return sendCode(tx, ctx, { registration: id, email, human })
  })
}

export async function resendRegistration(
  ctx: CallContext,
  { registration, captcha }: InputOf<typeof accounts.resendRegistration>,
): Promise<Registering> {
  const { email } = await getRegistration(ctx.db, ctx.clock, registration)
  const human = await isHuman(ctx, captcha)
  return ctx.db.transaction().execute((tx) => sendCode(tx, ctx, { registration, email, human }))
}

interface CodeWanted {
  registration: string
  email: string
  human: boolean
}

async function sendCode(tx: Tx, ctx: CallContext, { registration, email, human }: CodeWanted): Promise<Registering> {
  const taken = await emailLooksTaken(tx, email, null)
  const instead = taken ? alreadyRegisteredLetter(ctx.config.siteUrl) : null
  const sent = await sendEntryCode(tx, ctx, {
    holder: holderOf(registration),
    email,
    human,
    instead,
    withCode: registrationLetter,
  })
  return { registration, ...sent }
}

export async function confirmRegistration(
  ctx: CallContext,
  { registration, pin }: InputOf<typeof accounts.confirmRegistration>,
): Promise<ResultOf<typeof accounts.confirmRegistration>> {
  const { db, clock, config } = ctx
  const wanted = await getRegistration(db, clock, registration)
  let userId: number | null = null
  const flag = await tryCode(db, clock, config.secretKey, { ...holderOf(registration), pin }, async (tx) => {
    const { email, username, timeZone, passwordHash, fp, incognito, advertising } = wanted
    userId = await createAccount(
      tx,
      ctx,
      {
        email,
        emailApprove: true,
        username,
        timeZone,
        password: passwordHash === null ? null : { hash: passwordHash },
      },
      ctx,
    )
    await keepReferral(tx, clock, userId, wanted.referral as unknown as Referral)
    if (advertising) {
      const { ip, userAgent } = ctx
      await giveConsent(tx, clock, userId, { place: 'registration', ip, userAgent })
    }
    if (fp !== null) await keepDevicePrint(tx, clock, userId, { fp, incognito })
    await tx.updateTable('registrations').set({ confirmedAt: clock.now() }).where('id', '=', registration).execute()
  })
  if (userId === null) return { flag, user: null }
  const { user } = await openSignedIn(ctx, userId, 'registration')
  return { flag, user }
}

async function getRegistration(db: DbOrTx, clock: Clock, id: string) {
  const row = await db
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .where('expiresAt', '>', clock.now())
    .executeTakeFirst()
  if (!row) throw new AppError('REGISTRATION_EXPIRED')
  return row
}

export async function forgetRegistrations(db: DbOrTx, clock: Clock): Promise<void> {
  await db
    .deleteFrom('registrations')
    .where(({ eb, or }) => or([eb('expiresAt', '<=', clock.now()), eb('confirmedAt', 'is not', null)]))
    .execute()
}
