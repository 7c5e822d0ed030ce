/** What the answer of a mail server means for the letter, its address and its service (RFC 3463). Not every refusal says that an address is dead. */

export type AnswerKind =
  /** No such mailbox, no such domain: never again. */
  | 'dead'
  /** The mailbox is switched off, or full: perhaps later. */
  | 'disabled'
  | 'full'
  /** Something about the letter itself. */
  | 'letter'
  /** The service does not want us: it is left alone until someone has looked. */
  | 'unwanted'
  /** We are not who we say: nothing more leaves until it is mended. */
  | 'unauthenticated'
  /** Too fast. */
  | 'slow'
  /** Not now. */
  | 'later'

const ENHANCED = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/
const OF_US = /\bspam\b|policy|reputation|blocked|blacklist|blocklist|notspam|suspicion/i
const TOO_FAST = /rate|too (?:many|fast)|throttl|limit/i

/**
 * @param code of three digits
 * @param text what stands behind it, of all lines
 */
export function readSmtpAnswer(code: number, text: string): AnswerKind {
  const [, , subject = '', detail = ''] = ENHANCED.exec(text) ?? []
  const status = subject === '' ? '' : `${subject}.${detail}`
  if (code < 500) {
    if (code === 421 || subject === '7' || TOO_FAST.test(text)) return 'slow'
    return 'later'
  }
  if (/^7\.(26|27|30|515)$/.test(status)) return 'unauthenticated'
  if (subject === '7' || OF_US.test(text)) return 'unwanted'
  if (/^1\.(1|2|3|10)$/.test(status)) return 'dead'
  if (status === '2.1') return 'disabled'
  if (status === '2.2') return 'full'
  if (status === '3.4' || status === '2.3') return 'letter'
  if (subject === '4') return 'later'
  if (
    /user unknown|no such (?:user|mailbox|recipient)|unknown (?:user|recipient)|mailbox (?:not found|unavailable)/i.test(
      text,
    )
  )
    return 'dead'
  if (/(?:mailbox|quota).{0,20}(?:full|exceeded)|over quota/i.test(text)) return 'full'
  return 'letter'
}

/** After how many bounces of this kind within how many days an address is written to no more. */
export const suppressAfter = {
  dead: { times: 1, days: 3650 },
  disabled: { times: 2, days: 90 },
  full: { times: 3, days: 14 },
} as const

const MINUTES = [5, 15, 60, 240, 720]
/** In minutes: how long a letter that is not taken now waits, after so many tries. */
export const retryAfter = (tries: number): number => MINUTES[Math.min(Math.max(tries, 1), MINUTES.length) - 1] as number
/** As long as mail servers themselves try. */
export const TRIED_FOR_HOURS = 48
