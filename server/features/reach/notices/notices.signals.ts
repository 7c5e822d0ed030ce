/** Announces to browsers that settings, addresses or the journal of notices are different now. */
import { forwardBusMessage, type DeclaredSignals } from '../../../kit/signals.ts'

const changed = (userId: number) => ({ userId, name: 'notices.changed' as const, payload: {} })

export const noticesSignals: DeclaredSignals = [
  forwardBusMessage(
    'notices.told',
    ({ userIds }) => userIds.map(changed),
    () => [],
  ),
  forwardBusMessage(
    'notices.changed',
    ({ userId }) => [changed(userId)],
    (userId) => [changed(userId)],
  ),
]
