/** The subscriptions of one person, as they may download it, and what they are about. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

const productWord = (column: string) =>
  sql`case ${sql.ref(column)} when 'category' then 'категория' when 'project' then 'проект' else 'группы' end`

export async function personalSubscriptions({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const { rows: held } = await sql<object>`
    select ${productWord('s.product_type')} as "продукт",
      coalesce(c.name, nullif(p.name, ''), s.product_id::text) as "название",
      case s.tariff_type when 'trial' then 'пробный' when 'regular' then 'обычный' when 'team' then 'командный' else 'пакет' end as "тариф",
      s.tariff->>'title' as "название тарифа", o.account as "заказ",
      s.starts_at as "с", least(s.expires_at, s.ended_at) as "по", s.team_size as "человек в команде", s.max_size as "групп",
      s.frozen_at as "заморожена", s.freezes as "сколько раз замораживали", s.frozen_days as "дней простояла"
    from subscriptions s
    left join categories c on s.product_type = 'category' and c.id = s.product_id
    left join monitored_projects p on s.product_type = 'project' and p.id = s.product_id
    left join orders o on o.id = s.order_id
    where s.user_id = ${userId} order by s.starts_at, s.id`.execute(db)
  const { rows: groupsets } = await sql<object>`
    select id as "список", created_at as "когда" from monitored_groupsets where user_id = ${userId}`.execute(db)
  const { rows: trials } = await sql<object>`
    select ${productWord('product')} as "продукт", fp as "отпечаток устройства", incognito as "режим инкогнито", at as "когда"
    from trial_uses where user_id = ${userId} order by id`.execute(db)
  return { Подписки: held, 'Списки групп': groupsets, 'Пробный доступ': trials }
}
