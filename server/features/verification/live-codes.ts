/** Tells all browsers of a person what came of a code that was entered in one of them. Runs where the sockets are. */
import type { Signals } from '../../../contract/signals.ts'
import type { Bus } from '../../kit/bus.ts'

const signalOf = { email: 'approve-email', phone: 'approve-phone-by-sms' } as const
type CodeSignal = (typeof signalOf)[keyof typeof signalOf]

interface Audience {
  say(userId: number, name: CodeSignal, payload: Signals[CodeSignal]): void
}

export interface LiveCodes {
  close(): void
}

export function openLiveCodes(bus: Bus, audience: Audience): LiveCodes {
  const off = bus.on('code.tried', ({ userId, purpose, flag }) => audience.say(userId, signalOf[purpose], { flag }))
  return { close: off }
}
