/** What the feed keeps about one person, as they may download it. */
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function personalFeed({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const row = await db.selectFrom('feedSettings').selectAll().where('userId', '=', userId).executeTakeFirst()
  return {
    'Настройки ленты': row
      ? {
          'кнопка бонуса': row.bonusBtn,
          уведомления: row.push,
          'прокрутка к ленте': row.feedScroll,
          плотность: row.density,
          порядок: row.feedOrder,
        }
      : {},
  }
}
