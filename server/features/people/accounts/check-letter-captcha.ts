/** Registration and recovery send letters to whomever one names: where it is done often they want a captcha. */
import type { CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { isHuman } from './captcha.ts'
import { beginTry, letterKey, needsCaptcha } from './sign-in-failures.ts'

/**
 * Counts this one too, by the address it comes from and by `more` keys. Refuses with CAPTCHA_REQUIRED.
 * @returns whether a captcha was solved
 */
export async function checkLetterCaptcha(
  ctx: CallContext,
  captcha: string | undefined,
  ...more: string[]
): Promise<boolean> {
  const keys = [letterKey(ctx.ip), ...more]
  const asked = await beginTry(ctx.db, ctx.clock, keys)
  const human = await isHuman(ctx, captcha)
  if (!human && keys.some((key) => needsCaptcha(asked.before(key)))) throw new AppError('CAPTCHA_REQUIRED')
  return human
}
