/** What an invitation says, and what is answered: with the token of its letter, with an account or without. */
import type { invitationStates } from '../../../../contract/access/team.ts'
import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { lockMembership, lockTeam, selectCards, stands, type CardRow } from './card-row.ts'
import { actionContextOf } from './action-context-of.ts'
import { hashInvitationToken } from './invite.ts'
import { acceptedLetter, claimedLetter, declinedLetter } from './letters.ts'
import { findObstacle, obstacleErrors, takeIn } from './members.ts'
import { readSize } from './places.ts'
import { publishCardsChanged } from './publish.ts'
import { readContact, writeTo } from './write-to.ts'

type InvitationState = (typeof invitationStates)[number]

async function findInvitation(db: DbOrTx, token: string): Promise<CardRow | null> {
  const row = await selectCards(db).where('tokenHash', '=', hashInvitationToken(token)).executeTakeFirst()
  return (row as CardRow | undefined) ?? null
}

function stateOf(card: CardRow | null, now: Date): InvitationState {
  // A link that leads to no card was withdrawn with it, or a newer letter went out.
  if (!card) return 'withdrawn'
  if (card.status === 'accepted') return 'accepted'
  if (card.status === 'rejected') return 'declined'
  if (!stands(card, now)) return 'expired'
  return card.claimedBy === null ? 'open' : 'claimed'
}

export const getInvitation: Handlers<'team'>['getInvitation'] = async (ctx, { token }) => {
  const { db, clock, person } = ctx
  const now = clock.now()
  const card = await findInvitation(db, token)
  const state = stateOf(card, now)
  if (!card || (state !== 'open' && state !== 'claimed')) return { state, invitation: null, obstacle: null }
  const { ownerId, email, username, teamRight, invitationExpiresAt, claimedBy } = card
  const [owner, registered, obstacle] = await Promise.all([
    readContact(db, ownerId),
    db
      .selectFrom('users')
      .select('id')
      .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
      .executeTakeFirst(),
    person ? findObstacle(db, ownerId, person.id, now) : null,
  ])
  const expiresAt = invitationExpiresAt?.toISOString() ?? ''
  return {
    state,
    invitation: {
      owner: owner.name,
      email,
      username,
      right: teamRight,
      expiresAt,
      registered: registered !== undefined,
      claimedByMe: claimedBy !== null && claimedBy === person?.id,
    },
    obstacle,
  }
}

/** Who has the invited e-mail is in; who has another one waits for the owner's word. */
export const acceptInvitation: Handlers<'team'>['acceptInvitation'] = async (ctx, { token }) => {
  const { db, clock } = ctx
  const { id: userId } = personOf(ctx)
  const now = clock.now()
  const { from, siteUrl } = actionContextOf(ctx)
  return db.transaction().execute(async (tx) => {
    const found = await findInvitation(tx, token)
    if (!found) throw new AppError('INVITATION_EXPIRED')
    await lockMembership(tx, userId)
    await lockTeam(tx, found.ownerId)
    const card = await findInvitation(tx, token)
    // Pressed twice.
    if (card?.status === 'accepted' && card.userId === userId) return { state: 'accepted' as const }
    if (!card || !stands(card, now)) throw new AppError('INVITATION_EXPIRED')
    const { id, ownerId, claimedBy, username } = card
    const obstacle = await findObstacle(tx, ownerId, userId, now)
    if (obstacle) throw new AppError(obstacleErrors[obstacle].toMember)
    const me = await readContact(tx, userId)
    const entry = { actorId: userId, userId: ownerId, details: { card: id, user: userId } }
    if (me.email?.toLowerCase() === card.email.toLowerCase()) {
      await takeIn(tx, clock, card, userId)
      await writeTo(tx, clock, ownerId, acceptedLetter(siteUrl, username))
      await recordAuditEntry(tx, clock, from, { ...entry, action: 'invitation-accepted' })
      return { state: 'accepted' as const }
    }
    if (claimedBy === userId) return { state: 'claimed' as const }
    // One at a time: the owner must know whom they say yes to.
    if (claimedBy !== null) throw new AppError('INVITATION_ALREADY_CLAIMED')
    if ((await readSize(tx, ownerId, now)) === 0) throw new AppError('TEAM_PLACE_LIMIT_REACHED')
    await tx.updateTable('membershipCards').set({ claimedBy: userId }).where('id', '=', id).execute()
    await writeTo(tx, clock, ownerId, claimedLetter(siteUrl, username, card.email, me.email ?? me.name))
    await publishCardsChanged(tx, [ownerId])
    await recordAuditEntry(tx, clock, from, { ...entry, action: 'invitation-claimed' })
    return { state: 'claimed' as const }
  })
}

export const declineInvitation: Handlers<'team'>['declineInvitation'] = async (ctx, { token }) => {
  const { db, clock, config, person, ip, userAgent } = ctx
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const found = await findInvitation(tx, token)
    if (!found) throw new AppError('INVITATION_EXPIRED')
    await lockTeam(tx, found.ownerId)
    const card = await findInvitation(tx, token)
    // Pressed twice.
    if (card?.status === 'rejected') return
    if (!card || !stands(card, now)) throw new AppError('INVITATION_EXPIRED')
    const { id, ownerId, username, email } = card
    await tx.updateTable('membershipCards').set({ status: 'rejected', claimedBy: null }).where('id', '=', id).execute()
    await writeTo(tx, clock, ownerId, declinedLetter(config.siteUrl, username, email))
    await publishCardsChanged(tx, [ownerId])
    const entry = { actorId: person?.id ?? null, userId: ownerId, details: { card: id } }
    await recordAuditEntry(tx, clock, { ip, userAgent }, { ...entry, action: 'invitation-declined' })
  })
  return {}
}
