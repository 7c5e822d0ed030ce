/** The files one person ordered, as they may download it: what was ordered, not the files themselves. */
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function personalExports({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const exports = await db
    .selectFrom('exports')
    .select(['kind', 'format', 'params', 'status', 'total', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return {
    Выгрузки: exports.map(({ kind, format, params, status, total, createdAt }) => ({
      что: kind === 'users' ? 'пользователи' : 'сообщения',
      вид: format,
      условия: params,
      состояние: status,
      строк: total,
      заказана: createdAt,
    })),
  }
}
