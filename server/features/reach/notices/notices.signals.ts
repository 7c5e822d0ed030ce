/** Tells browsers that settings, addresses or the journal of notices are different now. */
import { forward, type DeclaredSignals } from '../../../kit/signals.ts'

const changed = (userId: number) => ({ userId, name: 'notices.changed' as const, payload: {} })

export const noticesSignals: DeclaredSignals = [
  forward(
    'notices.changed',
    ({ userId }) => [changed(userId)],
    (userId) => [changed(userId)],
  ),
]

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** Rules, preferences, addresses or the journal of this person; what decides for them is read again. */
    'notices.changed': { userId: number }
    /** Something stands in the outbox. */
    'notice.posted': Record<string, never>
  }
}
