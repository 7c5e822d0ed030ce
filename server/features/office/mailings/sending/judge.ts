/** What the end of a try means: for the recipient, for the service that receives, for the mail server of ours. */
import { HOUR, MINUTE } from '../../../../kit/clock.ts'
import { readSmtpAnswer, retryAfter, TRIED_FOR_HOURS } from '../../../../../rules/mailings/smtp-answer.ts'
import type { SettledRecipient } from './claim-due-recipients.ts'

/** The row is no longer ours to send, or its mailing was paused. */
export class NotToSend extends Error {}

export type Verdict =
  | { kind: 'settled'; settled: SettledRecipient; slow?: true }
  | { kind: 'released' }
  | { kind: 'later'; dueAt: Date; reason: string; slow: boolean }
  /** The service that receives does not want us. */
  | { kind: 'held'; dueAt: Date; reason: string }
  /** Our own server does not do its work; `stop`: it will not until someone mends it. */
  | { kind: 'server'; reason: string; stop: boolean; code: 'MAIL_SERVER_FAILED' | 'MAIL_NOT_AUTHENTICATED' }

interface Tried {
  /** How often it was taken to be sent, with this time. */
  attempt: number
  firstTriedAt: Date
  refusals: number
  /** The server had all of it but the last line. */
  handed: boolean
}

/** A service that refuses the same letter again when it was let go on three times means this one. */
const MOST_HOLDS = 3

export function judge(error: unknown, { attempt, firstTriedAt, refusals, handed }: Tried, now: Date): Verdict {
  if (error instanceof NotToSend) return { kind: 'released' }
  const { message = '', response = '', responseCode = 0, command = '', code = '' } = error as Partial<SmtpError>
  const reason = (response === '' ? message : response).replaceAll(/\s+/g, ' ').slice(0, 500)
  const answered = responseCode > 0 && /^(RCPT TO|DATA)/.test(command)
  if (!answered) {
    // A letter that was handed over may have been taken.
    if (handed) return settled('unknown', 'Ответ почтового сервера потерян')
    const stop = code === 'EAUTH' || (responseCode >= 500 && /^(AUTH|MAIL FROM)/.test(command))
    return { kind: 'server', reason, stop, code: 'MAIL_SERVER_FAILED' }
  }
  const tooLate = now.getTime() - firstTriedAt.getTime() > TRIED_FOR_HOURS * HOUR
  const dueAt = new Date(now.getTime() + retryAfter(attempt) * MINUTE)
  const kind = readSmtpAnswer(responseCode, reason)
  switch (kind) {
    case 'dead':
    case 'disabled':
    case 'full':
      return { kind: 'settled', settled: { state: 'bounced', reason, bounce: kind } }
    case 'letter':
      return settled('failed', reason)
    case 'unauthenticated':
      return { kind: 'server', reason, stop: true, code: 'MAIL_NOT_AUTHENTICATED' }
    case 'unwanted':
      return refusals >= MOST_HOLDS || tooLate ? settled('failed', reason) : { kind: 'held', dueAt, reason }
    case 'slow':
    case 'later':
      return tooLate ? settled('failed', reason) : { kind: 'later', dueAt, reason, slow: kind === 'slow' }
  }
}

const settled = (state: SettledRecipient['state'], reason: string): Verdict => ({
  kind: 'settled',
  settled: { state, reason },
})

/** As nodemailer reports it. */
interface SmtpError {
  message: string
  response: string
  responseCode: number
  command: string
  code: string
}
