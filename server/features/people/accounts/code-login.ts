/**
 * Coming in by a code from a letter, for anyone who has no password or has forgotten it. Nothing is kept but the code itself: the browser
 * holds the id of its attempt, so that what strangers ask for neither closes nor replaces a code its owner waits for.
 */
import { randomUUID } from 'node:crypto'
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { accounts } from '../../../../contract/people/accounts.ts'
import { findOpenCode, tryCode, type CodeHolder } from '../../../kit/codes.ts'
import type { CallContext } from '../../../kit/context.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { checkLetterCaptcha } from './check-letter-captcha.ts'
import { entryCode, sendEntryCode } from './entry-code.ts'
import { findUserIdByEmail } from './find-user.ts'
import { codeLoginLetter, notRegisteredLetter } from './letters.ts'
import { signIn } from './sign-in.ts'
import { codeLoginKey } from './sign-in-failures.ts'

const codeLoginCode = entryCode('login')

const holderOf = (login: string): CodeHolder => ({ subject: `login ${login}`, purpose: codeLoginCode })

export async function startCodeLogin(
  ctx: CallContext,
  { email, captcha }: InputOf<typeof accounts.startCodeLogin>,
): Promise<ResultOf<typeof accounts.startCodeLogin>> {
  const { db, config } = ctx
  const human = await checkLetterCaptcha(ctx, captcha, codeLoginKey(email))
  const login = randomUUID()
  return db.transaction().execute(async (tx) => {
    const known = (await findUserIdByEmail(tx, email)) !== null
    const instead = known ? null : notRegisteredLetter(config.siteUrl)
    const sent = await sendEntryCode(tx, ctx, {
      holder: holderOf(login),
      email,
      human,
      instead,
      withCode: codeLoginLetter,
    })
    return { login, ...sent }
  })
}

/** A wrong code counts as a wrong password does, and the same limits hold for both. */
export async function confirmCodeLogin(
  ctx: CallContext,
  { login, pin, captcha }: InputOf<typeof accounts.confirmCodeLogin>,
): Promise<ResultOf<typeof accounts.confirmCodeLogin>> {
  const { db, clock, config } = ctx
  const sent = await findOpenCode(db, clock, holderOf(login))
  if (!sent) return { flag: 3, user: null, secondStep: null }
  const userId = await findUserIdByEmail(db, sent.target)
  const { succeed, fail } = await beginSignIn(ctx, { email: sent.target, userId, captcha })
  const flag = await tryCode(db, clock, config.secretKey, { ...holderOf(login), pin }, () => Promise.resolve())
  if (flag !== 1 || userId === null) {
    await fail()
    // The account went while its code was on the way.
    return { flag: flag === 1 ? 3 : flag, user: null, secondStep: null }
  }
  await succeed()
  const came = await signIn(ctx, userId, 'code', async (tx) => {
    // The code came to this e-mail, so it is theirs.
    await tx.updateTable('users').set({ emailApprove: true }).where('id', '=', userId).execute()
  })
  return { flag, ...came }
}
