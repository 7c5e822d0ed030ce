/** What one person said of the service: for them to download. It goes with their account. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function personalReview({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const { rows } = await sql<object>`
    select written_at as "когда", name as "имя", nullif(trade, '') as "чем занимается", nullif(city, '') as "город",
      text as "текст", case state when 'shown' then 'опубликован' when 'hidden' then 'не опубликован' else 'на проверке' end as "состояние",
      nullif(reason, '') as "почему не опубликован", nullif(reply, '') as "ответ сервиса"
    from reviews where user_id = ${userId}`.execute(db)
  return rows.length === 0 ? {} : { 'Отзыв о сервисе': rows }
}
