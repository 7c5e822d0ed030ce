/** What the feed has learnt of one person, for them to download. */
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function personalLearning({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const row = await db
    .selectFrom('personalLayers')
    .select(['likes', 'dislikes', 'learntAt', 'forgetBefore', 'layer'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return {
    'Чему научилась лента': row
      ? {
          'выучено «нравится»': row.likes,
          'выучено «не нравится» и «спам»': row.dislikes,
          когда: row.learntAt,
          'отметки до этого времени забыты': row.forgetBefore,
          'числа, base64': row.layer.toString('base64'),
        }
      : {},
  }
}
