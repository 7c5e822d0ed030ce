import { recordAuditEntry } from '../../../kit/audit.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { accessCard, lockTeam } from './card-row.ts'
import { actionContextOf } from './action-context-of.ts'
import { removedLetter } from './letters.ts'
import { takeOut } from './members.ts'
import { publishCardsChanged } from './publish.ts'
import { readContact, writeTo } from './write-to.ts'

export const deleteMembershipCard: Handlers<'team'>['deleteMembershipCard'] = async (ctx, { id }) => {
  const { clock, db } = ctx
  const { id: ownerId } = personOf(ctx)
  const { actorId, from, siteUrl } = actionContextOf(ctx)
  await db.transaction().execute(async (tx) => {
    await lockTeam(tx, ownerId)
    const card = await accessCard(tx, ownerId, id)
    if (card.status === 'accepted' && card.userId !== null) {
      const { name } = await readContact(tx, ownerId)
      await takeOut(tx, clock, card, ownerId)
      await writeTo(tx, clock, card.userId, removedLetter(siteUrl, name))
    } else {
      await tx.deleteFrom('membershipCards').where('id', '=', id).execute()
      await publishCardsChanged(tx, [ownerId])
    }
    const action = card.status === 'accepted' ? 'member-removed' : 'invitation-withdrawn'
    await recordAuditEntry(tx, clock, from, { actorId, userId: ownerId, action, details: { card: id } })
  })
  return {}
}
