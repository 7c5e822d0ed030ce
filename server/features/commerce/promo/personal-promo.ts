/** The presents of one person, and the promo codes they used, as they may download them. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function personalPromo({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const { rows: gifts } = await sql<object>`
    select code as "код", created_at as "когда", ends_at as "до" from promo_codes where user_id = ${userId} order by id`.execute(
    db,
  )
  const { rows: uses } = await sql<object>`
    select c.code as "код", u.at as "когда" from promo_uses u join promo_codes c on c.id = u.promo_id
    where u.user_id = ${userId} and u.released_at is null order by u.at`.execute(db)
  return {
    ...(gifts.length > 0 && { 'Подаренные промокоды': gifts }),
    ...(uses.length > 0 && { 'Использованные промокоды': uses }),
  }
}
