/** Whose list of groups a call is about: the asker's own, or that of the owner of their team. */
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { listVisibleProducts } from '../../access/subscriptions/subscriptions.public.ts'
import { checkOwned, findOtherOwner, type TeamActor } from '../../access/team/team.public.ts'
import { findGroupsetId } from './groupset.ts'

/** The owner of the team's list that this person may see besides their own; null: there is none. */
export async function findListOfTeam(db: DbOrTx, userId: number, now: Date): Promise<number | null> {
  const ownerId = await findOtherOwner(db, userId, now)
  const groupsetId = ownerId === null ? null : await findGroupsetId(db, ownerId)
  if (groupsetId === null) return null
  const visible = await listVisibleProducts(db, { userId, moderator: false }, now)
  return visible.some(({ productType, productId }) => productType === 'group' && productId === groupsetId)
    ? ownerId
    : null
}

/** @param team the team's, and not the asker's own @throws AppError GROUPSET_NOT_FOUND, TEAM_RIGHT_REQUIRED */
export async function accessListOwner(db: DbOrTx, actor: TeamActor, team = false): Promise<number> {
  if (!team) return actor.userId
  const ownerId = await findListOfTeam(db, actor.userId, actor.now)
  if (ownerId === null) throw new AppError('GROUPSET_NOT_FOUND')
  await checkOwned(db, actor, ownerId)
  return ownerId
}

/** Of the list a group stands on; of one that is on no list the asker may see, their own, where it is not found. */
export async function accessOwnerOfGroup(db: DbOrTx, actor: TeamActor, id: number): Promise<number> {
  const row = await db
    .selectFrom('monitoredGroups as m')
    .innerJoin('monitoredGroupsets as s', 's.id', 'm.groupsetId')
    .select('s.userId')
    .where('m.id', '=', id)
    .executeTakeFirst()
  if (!row || row.userId === actor.userId || row.userId !== (await findListOfTeam(db, actor.userId, actor.now)))
    return actor.userId
  await checkOwned(db, actor, row.userId)
  return row.userId
}
