/** What one moderator did: for them to download, and to stay when their account goes. */
import { sql } from 'kysely'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

export async function personalModeration({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const { rows } = await sql<object>`
    select message_id as "сообщение", action as "действие", details ->> 'detail' as "подробности", at as "когда"
    from moderator_log where user_id = ${userId} order by id`.execute(db)
  return rows.length === 0 ? {} : { Модерация: rows }
}

export async function hasModerated(db: DbOrTx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from moderator_log where user_id = ${userId})
      or exists (select from rejected_texts where user_id = ${userId})
      or exists (select from rejected_authors where user_id = ${userId}) as has`.execute(db)
  return rows[0]?.has ?? false
}

/** Verdicts stand anyone who gave them: from now on these are someone else's. */
export async function handOverModeration(tx: Tx, userId: number, toUserId: number): Promise<void> {
  await tx.updateTable('moderatorLog').set({ userId: toUserId }).where('userId', '=', userId).execute()
  await tx.updateTable('rejectedTexts').set({ userId: toUserId }).where('userId', '=', userId).execute()
  await tx.updateTable('rejectedAuthors').set({ userId: toUserId }).where('userId', '=', userId).execute()
}
