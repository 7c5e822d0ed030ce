/** Announces to the browsers of a partner that what they earned, whom they brought or what they lead by is different now; they ask for it. */
import { forwardBusMessage, type DeclaredSignals } from '../../../kit/signals.ts'

const changed = (userId: number) => ({ userId, name: 'partner.changed' as const, payload: {} })

export const partnerSignals: DeclaredSignals = [
  forwardBusMessage(
    'partner.changed',
    ({ userId }) => [changed(userId)],
    (userId) => [changed(userId)],
  ),
]
