/** A payment brings a commission to who brought the person (docs/flows/commission.md). */
import { sql } from 'kysely'
import {
  commissionOf,
  decideEarning,
  type Binding,
  type BroughtBy,
  type Earning,
  type Suspicion,
} from '../../../../rules/partner/commission.ts'
import { defaultRefId } from '../../../../contract/people/referrals.ts'
import { publish } from '../../../kit/bus.ts'
import { DAY } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'
import { lock } from '../../../kit/locks.ts'
import type { Tx } from '../../../kit/sql.ts'
import { enterMoney } from '../payments/payments.public.ts'
import { COSTS, heldOf } from './accounts-of-partner.ts'
import { findSuspicions, keepSuspicions } from './suspicions.ts'
import { readTerms } from './terms.ts'

/** The key is of prints and of sealed wallets. */
type Context = Pick<AppContext, 'db' | 'clock'> & { config: Pick<AppContext['config'], 'secretKey'> }

interface PaidOrder {
  id: number
  userId: number
  total: number
  paidAt: Date
  /** It may have gone back since. */
  status: 'paid' | 'refunded'
  promoPartner: number | null
  /** What came of it is written already. */
  decided: boolean
}

/** Jobs of two payments may come in any order: what was paid within so long before is decided first. */
const LATE = 7 * DAY

/**
 * Once for each order, however often it is asked. What was refunded by then earns nothing, and binds all the same: it was the first payment. The orders of
 * the person are held meanwhile, so that a refund comes before this, or finds what it brought.
 */
export async function earnCommission({ db, clock, config }: Context, orderId: number): Promise<void> {
  const asked = await db.selectFrom('orders').select('userId').where('id', '=', orderId).executeTakeFirst()
  const userId = asked?.userId
  if (userId == null) return
  await db.transaction().execute(async (tx) => {
    await lock(tx, 'orders of user', userId)
    const orders = await listPaidOrders(tx, userId)
    const last = orders.find(({ id }) => id === orderId)
    if (!last) return
    const linkPartner = await findLinkPartner(tx, userId)
    for (const [at, order] of orders.entries()) {
      if (order.decided || order.paidAt.getTime() < last.paidAt.getTime() - LATE) continue
      await decide(tx, { clock, config }, order, { paidBefore: at > 0, linkPartner })
      if (order === last) break
    }
  })
}

async function decide(
  tx: Tx,
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  order: PaidOrder,
  { paidBefore, linkPartner }: { paidBefore: boolean; linkPartner: number | null },
): Promise<void> {
  const { id: orderId, userId, total, paidAt, promoPartner } = order
  const terms = await readTerms(tx, paidAt)
  const binding = await findBinding(tx, userId)
  const facts = { buyerId: userId, paid: total, at: paidAt, binding, paidBefore, promoPartner, linkPartner }
  const earning = decideEarning(facts, terms)
  // No one's: there is no partner to notify.
  if (earning.partnerId === null) return
  // Nor of whom the account is gone: there is no one to pay.
  if (!(await isThere(tx, earning.partnerId))) return
  await lock(tx, 'money of partner', earning.partnerId)
  const line = { orderId, partnerId: earning.partnerId, userId, paid: total, rate: terms.rate, earnedAt: clock.now() }
  if (!earning.earns) {
    const of = {
      by: promoPartner === null ? 'link' : 'promo',
      availableAt: paidAt,
      state: 'none',
      why: earning.because,
    }
    await tx
      .insertInto('commissions')
      .values({ ...line, ...of, amount: 0, settledAt: clock.now() })
      .execute()
    return
  }
  const suspicions = await findSuspicions(tx, config.secretKey, earning.partnerId, userId, binding?.suspicions)
  if (earning.binds) await bind(tx, order, earning, suspicions)
  else await keepSuspicions(tx, userId, suspicions)
  if (order.status === 'refunded') return
  const amount = commissionOf(total, terms)
  await tx
    .insertInto('commissions')
    .values({
      ...line,
      amount,
      by: earning.by,
      state: suspicions.length > 0 ? 'suspected' : 'held',
      availableAt: new Date(paidAt.getTime() + terms.holdDays * DAY),
    })
    .execute()
  if (amount > 0)
    await enterMoney(tx, clock, {
      orderId,
      kind: 'commission',
      debit: COSTS,
      credit: heldOf(earning.partnerId),
      amount,
    })
  await publish(tx, 'partner.changed', { userId: earning.partnerId })
}

const isThere = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined

/** What cost something, the first first. */
async function listPaidOrders(tx: Tx, userId: number): Promise<PaidOrder[]> {
  const { rows } = await sql<PaidOrder>`
    select o.id, o.user_id, o.total, o.paid_at, o.status, p.partner_id as promo_partner,
      exists (select from commissions c where c.order_id = o.id) as decided
    from orders o left join promo_codes p on p.id = o.promo_id
    where o.user_id = ${userId} and o.status in ('paid', 'refunded') and o.total > 0
    order by o.paid_at, o.id for share of o`.execute(tx)
  return rows
}

/** One stands for no one, and the cpa network is no partner of ours. */
async function findLinkPartner(tx: Tx, userId: number): Promise<number | null> {
  const link = await tx
    .selectFrom('userReferrals')
    .select('refId')
    .where('userId', '=', userId)
    .where('refId', '>', defaultRefId)
    .executeTakeFirst()
  return link?.refId ?? null
}

async function findBinding(tx: Tx, userId: number): Promise<(Binding & { suspicions: Suspicion[] }) | null> {
  const row = await tx
    .selectFrom('referralBindings')
    .select(['partnerId', 'by', 'endsAt', 'suspicions'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ? { ...row, by: row.by as BroughtBy, suspicions: row.suspicions as Suspicion[] } : null
}

async function bind(
  tx: Tx,
  { id, userId, paidAt }: PaidOrder,
  { partnerId, by, endsAt }: Extract<Earning, { earns: true }>,
  suspicions: Suspicion[],
): Promise<void> {
  await tx
    .insertInto('referralBindings')
    .values({ userId, partnerId, by, firstOrderId: id, boundAt: paidAt, endsAt, suspicions })
    .execute()
}
