/** All that is known of one person, a list at a time (spec §7 /support/info). What is secret is in none of them: hashes, codes, tokens, texts of letters, where payouts go. */
import type { PersonInfo, PersonPlace } from '../../../../contract/office/support.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import { sql } from 'kysely'
import { getPerson } from './access-person.ts'
import { readDetails } from './info-details.ts'
import { listLetters, listSessions, listSubscriptions } from './info-lists.ts'
import { listLog } from './info-log.ts'
import { readPartner } from './info-partner.ts'
import { listProducts } from './info-products.ts'
import { listPurchasesOfPerson } from './info-purchases.ts'
import { readTeamOf } from './info-team.ts'
import { readTimeZone } from '../../people/accounts/accounts.public.ts'
import type { PersonPlaceRequest, ReadPlace } from './read-place.ts'

const PAGE = 20

const places: { readonly [Place in PersonPlace]: ReadPlace<Place> } = {
  details: readDetails,
  subscriptions: listSubscriptions,
  purchases: listPurchasesOfPerson,
  sessions: listSessions,
  products: listProducts,
  letters: listLetters,
  team: readTeamOf,
  partner: readPartner,
  log: listLog,
}

export const getPersonInfo: Handlers<'support'>['getPersonInfo'] = async (
  ctx,
  { user, place, page = 1, limit = PAGE, period = {} },
): Promise<{ info: PersonInfo }> => {
  const person = await getPerson(ctx.db, user)
  return { info: await places[place](ctx, person, { page, limit, ...(await boundsOf(ctx, period)) }) }
}

/** The days of who asks, by their clock. */
async function boundsOf(
  ctx: CallContext,
  { from, to }: { from?: string; to?: string },
): Promise<Pick<PersonPlaceRequest, 'from' | 'to'>> {
  if (from === undefined && to === undefined) return { from: null, to: null }
  const zone = await readTimeZone(ctx.db, personOf(ctx).id)
  const { rows } = await sql<Pick<PersonPlaceRequest, 'from' | 'to'>>`
    select ${from ?? null}::date::timestamp at time zone ${zone} as "from",
      (${to ?? null}::date + 1)::timestamp at time zone ${zone} as "to"`.execute(ctx.db)
  return rows[0] ?? { from: null, to: null }
}
