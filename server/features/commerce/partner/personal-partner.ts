/** What the programme keeps about a partner, as they may download it. */
import { payoutStatuses, type PayoutStatus } from '../../../../contract/commerce/partner.ts'
import { toRoubles } from '../../../../rules/money.ts'
import type { AppContext } from '../../../kit/context.ts'
import type { PersonalData } from '../../../kit/personal-data.ts'
import { openWallet } from './open-wallet.ts'

export async function personalPartner({ db, config }: AppContext, userId: number): Promise<PersonalData> {
  const of = { userId, partnerId: userId }
  const [partner, links, commissions, payouts, binding] = await Promise.all([
    db.selectFrom('partners').selectAll().where('userId', '=', userId).executeTakeFirst(),
    db.selectFrom('shortLinks').selectAll().where('userId', '=', userId).orderBy('id').execute(),
    db.selectFrom('commissions').selectAll().where('partnerId', '=', of.partnerId).orderBy('id').execute(),
    db.selectFrom('payouts').selectAll().where('partnerId', '=', of.partnerId).orderBy('id').execute(),
    db.selectFrom('referralBindings').selectAll().where('userId', '=', userId).executeTakeFirst(),
  ])
  return {
    ...(partner && {
      'Партнёрская программа': {
        'участвует с': partner.joinedAt,
        'письма о начислениях': partner.letters,
        'последнее такое письмо': partner.letteredAt,
      },
    }),
    ...(links.length > 0 && {
      'Короткие ссылки': links.map(({ code, path, createdAt }) => ({ код: code, куда: path, создана: createdAt })),
    }),
    ...(commissions.length > 0 && {
      'Начисления партнёру': commissions.map(({ orderId, paid, amount, state, earnedAt }) => ({
        заказ: orderId,
        'оплачено, ₽': toRoubles(paid),
        'начислено, ₽': toRoubles(amount),
        состояние: state,
        когда: earnedAt,
      })),
    }),
    ...(payouts.length > 0 && {
      'Выплаты партнёру': payouts.map((payout) => ({
        'сумма, ₽': toRoubles(payout.sum),
        способ: payout.method,
        куда: openWallet(config.secretKey, payout).wallet,
        реквизиты: openWallet(config.secretKey, payout).other,
        состояние: payoutStatuses[payout.status as PayoutStatus],
        комментарий: payout.comment,
        когда: payout.createdAt,
      })),
    }),
    ...(binding && {
      'За кого засчитаны ваши покупки': {
        партнёр: binding.partnerId,
        как: binding.by === 'promo' ? 'по промокоду' : 'по ссылке',
        до: binding.endsAt,
      },
    }),
  }
}
