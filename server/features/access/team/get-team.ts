import type { TeamRight } from '../../../../contract/call.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { findTeam } from './list-members.ts'
import { readContact } from './write-to.ts'

export const getTeam: Handlers<'team'>['getTeam'] = async (ctx) => {
  const { db, clock } = ctx
  const { id: userId } = personOf(ctx)
  const team = await findTeam(db, userId, clock.now())
  if (!team) return { team: null }
  const { ownerId, right, running, seated } = team
  const [owner, members] = await Promise.all([
    readContact(db, ownerId),
    db
      .selectFrom('membershipCards')
      .select(['userId', 'username', 'teamRight'])
      .where('ownerId', '=', ownerId)
      .where('status', '=', 'accepted')
      .orderBy('place')
      .execute(),
  ])
  return {
    team: {
      owner: { id: ownerId, name: owner.name },
      own: ownerId === userId,
      right,
      running,
      seated,
      members: [
        { id: ownerId, name: owner.name, right: 'manage' },
        ...members.map((each) => ({ id: each.userId ?? 0, name: each.username, right: each.teamRight as TeamRight })),
      ],
    },
  }
}
