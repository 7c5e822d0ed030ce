import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { lockMembership } from './card-row.ts'
import { actionContextOf } from './action-context-of.ts'
import { memberLeftLetter } from './letters.ts'
import { lockCardOf, takeOut } from './members.ts'
import { writeTo } from './write-to.ts'

/** Always, whether the team runs or rests. */
export const leaveTeam: Handlers<'team'>['leaveTeam'] = async (ctx) => {
  const { db, clock } = ctx
  const { id: userId } = personOf(ctx)
  const { actorId, from, siteUrl } = actionContextOf(ctx)
  await db.transaction().execute(async (tx) => {
    await lockMembership(tx, userId)
    const card = await lockCardOf(tx, userId)
    if (!card) throw new AppError('TEAM_NOT_FOUND')
    const { id, ownerId, username } = card
    await takeOut(tx, clock, card, userId)
    await writeTo(tx, clock, ownerId, memberLeftLetter(siteUrl, username))
    await recordAuditEntry(tx, clock, from, {
      actorId,
      userId: ownerId,
      action: 'member-left',
      details: { card: id, user: userId },
    })
  })
  return {}
}
