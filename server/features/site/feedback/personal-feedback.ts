/** What one person wrote to support: for them to download, and to go with their account. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'
import type { Db, Tx } from '../../../kit/sql.ts'

export async function personalFeedback(ctx: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const { db } = ctx
  const { rows } = await sql<object>`
    select id as "номер", at as "когда", name as "имя", email, subject as "тема", message as "текст", nullif(came_from, '') as "со страницы",
      fp as "отпечаток устройства", (
        select jsonb_agg(jsonb_build_object('когда', a.at, 'текст', a.text) order by a.id)
        from feedback_answers a where a.feedback_id = feedback.id
      ) as "ответы поддержки"
    from feedback where user_id = ${userId} order by id`.execute(db)
  if (rows.length === 0) return {}
  const files = await db
    .selectFrom('feedbackFiles')
    .innerJoin('feedback', 'feedback.id', 'feedbackFiles.feedbackId')
    .select('feedbackFiles.id')
    .where('feedback.userId', '=', userId)
    .orderBy('feedbackFiles.id')
    .execute()
  const letters = { 'Письма в поддержку': rows }
  return files.length === 0 ? letters : { ...letters, 'Файлы писем в поддержку': filesInWords(db, files) }
}

/** One at a time: all of them may be long. */
async function* filesInWords(db: Db, files: readonly { id: number }[]): AsyncGenerator<object> {
  for (const { id } of files) {
    const file = await db
      .selectFrom('feedbackFiles')
      .select(['feedbackId', 'answerId', 'name', 'type', 'bytes'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (file)
      yield {
        'номер письма': file.feedbackId,
        'с ответом поддержки': file.answerId !== null,
        имя: file.name,
        вид: file.type,
        'содержимое в base64': file.bytes.toString('base64'),
      }
  }
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
