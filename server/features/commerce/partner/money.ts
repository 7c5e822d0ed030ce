/** Sums of a partner and the lines they come from, as they are shown. */
import { sql } from 'kysely'
import type { Commission, commissionStates } from '../../../../contract/commerce/partner.ts'
import type { ResultOf } from '../../../../contract/call.ts'
import type { partner } from '../../../../contract/commerce/partner.ts'
import { toRoubles } from '../../../../rules/money.ts'
import { suspicions, type Suspicion } from '../../../../rules/partner/commission.ts'
import { hiddenEmail } from '../../../../rules/partner/payout.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { readBalance } from './accounts-of-partner.ts'
import { pageOf } from '../../../kit/page-of.ts'

const PAGE = 20
type State = (typeof commissionStates)[number]

export async function showMoney(
  db: DbOrTx,
  partnerId: number,
): Promise<ResultOf<(typeof partner)['getPartnerStats']>['money']> {
  const [balance, { suspected }] = await Promise.all([
    readBalance(db, partnerId),
    db
      .selectFrom('commissions')
      .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('suspected'))
      .where('partnerId', '=', partnerId)
      .where('state', '=', 'suspected')
      .executeTakeFirstOrThrow(),
  ])
  return {
    earned: toRoubles(balance.earned),
    held: toRoubles(balance.held - Number(suspected)),
    suspected: toRoubles(Number(suspected)),
    available: toRoubles(balance.available),
    requested: toRoubles(balance.requested),
    paid: toRoubles(balance.paid),
  }
}

interface Row {
  id: number
  account: string
  email: string | null
  paid: number
  amount: number
  rate: number
  by: 'promo' | 'link'
  state: State
  earnedAt: Date
  availableAt: Date
  why: string | null
  suspicions: Suspicion[] | null
}

interface Asked {
  partnerId: number
  state?: State | undefined
  limit: number
  offset: number
}

/** The newest first, with why each suspected one is. */
export async function readCommissions(
  db: DbOrTx,
  { partnerId, state, limit, offset }: Asked,
): Promise<(Commission & { suspicions: string[] })[]> {
  const { rows } = await sql<Row>`
    select c.id, o.account, u.email, c.paid, c.amount, c.rate, c.by, c.state, c.earned_at, c.available_at, c.why, b.suspicions
    from commissions c join orders o on o.id = c.order_id left join users u on u.id = c.user_id
      left join referral_bindings b on b.user_id = c.user_id and b.partner_id = c.partner_id
    where c.partner_id = ${partnerId} and (${state ?? null}::text is null or c.state = ${state ?? null})
    order by c.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ paid, amount, rate, email, earnedAt, availableAt, why, suspicions: found, ...row }) => {
    const named = (found ?? []).map((each) => suspicions[each])
    return {
      ...row,
      email: email === null ? 'аккаунт удалён' : hiddenEmail(email),
      paid: toRoubles(paid),
      amount: toRoubles(amount),
      rate: rate / 100,
      earnedAt: earnedAt.toISOString(),
      availableAt: availableAt.toISOString(),
      why: whyInWords(row, why, named),
      suspicions: named,
    }
  })
}

/** By which rule it was given, or was not. */
function whyInWords({ state, by }: Pick<Row, 'state' | 'by'>, why: string | null, named: string[]): string {
  const brought = by === 'promo' ? 'По вашему промокоду' : 'По вашей ссылке'
  switch (state) {
    case 'held':
      return `${brought}. Ждёт, пока не пройдёт срок возврата денег`
    case 'available':
      return brought
    case 'suspected':
      return `${brought}. На проверке: ${named.join('; ').toLowerCase()}`
    case 'reversed':
      return 'Деньги за покупку вернули'
    case 'refused':
      return why === null || why === '' ? 'Не зачтено после проверки' : `Не зачтено после проверки: ${why}`
    case 'none':
      return becauseInWords(why)
  }
}

function becauseInWords(why: string | null): string {
  if (why === 'over') return 'Срок, за который начисляется, закончился'
  if (why === 'direct') return 'Первая покупка была не по вашей ссылке и не с вашим промокодом'
  return 'Своя покупка: за неё не начисляется'
}

export const listCommissions: Handlers<'partner'>['listCommissions'] = async (ctx, input) => {
  const { db } = ctx
  const { id: partnerId } = personOf(ctx)
  const { page = 1, limit = PAGE, state } = input
  const [docs, { total }] = await Promise.all([
    readCommissions(db, { partnerId, state, limit, offset: (page - 1) * limit }),
    db
      .selectFrom('commissions')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('partnerId', '=', partnerId)
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
      .executeTakeFirstOrThrow(),
  ])
  const shown = docs.map(({ suspicions: _suspicions, ...commission }) => commission)
  return pageOf(shown, Number(total), { page, limit })
}
