/** What someone reaches through their team: things of its owner. */
import type { TeamNeed } from '../../../../contract/call.ts'
import type { OfTeamSchema } from '../../../../contract/access/team.ts'
import type { Static } from 'typebox'
import { allows } from '../../../../rules/team-needs.ts'
import { AppError } from '../../../kit/app-error.ts'
import { personOf, type CallContext } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { readTeammates } from './list-members.ts'
import { readContact } from './write-to.ts'

/** Who wants to do something, and what that needs of what is not their own. */
export interface TeamActor {
  userId: number
  needs: TeamNeed
  now: Date
}

export const teamActorOf = (ctx: CallContext): TeamActor => ({
  userId: personOf(ctx).id,
  needs: ctx.teamNeed,
  now: ctx.clock.now(),
})

/** The owner whose things this person may see besides their own; null: no one. What they may do there `checkOwned` says. */
export async function findOtherOwner(db: DbOrTx, userId: number, now: Date): Promise<number | null> {
  const { ownerId } = await readTeammates(db, userId, now)
  return ownerId === userId ? null : ownerId
}

/** What is one's own is free; of what is another's, and seen, the right must suffice. @throws AppError TEAM_RIGHT_REQUIRED */
export async function checkOwned(db: DbOrTx, { userId, needs, now }: TeamActor, ownerId: number): Promise<void> {
  if (ownerId === userId) return
  if (needs === 'none') throw new Error('a call that reaches things of a team says that it does not')
  const team = await readTeammates(db, userId, now)
  if (team.ownerId !== ownerId || !allows(team.right, needs)) throw new AppError('TEAM_RIGHT_REQUIRED')
}

/** As the contract says it of a thing of this owner; null: it is the asker's own. */
export async function showOfTeam(
  db: DbOrTx,
  userId: number,
  ownerId: number,
  now: Date,
): Promise<Static<typeof OfTeamSchema> | null> {
  if (ownerId === userId) return null
  const [{ name }, { right }] = await Promise.all([readContact(db, ownerId), readTeammates(db, userId, now)])
  return { owner: name, editable: right === 'manage' }
}
