/** The work of one person on leads, for them to download. What is theirs goes with their account. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

const status = (column: string) => sql`case ${sql.raw(column)} when 'new' then 'Новый' when 'inWork' then 'В работе'
  when 'answered' then 'Ответили' when 'won' then 'Сделка' when 'lost' then 'Отказ' else ${sql.raw(column)} end`

/** Leads they own or have, what they moved, what they said; of other people nothing but the message itself. */
export async function personalLeads({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const [leads, moves, comments] = await Promise.all([
    sql<object>`select l.id as "лид", l.url as "ссылка", left(l.text, 500) as "текст", ${status('l.status')} as "статус",
        l.sum_kopecks / 100.0 as "сумма", l.taken_at as "взят", l.answered_at as "ответ", l.closed_at as "закрыт",
        l.remind_at as "напомнить", l.reminder as "напоминание"
      from leads l where l.owner_id = ${userId} or l.assignee_id = ${userId} order by l.id`.execute(db),
    sql<object>`select m.lead_id as "лид", case m.what when 'status' then 'статус' when 'sum' then 'сумма' else 'ответственный' end as "что",
        case m.what when 'status' then ${status('m.to_value')} when 'sum' then (m.to_value::numeric / 100)::text end as "стало", m.at as "когда"
      from lead_moves m where m.user_id = ${userId} order by m.id`.execute(db),
    sql<object>`select c.lead_id as "лид", c.text as "текст", c.at as "когда"
      from lead_comments c where c.user_id = ${userId} order by c.id`.execute(db),
  ])
  return { Лиды: leads.rows, 'Ход работы': moves.rows, 'Комментарии к лидам': comments.rows }
}
