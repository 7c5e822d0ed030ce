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
