/** What one person wrote to support, as he may download it. */
import { sql } from 'kysely'
import type { PersonalData } from '../../kit/personal-data.ts'
import type { DbOrTx } from '../../kit/sql.ts'

export async function personalFeedback(db: DbOrTx, userId: number): Promise<PersonalData> {
  const { rows } = await sql<object>`
    select at as "когда", name as "имя", email, subject as "тема", message as "текст", nullif(came_from, '') as "со страницы"
    from feedback where user_id = ${userId} order by id`.execute(db)
  return rows.length === 0 ? {} : { 'Письма в поддержку': rows }
}
