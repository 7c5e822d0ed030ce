/** What one person wrote to support: for them to download, and to go with their account. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'
import type { Tx } from '../../../kit/sql.ts'

export async function personalFeedback({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const { rows } = await sql<object>`
    select at as "когда", name as "имя", email, subject as "тема", message as "текст", nullif(came_from, '') as "со страницы",
      fp as "отпечаток устройства", (
        select jsonb_agg(jsonb_build_object('когда', a.at, 'текст', a.text) order by a.id)
        from feedback_answers a where a.feedback_id = feedback.id
      ) as "ответы поддержки"
    from feedback where user_id = ${userId} order by id`.execute(db)
  return rows.length === 0 ? {} : { 'Письма в поддержку': rows }
}

/** Also what was written from the account's e-mail before anyone was signed in. */
export async function deleteFeedbackOf(tx: Tx, userId: number): Promise<void> {
  const owner = await tx
    .selectFrom('users')
    .select(['email', 'emailApprove'])
    .where('id', '=', userId)
    .executeTakeFirst()
  await tx.deleteFrom('feedback').where('userId', '=', userId).execute()
  if (!owner?.email || !owner.emailApprove) return
  await tx
    .deleteFrom('feedback')
    .where('userId', 'is', null)
    .where((where) => where(where.fn('lower', ['email']), '=', owner.email?.toLowerCase() ?? ''))
    .execute()
}
