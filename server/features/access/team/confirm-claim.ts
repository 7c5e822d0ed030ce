import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { accessCard, lockMembership, lockTeam, showCard, stands } from './card-row.ts'
import { findByEmail } from './create-card.ts'
import { actionContextOf } from './action-context-of.ts'
import { findObstacle, obstacleErrors, takeIn } from './members.ts'
import { refusedClaimLetter, takenInLetter } from './letters.ts'
import { publishCardsChanged } from './publish.ts'
import { readContact, writeTo } from './write-to.ts'

/** Both have said yes now: who claimed it when they accepted, the owner here. */
export const confirmClaim: Handlers<'team'>['confirmClaim'] = async (ctx, { id, value }) => {
  const { db, clock } = ctx
  const { id: ownerId } = personOf(ctx)
  const now = clock.now()
  const { actorId, from, siteUrl } = actionContextOf(ctx)
  await db.transaction().execute(async (tx) => {
    const { claimedBy } = await accessCard(tx, ownerId, id)
    if (claimedBy === null) throw new AppError('CLAIM_NOT_FOUND')
    await lockMembership(tx, claimedBy)
    await lockTeam(tx, ownerId)
    const card = await accessCard(tx, ownerId, id)
    // Someone else claims it meanwhile, or no one does, or it was answered: the owner looks again.
    if (card.claimedBy !== claimedBy || !stands(card, now)) throw new AppError('CLAIM_NOT_FOUND')
    const owner = await readContact(tx, ownerId)
    if (value) {
      const obstacle = await findObstacle(tx, ownerId, claimedBy, now)
      if (obstacle) throw new AppError(obstacleErrors[obstacle].toOwner)
      const { email } = await readContact(tx, claimedBy)
      const taken = email === null || (await findByEmail(tx, ownerId, email)) !== undefined
      await takeIn(tx, clock, { ...card, ...(taken ? {} : { email }) }, claimedBy)
      await writeTo(tx, clock, claimedBy, takenInLetter(siteUrl, owner.name))
      await recordAuditEntry(tx, clock, from, {
        actorId,
        userId: ownerId,
        action: 'claim-confirmed',
        details: { card: id, user: claimedBy },
      })
    } else {
      await tx.updateTable('membershipCards').set({ claimedBy: null }).where('id', '=', id).execute()
      await writeTo(tx, clock, claimedBy, refusedClaimLetter(siteUrl, owner.name))
      await publishCardsChanged(tx, [ownerId, claimedBy])
      await recordAuditEntry(tx, clock, from, {
        actorId,
        userId: ownerId,
        action: 'claim-refused',
        details: { card: id, user: claimedBy },
      })
    }
  })
  return showCard(db, ownerId, id, now)
}
