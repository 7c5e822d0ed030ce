/** Coming in with e-mail and password. What is answered, and how long it takes, is the same whether there is such an account. */
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import type { accounts } from '../../../../contract/people/accounts.ts'
import type { CallContext } from '../../../kit/context.ts'
import { audit } from '../../../kit/audit.ts'
import { AppError } from '../../../kit/app-error.ts'
import { checkCaptcha } from './captcha.ts'
import { findDeviceMark } from './known-device.ts'
import { tryPassword } from './passwords.ts'
import {
  accountKey,
  addressKey,
  beginTry,
  checkMost,
  deviceKey,
  forgetFailures,
  MOST_FROM_ONE,
  needsCaptcha,
  placeKey,
} from './sign-in-failures.ts'
import { signIn } from './sign-in.ts'

export async function logIn(
  ctx: CallContext,
  { email, password, captcha }: InputOf<typeof accounts.login>,
): Promise<ResultOf<typeof accounts.login>> {
  const { db, clock } = ctx
  const user = await db
    .selectFrom('users')
    .select(['id', 'passwordHash'])
    .where((where) => where(where.fn('lower', ['email']), '=', email.trim().toLowerCase()))
    .executeTakeFirst()
  const mark = user ? findDeviceMark(ctx, user.id) : null
  const [account, address] = [accountKey(email), addressKey(ctx.ip)]
  const here = mark === null ? placeKey(email, ctx.ip) : deviceKey(mark)
  const attempt = await beginTry(db, clock, [account, address, here])
  await checkMost(db, clock, attempt, here, MOST_FROM_ONE)
  // What all strangers together have tried does not keep out a browser that was in before.
  if (mark === null) await checkMost(db, clock, attempt, account)
  if (needsCaptcha(attempt.before(account)) || needsCaptcha(attempt.before(address))) {
    try {
      await checkCaptcha(ctx, captcha)
    } catch (error) {
      // No password was tried: anyone who sends none of it must not lock others out.
      await attempt.takeBack()
      throw error
    }
  }
  if (!(await tryPassword(attempt, user?.passwordHash ?? null, password)) || !user) {
    await db
      .transaction()
      .execute((tx) => audit(tx, clock, ctx, { actorId: null, userId: user?.id ?? null, action: 'sign-in-failed' }))
    const next = needsCaptcha(attempt.before(account) + 1) || needsCaptcha(attempt.before(address) + 1)
    throw new AppError('CREDENTIALS_INVALID', { captcha: next })
  }
  await attempt.takeBack()
  await forgetFailures(db, account, here)
  return signIn(ctx, user.id, 'password')
}
