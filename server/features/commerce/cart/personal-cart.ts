/** The cart of one person, as they may download it. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function personalCart({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const { rows } = await sql<object>`
    select case product when 'category' then 'категории' when 'project' then 'проекты' else 'группы' end as "продукт",
      array(select c.name from unnest(items) with ordinality as item (id, place) join categories c on c.id = item.id order by place) as "категории",
      (select title || ', ' || duration_title from tariffs where tariffs.id = tariff_id) as "тариф", quantity as "сколько",
      promo_code as "промокод", updated_at as "когда"
    from carts where user_id = ${userId}`.execute(db)
  return rows.length === 0 ? {} : { Корзина: rows }
}
