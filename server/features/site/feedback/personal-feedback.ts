/** What one person wrote to support, as they may download it. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function personalFeedback({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const { rows } = await sql<object>`
    select at as "когда", name as "имя", email, subject as "тема", message as "текст", nullif(came_from, '') as "со страницы"
    from feedback where user_id = ${userId} order by id`.execute(db)
  return rows.length === 0 ? {} : { 'Письма в поддержку': rows }
}
