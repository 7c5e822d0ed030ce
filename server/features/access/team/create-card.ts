import { MAX_MEMBERSHIP_CARDS } from '../../../../contract/access/team.ts'
import { AppError } from '../../../kit/app-error.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import type { Tx } from '../../../kit/sql.ts'
import { lockTeam, selectCards, showCard, stands, type CardRow } from './card-row.ts'
import { actionContextOf } from './action-context-of.ts'
import { readMemberEmail, readMemberName, sendInvitation } from './invite.ts'
import { checkPlaceToInvite } from './places.ts'
import { publishCardsChanged } from './publish.ts'
import { readContact } from './write-to.ts'

/** Who said no, or did not answer in time, is invited again on the card they have. */
export const createMembershipCard: Handlers<'team'>['createMembershipCard'] = async (ctx, input) => {
  const { db, clock } = ctx
  const { id: ownerId } = personOf(ctx)
  const now = clock.now()
  const email = readMemberEmail(input.email)
  const username = readMemberName(input.username)
  const id = await db.transaction().execute(async (tx) => {
    await lockTeam(tx, ownerId)
    const known = await findByEmail(tx, ownerId, email)
    if (known?.status === 'accepted' || (known && stands(known, now))) throw new AppError('MEMBER_ALREADY_INVITED')
    if ((await readContact(tx, ownerId)).email?.toLowerCase() === email.toLowerCase())
      throw new AppError('MEMBER_ALREADY_INVITED')
    await checkPlaceToInvite(tx, ownerId, now)
    if (!known) await checkRoom(tx, ownerId)
    const card = { ownerId, email, username, teamRight: input.right ?? 'work', status: 'pending' }
    const { id } = known
      ? await tx
          .updateTable('membershipCards')
          .set({ ...card, userId: null })
          .where('id', '=', known.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('membershipCards')
          .values({ ...card, createdAt: now })
          .returning('id')
          .executeTakeFirstOrThrow()
    await sendInvitation(tx, actionContextOf(ctx), { id, ownerId, email, username, teamRight: input.right ?? 'work' })
    await publishCardsChanged(tx, [ownerId])
    return id
  })
  return showCard(db, ownerId, id, now)
}

/** In any case of its letters. */
export async function findByEmail(tx: Tx, ownerId: number, email: string): Promise<CardRow | undefined> {
  const row = await selectCards(tx)
    .where('ownerId', '=', ownerId)
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return row as CardRow | undefined
}

async function checkRoom(tx: Tx, ownerId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('membershipCards')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_MEMBERSHIP_CARDS) throw new AppError('MEMBERSHIP_CARD_LIMIT_REACHED')
}
