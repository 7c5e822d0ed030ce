import type { ReactNode } from 'react'
import type { User } from '../../../../contract/people/accounts.ts'
import type { ConfirmationCalls } from './use-confirmation.ts'

/** One kind of confirmation: what it asks the server, and its words. */
export interface Confirmation extends ConfirmationCalls {
  /** As it is when the dialog opens. */
  title: (user: User) => string
  /** How what is confirmed is written. */
  show: (target: string) => string
  /** How long one waits for another code at most. */
  resendSeconds: number
  /** What may wait to be confirmed, so that it needs not be asked for; null where there never is anything. */
  init: { known: (user: User) => string | null; text: (target: string) => ReactNode; send: string } | null
  input: {
    label: string
    type: 'email' | 'tel'
    placeholder: string
    /** What stands above the field, if there is something to show. */
    text: (user: User) => ReactNode
    mistake: (written: string) => string | null
    /** Whether the password goes with it; left out: never. */
    asksPassword?: (user: User) => boolean
    /** What to show instead when the server holds what is written for invalid. */
    invalid: string
    send: string
    /** What there is may be given up instead; null when there is nothing. */
    giveUp: (user: User) => { title: string; ask: () => Promise<unknown> } | null
  }
  verification: { text: (target: string) => ReactNode; label: string; resend: string; other: string; hint: string }
  final: (target: string) => string
  /** What is confirmed already. */
  confirmed: (user: User) => string | null
}
