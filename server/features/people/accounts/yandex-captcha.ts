/** Yandex SmartCaptcha: its widget gives a token, and Yandex answers once whether a person got it. */
import { SECOND } from '../../../kit/clock.ts'
import type { Log } from '../../../kit/log.ts'

export interface YandexCaptchaOptions {
  url: string
  secret: string
  /** On which site the captcha must have been solved; empty: on any. */
  publicOrigin: string
  log: Log
}

interface Verdict {
  status?: unknown
  message?: unknown
  host?: unknown
}

/** What could make Yandex stumble, and so open the door, is not even sent. */
const TOKEN = /^[\w.:~+/=-]{1,4096}$/

/** Yandex advises to let people in while it cannot answer: the hourly limits hold all the same. */
export async function passesYandexCaptcha(
  { url, secret, publicOrigin, log }: YandexCaptchaOptions,
  token: string,
  ip: string,
): Promise<boolean> {
  if (!TOKEN.test(token)) return false
  let verdict: Verdict
  try {
    const response = await fetch(`${url}/validate`, {
      method: 'POST',
      body: new URLSearchParams({ secret, token, ip }),
      signal: AbortSignal.timeout(5 * SECOND),
    })
    if (response.status !== 200) throw new Error(`HTTP ${response.status}`)
    verdict = (await response.json()) as Verdict
    // Our own keys are wrong: no one could ever pass.
    if (verdict.status !== 'ok' && /authentication failed/i.test(String(verdict.message)))
      throw new Error(String(verdict.message))
  } catch (error) {
    log.error({ err: error }, 'Yandex SmartCaptcha cannot answer, people are let in without it')
    return true
  }
  if (verdict.status !== 'ok') return false
  const elsewhere =
    typeof verdict.host === 'string' &&
    verdict.host !== '' &&
    publicOrigin !== '' &&
    !isSameHost(verdict.host, publicOrigin)
  return !elsewhere
}

/** Yandex names the host with or without its port. */
function isSameHost(host: string, origin: string): boolean {
  const own = new URL(origin)
  return host === own.hostname || host === own.host
}
