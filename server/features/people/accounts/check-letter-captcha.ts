/** Registration and recovery send letters to whomever one names: from an address that does it often they want a captcha. */
import type { CallContext } from '../../../kit/context.ts'
import { checkCaptcha } from './captcha.ts'
import { beginTry, letterKey, needsCaptcha } from './sign-in-failures.ts'

/** Counts this one too. Refuses with CAPTCHA_REQUIRED. */
export async function checkLetterCaptcha(ctx: CallContext, captcha: string | undefined): Promise<void> {
  const key = letterKey(ctx.ip)
  const asked = await beginTry(ctx.db, ctx.clock, [key])
  if (needsCaptcha(asked.before(key))) await checkCaptcha(ctx, captcha)
}
