/** Who is taken into a team, and who leaves it. */
import { notify } from '../../kit/bus.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Tx } from '../../kit/sql.ts'
import { listTeammates } from './team.public.ts'

export interface NewMember {
  ownerId: number
  userId: number
  email: string
  username: string
}

/** Takes somebody in without asking him; whoever has a card by this e-mail already keeps it as it is. */
export async function addMember(tx: Tx, clock: Clock, member: NewMember): Promise<void> {
  const added = await tx
    .insertInto('membershipCards')
    .values({ ...member, status: 'accepted', createdAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) await sayTeamChanged(tx, await listTeammates(tx, member.ownerId))
}

export async function removeMember(tx: Tx, ownerId: number, userId: number): Promise<void> {
  const concerned = await listTeammates(tx, ownerId)
  const removed = await tx
    .deleteFrom('membershipCards')
    .where('ownerId', '=', ownerId)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (removed) await sayTeamChanged(tx, concerned)
}

/** Out of every team, and his own one is no more: his account goes. */
export async function leaveTeams(tx: Tx, userId: number): Promise<void> {
  const concerned = await listTeammates(tx, userId)
  await tx
    .deleteFrom('membershipCards')
    .where((where) => where.or([where('ownerId', '=', userId), where('userId', '=', userId)]))
    .execute()
  await sayTeamChanged(tx, concerned)
}

/** Everybody of a team sees other notes and filters from now on, members other products too. */
async function sayTeamChanged(tx: Tx, userIds: number[]): Promise<void> {
  for (const userId of userIds) await notify(tx, 'scope.changed', { userId })
  await notify(tx, 'filters.changed', { userIds, exceptSocket: null })
}
