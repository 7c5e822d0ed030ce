/** What a person has set of notices whatever the filter, and where letters to them go. */
import type { NoticePreferences } from '../../../../contract/reach/notices.ts'
import { usualPreferences } from '../../../../rules/notices/rule.ts'
import { letterAddress } from '../../../kit/mail/letter-address.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

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
