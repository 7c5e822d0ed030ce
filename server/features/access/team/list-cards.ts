import { personOf, type Handlers } from '../../../kit/context.ts'
import { selectCards, showCard, showCards, type CardRow } from './card-row.ts'
import { readTeamPlaces } from './places.ts'

/** Those who are in it in the order of their places, then everyone else, the newest first. */
export const listMembershipCards: Handlers<'team'>['listMembershipCards'] = async (ctx) => {
  const { db, clock } = ctx
  const { id: ownerId } = personOf(ctx)
  const now = clock.now()
  const [rows, places] = await Promise.all([
    selectCards(db)
      .where('ownerId', '=', ownerId)
      .orderBy('place', (order) => order.asc().nullsLast())
      .orderBy('id', 'desc')
      .execute(),
    readTeamPlaces(db, ownerId, now),
  ])
  return { cards: await showCards(db, ownerId, rows as CardRow[], now), places }
}

export const getMembershipCard: Handlers<'team'>['getMembershipCard'] = (ctx, { id }) =>
  showCard(ctx.db, personOf(ctx).id, id, ctx.clock.now())
