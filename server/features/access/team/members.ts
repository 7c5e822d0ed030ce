/** Who is taken into a team, and who leaves it. */
import type { TeamRight } from '../../../../contract/call.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import type { Clock } from '../../../kit/clock.ts'
import { recordEvent } from '../../../kit/jobs.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { lockMembership, lockTeam, selectCards, type CardRow } from './card-row.ts'
import { findTeam, listTeamPeople } from './list-members.ts'
import { moveUp, takePlace } from './places.ts'
import { publishCardsChanged, publishTeamChanged } from './publish.ts'

type Obstacle = 'own' | 'sameTeam' | 'otherTeam' | 'ownsTeam'

/** As the one who wants to come in is shown it, and as the owner who confirms them is. */
export const obstacleErrors: Record<Obstacle, { toMember: ErrorCode; toOwner: ErrorCode }> = {
  own: { toMember: 'TEAM_ALREADY_OWNED', toOwner: 'TEAM_ALREADY_OWNED' },
  sameTeam: { toMember: 'TEAM_ALREADY_JOINED', toOwner: 'MEMBER_ALREADY_INVITED' },
  otherTeam: { toMember: 'TEAM_ALREADY_JOINED', toOwner: 'MEMBER_ALREADY_IN_TEAM' },
  ownsTeam: { toMember: 'TEAM_ALREADY_OWNED', toOwner: 'MEMBER_ALREADY_IN_TEAM' },
}

/** Why this person cannot come into the team of this owner; null: they can. */
export async function findObstacle(db: DbOrTx, ownerId: number, userId: number, now: Date): Promise<Obstacle | null> {
  if (userId === ownerId) return 'own'
  const team = await findTeam(db, userId, now)
  if (!team) return null
  if (team.ownerId === ownerId) return 'sameTeam'
  return team.ownerId === userId ? 'ownsTeam' : 'otherTeam'
}

/**
 * From now on they are in. Membership and team are locked, nothing stands in the way (`findObstacle`).
 * @param card as it is to be, its e-mail too
 * @throws AppError TEAM_PLACE_LIMIT_REACHED
 */
export async function takeIn(
  tx: Tx,
  clock: Clock,
  card: Pick<CardRow, 'id' | 'ownerId' | 'email'>,
  userId: number,
): Promise<void> {
  const now = clock.now()
  const { id, ownerId, email } = card
  const place = await takePlace(tx, ownerId, now)
  await tx
    .updateTable('membershipCards')
    .set({ email, status: 'accepted', userId, place, acceptedAt: now, claimedBy: null, toldOfPlace: true })
    .where('id', '=', id)
    .execute()
  await giveUpClaims(tx, userId)
  await publishTeamChanged(tx, await listTeamPeople(tx, ownerId))
}

/** Who is in a team wants into no other one. */
export async function giveUpClaims(tx: Tx, userId: number): Promise<void> {
  const claimed = await tx
    .updateTable('membershipCards')
    .set({ claimedBy: null })
    .where('claimedBy', '=', userId)
    .returning('ownerId')
    .execute()
  await publishCardsChanged(
    tx,
    claimed.map(({ ownerId }) => ownerId),
  )
}

/** The card by which someone is in a team, and the team is locked; null: they are in none. Their membership is locked already. */
export async function lockCardOf(tx: Tx, userId: number): Promise<CardRow | null> {
  const find = () => selectCards(tx).where('userId', '=', userId).where('status', '=', 'accepted').executeTakeFirst()
  const found = await find()
  if (!found) return null
  await lockTeam(tx, found.ownerId)
  return ((await find()) as CardRow | undefined) ?? null
}

/**
 * From now on they are out, and what they noted stays readable to the team; those who came after them move up. What they had in work is no one's again: that follows the event.
 * The team is locked.
 * @param byId who wanted it; null: the service
 */
export async function takeOut(tx: Tx, clock: Clock, card: CardRow, byId: number | null): Promise<void> {
  const { id, ownerId, userId, place } = card
  const concerned = await listTeamPeople(tx, ownerId)
  await tx.deleteFrom('membershipCards').where('id', '=', id).execute()
  if (place !== null) await moveUp(tx, ownerId, place)
  if (userId !== null && card.acceptedAt !== null)
    await tx
      .insertInto('formerMembers')
      .values({ ownerId, userId, joinedAt: card.acceptedAt, leftAt: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (userId !== null) await recordEvent(tx, clock, 'member.left', { ownerId, userId, byId })
  await publishTeamChanged(tx, concerned)
}

export interface NewMember {
  ownerId: number
  userId: number
  email: string
  username: string
  right?: TeamRight
}

/** Takes someone in without asking them, for people of a demo; anyone who has a card by this e-mail already keeps it as it is. */
export async function addMember(tx: Tx, clock: Clock, { right, ...member }: NewMember): Promise<void> {
  await lockMembership(tx, member.userId)
  await lockTeam(tx, member.ownerId)
  const known = await selectCards(tx)
    .where('ownerId', '=', member.ownerId)
    .where('email', '=', member.email)
    .executeTakeFirst()
  if (known) return
  const { id } = await tx
    .insertInto('membershipCards')
    .values({ ...member, teamRight: right ?? 'work', status: 'pending', createdAt: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await takeIn(tx, clock, { id, ...member }, member.userId)
}
