/** Who brought them, and what they have as a partner. Where payouts go is sealed, and not opened here. */
import { payoutStatuses, type PayoutStatus } from '../../../../contract/commerce/partner.ts'
import type { InfoOf } from '../../../../contract/office/support.ts'
import { toRoubles } from '../../../../rules/money.ts'
import type { Db } from '../../../kit/sql.ts'
import { countReferrals, showMoney } from '../../commerce/partner/partner.public.ts'
import { findBringer } from './info-details.ts'
import type { ReadPlace } from './read-place.ts'

const LAST_PAYOUTS = 10

export const readPartner: ReadPlace<'partner'> = async ({ db }, { id, roles }) => {
  const [broughtBy, entered] = await Promise.all([
    findBringer(db, id),
    db.selectFrom('partners').select('joinedAt').where('userId', '=', id).executeTakeFirst(),
  ])
  const isPartner = entered !== undefined || roles.includes('partner')
  const joinedAt = entered?.joinedAt.toISOString() ?? null
  return { place: 'partner', broughtBy, partner: isPartner ? { joinedAt, ...(await readNumbers(db, id)) } : null }
}

async function readNumbers(
  db: Db,
  partnerId: number,
): Promise<Omit<NonNullable<InfoOf<'partner'>['partner']>, 'joinedAt'>> {
  const [money, codes, counts, payouts] = await Promise.all([
    showMoney(db, partnerId),
    db
      .selectFrom('promoCodes')
      .select('code')
      .where('partnerId', '=', partnerId)
      .where('archivedAt', 'is', null)
      .orderBy('id', 'desc')
      .execute(),
    countReferrals(db, partnerId),
    db
      .selectFrom('payouts')
      .select(['id', 'sum', 'status', 'createdAt'])
      .where('partnerId', '=', partnerId)
      .orderBy('id', 'desc')
      .limit(LAST_PAYOUTS)
      .execute(),
  ])
  return {
    money,
    codes: codes.map(({ code }) => code),
    ...counts,
    payouts: payouts.map(({ sum, status, createdAt, ...payout }) => ({
      ...payout,
      sum: toRoubles(sum),
      status: payoutStatuses[status as PayoutStatus],
      createdAt: createdAt.toISOString(),
    })),
  }
}
