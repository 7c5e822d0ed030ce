/** When support looked at one person's account, for them to download. */
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function personalMasks({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const rows = await db
    .selectFrom('masks')
    .select(['createdAt', 'endedAt', 'expiresAt', 'reason'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  if (rows.length === 0) return {}
  const visits = rows.map(({ createdAt, endedAt, expiresAt, reason }) => ({
    когда: createdAt,
    до: endedAt ?? expiresAt,
    причина: reason,
  }))
  return { 'Просмотры поддержки': visits }
}
