/** What a person answered, and with which words, for them to download. It goes with their account. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function personalAnswers({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const [answers, templates] = await Promise.all([
    sql<object>`select a.message_id as "сообщение", m.url as "ссылка", m.text as "текст", a.at as "когда"
      from answers a left join lateral (
        select url, left(text, 500) as text from messages where id = a.message_id limit 1) as m on true
      where a.user_id = ${userId} order by a.at`.execute(db),
    sql<object>`select t.name as "название", t.text as "текст", t.created_at as "когда"
      from reply_templates t where t.user_id = ${userId} order by t.id`.execute(db),
  ])
  return { Ответы: answers.rows, 'Шаблоны ответов': templates.rows }
}
