/** Coming in with e-mail and password. What is answered, and how long it takes, is the same whether there is such an account. */
import type { InputOf, ResultOf } from '../../../contract/call.ts'
import type { accounts } from '../../../contract/accounts.ts'
import type { Config } from '../../config.ts'
import type { Asking } from '../../kit/asking.ts'
import { audit } from '../../kit/audit.ts'
import { Refusal } from '../../kit/refusal.ts'
import { checkCaptcha } from './captcha.ts'
import { findDeviceMark } from './known-device.ts'
import { isPassword } from './passwords.ts'
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
  asking: Asking,
  config: Config,
  { email, password, captcha }: InputOf<typeof accounts.login>,
): Promise<ResultOf<typeof accounts.login>> {
  const { db, clock } = asking
  const user = await db
    .selectFrom('users')
    .select(['id', 'passwordHash'])
    .where((where) => where(where.fn('lower', ['email']), '=', email.trim().toLowerCase()))
    .executeTakeFirst()
  const mark = user ? findDeviceMark(asking, config, user.id) : null
  const [account, address] = [accountKey(email), addressKey(asking.ip)]
  const here = mark === null ? placeKey(email, asking.ip) : deviceKey(mark)
  const attempt = await beginTry(db, clock, [account, address, here])
  await checkMost(db, clock, attempt, here, MOST_FROM_ONE)
  // What all strangers together have tried does not keep out a browser that was in before.
  if (mark === null) await checkMost(db, clock, attempt, account)
  if (needsCaptcha(attempt.before(account)) || needsCaptcha(attempt.before(address))) {
    try {
      await checkCaptcha(asking, config, captcha)
    } catch (error) {
      // No password was tried: whoever sends none of it must not lock others out.
      await attempt.takeBack()
      throw error
    }
  }
  if (!(await isPassword(user?.passwordHash ?? null, password)) || !user) {
    await db
      .transaction()
      .execute((tx) => audit(tx, clock, asking, { actorId: null, userId: user?.id ?? null, action: 'sign-in-failed' }))
    const next = needsCaptcha(attempt.before(account) + 1) || needsCaptcha(attempt.before(address) + 1)
    throw new Refusal('WRONG_CREDENTIALS', { captcha: next })
  }
  await attempt.takeBack()
  await forgetFailures(db, account, here)
  return signIn(asking, config, user.id, 'password')
}
