/** What a person has set of notices whatever the filter, and where letters to them go. */
import { sql, type RawBuilder } from 'kysely'
import type { NoticePreferences } from '../../../../contract/reach/notices.ts'
import { usualPreferences } from '../../../../rules/notices/rule.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/**
 * Where letters of notices go, in SQL: the address given for them, or else the confirmed e-mail of the account; null: nowhere. Who is about to delete the
 * account is written to no more.
 * @param users the name of their table in the query
 */
export const letterAddress = (users = 'users'): RawBuilder<string | null> => {
  const [deletionAt, given, confirmed, email] = ['deletionAt', 'notificationEmail', 'emailApprove', 'email'].map(
    (column) => sql.ref(`${users}.${column}`),
  )
  return sql`case when ${deletionAt} is null then coalesce(${given}, case when ${confirmed} then ${email} end) end`
}

/** As `letterAddress` says it. */
export async function readRecipient(db: DbOrTx, userId: number): Promise<{ email: string | null; timeZone: string }> {
  return db
    .selectFrom('users')
    .select(['timeZone', letterAddress().as('email')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Quiet hours as rows of notice_preferences have them. */
export const quietOf = ({
  quietFrom,
  quietTo,
}: {
  quietFrom: string | null
  quietTo: string | null
}): NoticePreferences['quiet'] =>
  quietFrom !== null && quietTo !== null ? { from: quietFrom.slice(0, 5), to: quietTo.slice(0, 5) } : null

export async function readNoticePreferences(db: DbOrTx, userId: number): Promise<NoticePreferences> {
  const row = await db
    .selectFrom('noticePreferences')
    .select(['quietFrom', 'quietTo', 'pausedUntil', 'ceiling', 'alarms'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!row) return usualPreferences
  const { pausedUntil, ceiling, alarms } = row
  return {
    quiet: quietOf(row),
    pausedUntil: pausedUntil?.toISOString() ?? null,
    ceiling,
    alarms: { ...usualPreferences.alarms, ...(alarms as Partial<NoticePreferences['alarms']>) },
  }
}
