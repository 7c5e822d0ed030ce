/** Who is taken into a team, and who leaves it. */
import { inPortions, publishEach } from '../../../kit/bus.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/sql.ts'
import { listTeammates } from './list-members.ts'

export interface NewMember {
  ownerId: number
  userId: number
  email: string
  username: string
}

/** Takes someone in without asking them; anyone who has a card by this e-mail already keeps it as it is. */
export async function addMember(tx: Tx, clock: Clock, member: NewMember): Promise<void> {
  const added = await tx
    .insertInto('membershipCards')
    .values({ ...member, status: 'accepted', createdAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) await publishTeamChanged(tx, await listTeammates(tx, member.ownerId))
}

export async function removeMember(tx: Tx, ownerId: number, userId: number): Promise<void> {
  const concerned = await listTeammates(tx, ownerId)
  const removed = await tx
    .deleteFrom('membershipCards')
    .where('ownerId', '=', ownerId)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (removed) await publishTeamChanged(tx, concerned)
}

/** Out of every team, and their own one is no more: their account goes. */
export async function leaveTeams(tx: Tx, userId: number): Promise<void> {
  const concerned = await listTeammates(tx, userId)
  await tx
    .deleteFrom('membershipCards')
    .where((where) => where.or([where('ownerId', '=', userId), where('userId', '=', userId)]))
    .execute()
  await publishTeamChanged(tx, concerned)
}

/** Everybody of a team sees other notes and filters from now on, members other products too. */
async function publishTeamChanged(tx: Tx, userIds: number[]): Promise<void> {
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
}
