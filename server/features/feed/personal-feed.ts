/** What the feed keeps about one person, as he may download it. */
import type { PersonalData } from '../../kit/personal-data.ts'
import type { DbOrTx } from '../../kit/sql.ts'

export async function personalFeed(db: DbOrTx, userId: number): Promise<PersonalData> {
  const row = await db.selectFrom('feedSettings').selectAll().where('userId', '=', userId).executeTakeFirst()
  return {
    'Настройки ленты': row
      ? { 'кнопка бонуса': row.bonusBtn, уведомления: row.push, 'прокрутка к ленте': row.feedScroll }
      : {},
  }
}
