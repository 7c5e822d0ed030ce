/** What the feed has learnt of one person, for him to download. */
import type { PersonalData } from '../../kit/personal-data.ts'
import type { DbOrTx } from '../../kit/sql.ts'

export async function personalLearning(db: DbOrTx, userId: number): Promise<PersonalData> {
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
