/** What a letter to us needs before it is sent, and what the address fills in. */
import { feedbackLength } from '../../../../contract/site/feedback.ts'
import { CallError } from '../../../kit/calls/call-error.ts'
import { emailMistake, looksLikeEmail } from '../../../kit/ui/text/looks-like-email.ts'

export interface FeedbackForm {
  name: string
  email: string
  subj: string
  msg: string
}

/** As long as the contract lets them be. */
export const fieldLength = { name: 80, email: 254, subj: 200, msg: feedbackLength }

/** Spec §2 /contacts: `subj` and `msg` of the address fill the form; the person's own name and e-mail do the rest. */
export function filledForm(search: string, user: { username: string; email: string | null } | null): FeedbackForm {
  const parameters = new URLSearchParams(search)
  return {
    name: (user?.username ?? '').slice(0, fieldLength.name),
    email: user?.email ?? '',
    subj: (parameters.get('subj') ?? '').slice(0, fieldLength.subj),
    msg: (parameters.get('msg') ?? '').slice(0, fieldLength.msg),
  }
}

const msgMistake = 'Напишите сообщение'

export const feedbackRules = {
  email: (email: string) => (looksLikeEmail(email) ? null : emailMistake),
  msg: (msg: string) => (msg.trim() === '' ? msgMistake : null),
}

/** The field that the server holds for wrong, and what to show there; null when the error is another. */
export function refusedField(error: unknown): { field: 'email' | 'msg'; sentence: string } | null {
  if (!(error instanceof CallError) || error.code !== 'VALIDATION_FAILED') return null
  const path = error.details.dataPath ?? ''
  if (path.endsWith('email')) return { field: 'email', sentence: emailMistake }
  return path.endsWith('msg') ? { field: 'msg', sentence: msgMistake } : null
}
