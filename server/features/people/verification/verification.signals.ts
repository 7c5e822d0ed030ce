/** Announces to all browsers of a person what came of a code that was entered in one of them. */
import { forwardBusMessage, type DeclaredSignals } from '../../../kit/signals.ts'

const signalOf = { email: 'approve-email', phone: 'approve-phone-by-sms' } as const

export const verificationSignals: DeclaredSignals = [
  forwardBusMessage('code.tried', ({ userId, purpose, flag }) => [
    { userId, name: signalOf[purpose], payload: { flag } },
  ]),
]
