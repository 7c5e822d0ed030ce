/** Who brought this person, as he may download it. */
import { cpaRefId, defaultRefId } from '../../../contract/partner.ts'
import type { PersonalData } from '../../kit/personal-data.ts'
import type { DbOrTx } from '../../kit/sql.ts'

export async function personalReferral(db: DbOrTx, userId: number): Promise<PersonalData> {
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
