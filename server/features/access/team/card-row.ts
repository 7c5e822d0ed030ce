/** A membership card as it stands in the database, and as its owner is shown it. */
import type { TeamRight } from '../../../../contract/call.ts'
import type { MembershipCard, MembershipStatus } from '../../../../contract/access/team.ts'
import { AppError } from '../../../kit/app-error.ts'
import { lock } from '../../../kit/locks.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { readSize } from './places.ts'

const columns = [
  'id',
  'ownerId',
  'email',
  'username',
  'userId',
  'status',
  'teamRight',
  'place',
  'acceptedAt',
  'invitedAt',
  'invitationExpiresAt',
  'claimedBy',
] as const

export interface CardRow {
  id: number
  ownerId: number
  email: string
  username: string
  userId: number | null
  status: MembershipStatus
  teamRight: TeamRight
  place: number | null
  acceptedAt: Date | null
  invitedAt: Date | null
  invitationExpiresAt: Date | null
  claimedBy: number | null
}

export const selectCards = (db: DbOrTx) => db.selectFrom('membershipCards').select(columns)

/** Anyone who invites, takes in or puts out does it alone: they queue behind one another. */
export async function lockTeam(tx: Tx, ownerId: number): Promise<void> {
  await lock(tx, 'team of owner', ownerId)
}

/** Before `lockTeam`: no one comes into two teams at once, nor into one while they begin their own. */
export async function lockMembership(tx: Tx, userId: number): Promise<void> {
  await lock(tx, 'membership of user', userId)
}

/** One of the owner's own cards; absent ones and another's are refused alike, by the code the specification names (spec §8). */
export async function accessCard(db: DbOrTx, ownerId: number, id: number): Promise<CardRow> {
  const row = await selectCards(db).where('id', '=', id).where('ownerId', '=', ownerId).executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  return row as CardRow
}

/** The invitation can still be answered. */
export const stands = ({ status, invitationExpiresAt }: CardRow, now: Date): boolean =>
  status === 'pending' && invitationExpiresAt !== null && invitationExpiresAt > now

/** In their order. */
export async function showCards(db: DbOrTx, ownerId: number, rows: CardRow[], now: Date): Promise<MembershipCard[]> {
  const people = rows.flatMap(({ userId, claimedBy }) => userId ?? claimedBy ?? [])
  const [size, claimants, seen] = await Promise.all([
    readSize(db, ownerId, now),
    db
      .selectFrom('users')
      .select(['id', 'email', 'username'])
      .where('id', 'in', [0, ...people])
      .execute(),
    db
      .selectFrom('sessions')
      .select((select) => ['userId', select.fn.max('lastSeenAt').as('at')])
      .where('userId', 'in', [0, ...people])
      .groupBy('userId')
      .execute(),
  ])
  const claims = new Map(claimants.map(({ id, email, username }) => [id, email ?? username]))
  const seenAt = new Map(seen.map(({ userId, at }) => [userId, at]))
  return rows.map((row) => {
    const { id, email, username, status, teamRight, place, userId, claimedBy } = row
    const [pending, accepted] = [status === 'pending', status === 'accepted']
    return {
      id,
      email,
      username,
      status,
      right: teamRight,
      seated: accepted ? (place ?? Infinity) < size : null,
      invitedAt: pending ? (row.invitedAt?.toISOString() ?? null) : null,
      expiresAt: pending ? (row.invitationExpiresAt?.toISOString() ?? null) : null,
      acceptedAt: row.acceptedAt?.toISOString() ?? null,
      claimedBy: pending && claimedBy !== null ? (claims.get(claimedBy) ?? null) : null,
      seenAt: accepted && userId !== null ? (seenAt.get(userId)?.toISOString() ?? null) : null,
    }
  })
}

export async function showCard(db: DbOrTx, ownerId: number, id: number, now: Date): Promise<{ card: MembershipCard }> {
  const [card] = await showCards(db, ownerId, [await accessCard(db, ownerId, id)], now)
  if (!card) throw new AppError('NOT_FOUND')
  return { card }
}
