import { AppError } from '../../../kit/app-error.ts'
import { personOf } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { findUser } from '../../people/accounts/accounts.public.ts'
import { sql } from 'kysely'
import { isChangeable } from './access-person.ts'
import { showPeople } from './list-people.ts'
import type { ReadPlace } from './read-place.ts'

export const readDetails: ReadPlace<'details'> = async (ctx, person) => {
  const { db, clock } = ctx
  const [user, [shown], { purchases }, broughtBy] = await Promise.all([
    findUser(db, person.id),
    showPeople(db, [person.id], clock.now()),
    db
      .selectFrom('orders')
      .select((select) => select.fn.countAll<number>().as('purchases'))
      .where('userId', '=', person.id)
      .where('paidAt', 'is not', null)
      .executeTakeFirstOrThrow(),
    findBringer(db, person.id),
  ])
  // Gone since they were found.
  if (!user || !shown) throw new AppError('PERSON_NOT_FOUND')
  const { lastSeenAt, running, paid } = shown
  const changeable = isChangeable(person, personOf(ctx).id)
  return { place: 'details', person: { ...user, lastSeenAt, running, paid, purchases, broughtBy, changeable } }
}

interface Bringer {
  id: number
  name: string
  email: string | null
}

/** The partner to whom they are bound; before they pay, the one they came by. */
export async function findBringer(db: DbOrTx, userId: number): Promise<Bringer | null> {
  const { rows } = await sql<Bringer>`
    select u.id, u.username as name, u.email from users u
    where u.id = coalesce(
      (select partner_id from referral_bindings where user_id = ${userId}),
      (select ref_id from user_referrals where user_id = ${userId} and ref_id > 1))`.execute(db)
  return rows[0] ?? null
}
