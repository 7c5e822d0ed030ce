/** Where letters go that no one asked for in this moment: reminders, notices, what became of a team. */
import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '../sql.ts'

/**
 * The address a person gave for them (it was confirmed when it was given), or that of the account once it is confirmed: until then it may be someone else's. Null: there is
 * none, or the account is about to be deleted.
 * @param users the name of their table in the query
 */
export const letterAddress = (users = 'users'): RawBuilder<string | null> => {
  const [deletionAt, given, confirmed, email] = ['deletionAt', 'notificationEmail', 'emailApprove', 'email'].map(
    (column) => sql.ref(`${users}.${column}`),
  )
  return sql`case when ${deletionAt} is null then coalesce(${given}, case when ${confirmed} then ${email} end) end`
}

/** Null also where there is no such person. */
export async function findLetterAddress(db: DbOrTx, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select(letterAddress().as('email'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.email ?? null
}
