/** Who hears that a team is not what it was. */
import { inPortions, publishEach } from '../../../kit/bus.ts'
import type { DeclaredSignals } from '../../../kit/signals.ts'
import { forwardBusMessage } from '../../../kit/signals.ts'
import type { Tx } from '../../../kit/sql.ts'

/** These people see other products, notes and filters from now on, and may do other things. */
export async function publishTeamChanged(tx: Tx, userIds: readonly number[]): Promise<void> {
  await publishEach(
    tx,
    'scope.changed',
    userIds.map((userId) => ({ userId })),
  )
  await publishEach(
    tx,
    'filters.changed',
    inPortions(userIds).map((portion) => ({ userIds: portion, exceptSocket: null })),
  )
  await publishCardsChanged(tx, userIds)
}

/** Only what is shown of the team changed: who is invited, what someone is called. */
export async function publishCardsChanged(tx: Tx, userIds: readonly number[]): Promise<void> {
  await publishEach(
    tx,
    'team.changed',
    inPortions(userIds).map((portion) => ({ userIds: portion })),
  )
}

const changed = (userId: number) => ({ userId, name: 'team.changed' as const, payload: {} })

export const teamSignals: DeclaredSignals = [
  forwardBusMessage(
    'team.changed',
    ({ userIds }) => userIds.map(changed),
    (userId) => [changed(userId)],
  ),
]
