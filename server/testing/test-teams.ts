/** Who is in whose team, without the letters and answers that lead to it. */
import { lockTeam, selectCards, type CardRow } from '../features/access/team/card-row.ts'
import { addMember, takeOut, type NewMember } from '../features/access/team/members.ts'
import type { AppContext } from '../kit/context.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/**
 * As much of a person as a team knows; they work in it, unless it says otherwise. `called`: as the owner has written their card;
 * without it as their account is.
 */
export type Member = Pick<NewMember, 'userId' | 'email' | 'right'> & { called?: string }

export async function joinTeam({ db, clock }: Context, owner: Member, members: readonly Member[]): Promise<void> {
  for (const { userId, email, right = 'work', called } of members) {
    const { username } = await db
      .selectFrom('users')
      .select('username')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const member = { ownerId: owner.userId, userId, email, username: called ?? username, right }
    await db.transaction().execute((tx) => addMember(tx, clock, member))
  }
}

export async function leaveTeam({ db, clock }: Context, owner: Member, member: Member): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockTeam(tx, owner.userId)
    const card = await selectCards(tx)
      .where('ownerId', '=', owner.userId)
      .where('userId', '=', member.userId)
      .executeTakeFirst()
    if (card) await takeOut(tx, clock, card as CardRow, member.userId)
  })
}
