import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { accessCard, lockTeam, showCard } from './card-row.ts'
import { findByEmail } from './create-card.ts'
import { actionContextOf } from './action-context-of.ts'
import { readMemberEmail, readMemberName, sendInvitation } from './invite.ts'
import { listTeamPeople } from './list-members.ts'
import { checkPlaceToInvite } from './places.ts'
import { publishCardsChanged, publishTeamChanged } from './publish.ts'

/** Pending: e-mail and name. Accepted: the name. Rejected: nothing (spec §4). What the member may do as long as it is not rejected. */
export const updateMembershipCard: Handlers<'team'>['updateMembershipCard'] = async (ctx, { id, ...typed }) => {
  const { db, clock } = ctx
  const { id: ownerId } = personOf(ctx)
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockTeam(tx, ownerId)
    const card = await accessCard(tx, ownerId, id)
    if (card.status === 'rejected') throw new AppError('MEMBERSHIP_CARD_READ_ONLY')
    const email = typed.email === undefined ? card.email : readMemberEmail(typed.email)
    const username = typed.username === undefined ? card.username : readMemberName(typed.username)
    const teamRight = typed.right ?? card.teamRight
    const moves = email.toLowerCase() !== card.email.toLowerCase()
    if (moves && card.status === 'accepted') throw new AppError('MEMBER_EMAIL_READ_ONLY')
    if (moves && (await findByEmail(tx, ownerId, email))) throw new AppError('MEMBER_ALREADY_INVITED')
    await tx.updateTable('membershipCards').set({ email, username, teamRight }).where('id', '=', id).execute()
    const context = actionContextOf(ctx)
    if (moves) {
      await checkPlaceToInvite(tx, ownerId, now, id)
      await sendInvitation(tx, context, { ...card, email, username, teamRight })
    }
    if (teamRight !== card.teamRight) {
      const details = { card: id, right: teamRight }
      await recordAuditEntry(tx, clock, context.from, {
        actorId: context.actorId,
        userId: ownerId,
        action: 'member-right-changed',
        details,
      })
    }
    const people = card.status === 'accepted' ? await listTeamPeople(tx, ownerId) : [ownerId]
    await (teamRight === card.teamRight ? publishCardsChanged : publishTeamChanged)(tx, people)
  })
  return showCard(db, ownerId, id, now)
}
