/** The subscriptions of one person, as he may download it. */
import { sql } from 'kysely'
import type { PersonalData } from '../../kit/personal-data.ts'
import type { DbOrTx } from '../../kit/sql.ts'

export async function personalSubscriptions(db: DbOrTx, userId: number): Promise<PersonalData> {
  const { rows } = await sql<object>`
    select case s.product_type when 'category' then 'категория' when 'project' then 'проект' else 'группы' end as "продукт",
      coalesce(c.name, s.product_id::text) as "название",
      case s.tariff_type when 'trial' then 'пробный' when 'regular' then 'обычный' when 'team' then 'командный' else 'пакет' end as "тариф",
      s.starts_at as "с", s.expires_at as "по"
    from subscriptions s left join categories c on s.product_type = 'category' and c.id = s.product_id
    where s.user_id = ${userId} order by s.starts_at, s.id`.execute(db)
  return { Подписки: rows }
}
