/** What guards every way in by what can be guessed, a password or a code: counted alike, and answered alike whether there is such an account. */
import { recordAuditEntry } from '../../../kit/audit.ts'
import type { CallContext } from '../../../kit/context.ts'
import { checkCaptcha } from './captcha.ts'
import { findDeviceMark } from './known-device.ts'
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
  type Try,
} from './sign-in-failures.ts'

export interface SignInTry {
  attempt: Try
  /** What was entered is theirs. */
  succeed(): Promise<void>
  /** It is not. @returns whether the next try needs a captcha */
  fail(): Promise<boolean>
}

/**
 * @param userId whose e-mail it is; null: no one's
 * @throws AppError RATE_LIMIT_EXCEEDED, CAPTCHA_REQUIRED
 */
export async function beginSignIn(
  ctx: CallContext,
  { email, userId, captcha }: { email: string; userId: number | null; captcha: string | undefined },
): Promise<SignInTry> {
  const { db, clock } = ctx
  const mark = userId === null ? null : findDeviceMark(ctx, userId)
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
      // Nothing was tried: anyone who sends none of it must not lock others out.
      await attempt.takeBack()
      throw error
    }
  }
  return {
    attempt,
    async succeed() {
      await attempt.takeBack()
      await forgetFailures(db, account, here)
    },
    async fail() {
      await db
        .transaction()
        .execute((tx) => recordAuditEntry(tx, clock, ctx, { actorId: null, userId, action: 'sign-in-failed' }))
      return needsCaptcha(attempt.before(account) + 1) || needsCaptcha(attempt.before(address) + 1)
    },
  }
}
