/** Tells browsers that settings, addresses or the journal of notices are different now. */
import { forward, type DeclaredSignals } from '../../../kit/signals.ts'

const changed = (userId: number) => ({ userId, name: 'notices.changed' as const, payload: {} })

export const noticesSignals: DeclaredSignals = [
  forward(
    'notices.told',
    ({ userIds }) => userIds.map(changed),
    () => [],
  ),
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
    /** The journal of these people is another one; what decides for them is the same. */
    'notices.told': { userIds: number[] }
  }
}
