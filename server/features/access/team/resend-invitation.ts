import { AppError } from '../../../kit/app-error.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { accessCard, lockTeam, showCard } from './card-row.ts'
import { actionContextOf } from './action-context-of.ts'
import { sendInvitation } from './invite.ts'
import { checkPlaceToInvite } from './places.ts'
import { publishCardsChanged } from './publish.ts'

/** A new letter with a new link and new days; the old link is void, and so is a claim that came by it. */
export const resendInvitation: Handlers<'team'>['resendInvitation'] = async (ctx, { id }) => {
  const { db, clock } = ctx
  const { id: ownerId } = personOf(ctx)
  await db.transaction().execute(async (tx) => {
    await lockTeam(tx, ownerId)
    const card = await accessCard(tx, ownerId, id)
    if (card.status === 'rejected') throw new AppError('MEMBERSHIP_CARD_READ_ONLY')
    if (card.status === 'accepted') throw new AppError('MEMBER_ALREADY_INVITED')
    await checkPlaceToInvite(tx, ownerId, clock.now(), id)
    await sendInvitation(tx, actionContextOf(ctx), card)
    await publishCardsChanged(tx, [ownerId])
  })
  return showCard(db, ownerId, id, clock.now())
}
