/** Registration and recovery send letters to whomever one names: from an address that does it often they want a captcha. */
import type { Config } from '../../config.ts'
import type { Asking } from '../../kit/asking.ts'
import { checkCaptcha } from './captcha.ts'
import { beginTry, letterKey, needsCaptcha } from './sign-in-failures.ts'

/** Counts this one too. Refuses with CAPTCHA_REQUIRED. */
export async function checkLetterCaptcha(asking: Asking, config: Config, captcha: string | undefined): Promise<void> {
  const key = letterKey(asking.ip)
  const asked = await beginTry(asking.db, asking.clock, [key])
  if (needsCaptcha(asked.before(key))) await checkCaptcha(asking, config, captcha)
}
