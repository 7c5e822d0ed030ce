/** What a person has set of notices whatever the filter, and where letters to them go. */
import type { NoticePreferences } from '../../../../contract/reach/notices.ts'
import { usualPreferences } from '../../../../rules/notices/rule.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

/** Where letters of notices go: the address given for them, or else the confirmed e-mail of the account; null: nowhere. */
export async function readRecipient(db: DbOrTx, userId: number): Promise<{ email: string | null; timeZone: string }> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'emailApprove', 'notificationEmail', 'timeZone', 'deletionAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const confirmed = user.emailApprove ? user.email : null
  return { email: user.deletionAt ? null : (user.notificationEmail ?? confirmed), timeZone: user.timeZone }
}

export async function readNoticePreferences(db: DbOrTx, userId: number): Promise<NoticePreferences> {
  const row = await db
    .selectFrom('noticePreferences')
    .select(['quietFrom', 'quietTo', 'pausedUntil', 'ceiling', 'alarms'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!row) return usualPreferences
  const { quietFrom, quietTo, pausedUntil, ceiling, alarms } = row
  return {
    quiet: quietFrom !== null && quietTo !== null ? { from: quietFrom.slice(0, 5), to: quietTo.slice(0, 5) } : null,
    pausedUntil: pausedUntil?.toISOString() ?? null,
    ceiling,
    alarms: { ...usualPreferences.alarms, ...(alarms as Partial<NoticePreferences['alarms']>) },
  }
}
