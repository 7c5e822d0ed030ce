/**
 * The captcha: our own (ALTCHA: the browser works for a moment, no one else is asked), or Yandex SmartCaptcha when its keys are
 * set. Of a challenge of ours nothing is kept until it is answered: it is signed, and says itself how long it holds.
 */
import { hkdfSync } from 'node:crypto'
import { createChallenge, randomInt, verifySolution, type Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Config } from '../../../config/config.ts'
import type { CallContext } from '../../../kit/context.ts'
import { MINUTE, type Clock } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Db, DbOrTx } from '../../../kit/sql.ts'
import { passesYandexCaptcha } from './yandex-captcha.ts'

type CaptchaConfig = Pick<Config, 'secretKey' | 'yandexCaptcha' | 'publicOrigin'>

const HOLDS = 20 * MINUTE
/** Half a second of a telephone: about so many keys, each of this many rounds. */
export const FEWEST_KEYS = 300
const MOST_KEYS = 600
const ROUNDS = 2000

/** @param effort how many times as much work as usual */
export async function createOwnChallenge(
  config: CaptchaConfig,
  clock: Clock,
  effort: number,
): Promise<Record<string, unknown>> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(FEWEST_KEYS * effort, MOST_KEYS * effort),
    deriveKey,
    // Not the library's own expiry, which asks the system for the time.
    data: { until: clock.now().getTime() + HOLDS },
    ...secrets(config),
  })
  return { ...challenge }
}

/** Refuses with CAPTCHA_REQUIRED unless this is the answer to a captcha that was not used before. */
export async function checkCaptcha(
  ctx: Pick<CallContext, 'db' | 'clock' | 'ip' | 'log' | 'config'>,
  answer: string | undefined,
): Promise<void> {
  const { db, clock, ip, log, config } = ctx
  const passed =
    answer !== undefined &&
    answer !== '' &&
    (config.yandexCaptcha
      ? await passesYandexCaptcha({ ...config.yandexCaptcha, publicOrigin: config.publicOrigin, log }, answer, ip)
      : await passesOwnCaptcha(db, clock, config, answer))
  if (!passed) throw new AppError('CAPTCHA_REQUIRED')
}

/** Where none is asked for as a rule: whether one was solved. A wrong one is refused. */
export async function isHuman(ctx: Parameters<typeof checkCaptcha>[0], answer: string | undefined): Promise<boolean> {
  if (answer === undefined) return false
  await checkCaptcha(ctx, answer)
  return true
}

async function passesOwnCaptcha(db: Db, clock: Clock, config: CaptchaConfig, answer: string): Promise<boolean> {
  const payload = readPayload(answer)
  const until = payload?.challenge.parameters.data?.until
  const now = clock.now()
  if (!payload || typeof until !== 'number' || until <= now.getTime()) return false
  const { verified } = await verifySolution({ ...payload, deriveKey, ...secrets(config) }).catch(() => ({
    verified: false,
  }))
  if (!verified) return false
  // Both are signed, and so they come back as they were given out, letter for letter.
  const { nonce, salt } = payload.challenge.parameters
  const used = await db
    .insertInto('captchaAnswers')
    .values({ challenge: nonce + salt, expiresAt: new Date(until) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('challenge')
    .executeTakeFirst()
  return used !== undefined
}

/** Null for what no widget ever sent. */
function readPayload(answer: string): Payload | null {
  try {
    const read = JSON.parse(Buffer.from(answer, 'base64').toString('utf8')) as Partial<Payload> | null
    return read?.challenge?.parameters && read.solution ? (read as Payload) : null
  } catch {
    return null
  }
}

function secrets({ secretKey }: CaptchaConfig): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  const derived = (purpose: string): string =>
    Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32)).toString('hex')
  return { hmacSignatureSecret: derived('captcha challenge'), hmacKeySignatureSecret: derived('captcha key') }
}

export async function forgetCaptchaAnswers(db: DbOrTx, clock: Clock): Promise<void> {
  await db.deleteFrom('captchaAnswers').where('expiresAt', '<=', clock.now()).execute()
}
