/** Who brought this person, as they may download it. */
import { cpaRefId, defaultRefId } from '../../../../contract/people/referrals.ts'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'

export async function personalReferral({ db }: Pick<AppContext, 'db'>, userId: number): Promise<PersonalData> {
  const row = await db.selectFrom('userReferrals').selectAll().where('userId', '=', userId).executeTakeFirst()
  if (!row) return {}
  const source =
    row.refId === defaultRefId ? 'никто' : row.refId === cpaRefId ? 'партнёрская сеть' : `партнёр ${row.refId}`
  return {
    'Откуда вы пришли': {
      'кто привёл': source,
      'на какую страницу': row.refUrl,
      'с какой страницы': row.referrer,
      метка: row.actionpay,
      когда: row.at,
    },
  }
}
