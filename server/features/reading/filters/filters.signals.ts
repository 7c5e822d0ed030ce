/** Announces to browsers that the filters they see are not the same any more; they ask for them. */
import { forwardBusMessage, type DeclaredSignals } from '../../../kit/signals.ts'

const changed = (userId: number) => ({ userId, name: 'filters.changed' as const, payload: {} })

export const filtersSignals: DeclaredSignals = [
  forwardBusMessage(
    'filters.changed',
    ({ userIds, exceptSocket }) => userIds.map((userId) => ({ ...changed(userId), exceptSocket })),
    (userId) => [changed(userId)],
  ),
]
