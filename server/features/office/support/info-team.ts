import type { InfoOf } from '../../../../contract/office/support.ts'
import type { Db } from '../../../kit/sql.ts'
import { findTeam } from '../../access/team/team.public.ts'
import type { ReadPlace } from './read-place.ts'

type Own = NonNullable<InfoOf<'team'>['own']>

/** Whose team they are in, and whom they took into their own. */
export const readTeamOf: ReadPlace<'team'> = async ({ db, clock }, { id }) => {
  const now = clock.now()
  const [team, members, size] = await Promise.all([
    findTeam(db, id, now),
    listMembers(db, id),
    readOwnSize(db, id, now),
  ])
  const ownerId = team !== null && team.ownerId !== id ? team.ownerId : null
  const owner =
    ownerId === null
      ? undefined
      : await db.selectFrom('users').select(['id', 'username', 'email']).where('id', '=', ownerId).executeTakeFirst()
  return {
    place: 'team',
    memberOf: team && owner ? { id: owner.id, name: owner.username, email: owner.email, seated: team.seated } : null,
    own: size === undefined && members.length === 0 ? null : { size: size === undefined ? 0 : size, members },
  }
}

async function listMembers(db: Db, ownerId: number): Promise<Own['members']> {
  const cards = await db
    .selectFrom('membershipCards')
    .select(['id', 'userId', 'email', 'username', 'status', 'teamRight', 'createdAt', 'acceptedAt'])
    .where('ownerId', '=', ownerId)
    .orderBy('place')
    .orderBy('id')
    .execute()
  return cards.map(({ id, userId, email, username, status, teamRight, createdAt, acceptedAt }) => ({
    id,
    userId,
    email,
    name: username,
    status: status as Own['members'][number]['status'],
    right: teamRight as Own['members'][number]['right'],
    at: (acceptedAt ?? createdAt).toISOString(),
  }))
}

/** Of what they hold now; undefined: no team subscription. */
async function readOwnSize(db: Db, userId: number, now: Date): Promise<number | null | undefined> {
  const held = await db
    .selectFrom('subscriptions')
    .select('teamSize')
    .where('userId', '=', userId)
    .where('tariffType', '=', 'team')
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('startsAt', '<=', now)
    .execute()
  if (held.length === 0) return undefined
  const sizes = held.map(({ teamSize }) => teamSize)
  return sizes.includes(null) ? null : Math.max(...sizes.map((size) => size ?? 0))
}
