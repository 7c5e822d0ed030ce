/** What admins do with partners: payouts, suspected commissions, what one partner brought. */
import { sql } from 'kysely'
import type { PayoutStatus } from '../../../../contract/commerce/partner.ts'
import { toRoubles } from '../../../../rules/money.ts'
import { suspicions, type Suspicion } from '../../../../rules/partner/commission.ts'
import { asksComment, effectOf, mayFollow } from '../../../../rules/partner/payout.ts'
import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { publish } from '../../../kit/bus.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import { lock } from '../../../kit/locks.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { Tx } from '../../../kit/sql.ts'
import { enterMoney } from '../payments/payments.public.ts'
import { availableOf, BANK, requestedOf } from './accounts-of-partner.ts'
import { forgetWallets } from './forget-wallets.ts'
import { payoutLetter } from './letters.ts'
import { readCommissions, showMoney } from './money.ts'
import { openWallet, type PayoutRow } from './open-wallet.ts'
import { showPayout } from './payouts.ts'
import { countReferrals } from './count-referrals.ts'
import { releaseOne, takeBackCommission } from './release.ts'
import { pageOf } from '../../../kit/page-of.ts'

const PAGE = 20
const MOST_SUSPECTED = 200

type Admin = Handlers<'partner'>

type Payout = Awaited<ReturnType<Admin['listPartnerOrders']>>['docs'][number]

/** The open ones first, the oldest of them first; then what has ended, the newest first. */
export async function readPayouts(
  { db, config }: Pick<CallContext, 'db' | 'config'>,
  { partner, email = '', status }: Parameters<Admin['listPartnerOrders']>[1],
  { limit, offset }: { limit: number; offset: number },
): Promise<{ docs: Payout[]; total: number }> {
  const { rows } = await sql<
    PayoutRow & { email: string | null; username: string | null; suspicions: Suspicion[] | null; total: number }
  >`
    select p.*, u.email, u.username, count(*) over ()::integer as total, (
        select array_agg(distinct suspicion) from referral_bindings b, unnest(b.suspicions) as suspicion where b.partner_id = p.partner_id
      ) as suspicions
    from payouts p left join users u on u.id = p.partner_id
    where (${partner ?? null}::bigint is null or p.partner_id = ${partner ?? null})
      and (${email.trim()} = '' or position(lower(${email.trim()}) in lower(u.email)) > 0)
      and (${status ?? null}::smallint is null or p.status = ${status ?? null})
    order by p.status > 3, case when p.status <= 3 then p.id else -p.id end limit ${limit} offset ${offset}`.execute(db)
  const docs = rows.map((row) => ({
    ...showPayout(config.secretKey, row),
    ...openWallet(config.secretKey, row),
    partner: { id: row.partnerId, email: row.email ?? '', username: row.username ?? 'аккаунт удалён' },
    suspicions: (row.suspicions ?? []).map((each) => suspicions[each]),
  }))
  return { docs, total: rows[0]?.total ?? 0 }
}

export const listPartnerOrders: Admin['listPartnerOrders'] = async (ctx, { page = 1, limit = PAGE, ...filter }) => {
  const { docs, total } = await readPayouts(ctx, filter, { limit, offset: (page - 1) * limit })
  return pageOf(docs, total, { page, limit })
}

/** Of accounts that are gone nothing is left to decide: no one would be paid. */
export const listSuspectedPartners: Admin['listSuspectedPartners'] = async ({ db }) => {
  const { rows } = await sql<{ id: number; email: string; count: number; sum: number }>`
    select u.id, coalesce(u.email, '') as email, count(*)::integer as count, sum(c.amount)::bigint as sum
    from commissions c join users u on u.id = c.partner_id
    where c.state = 'suspected' group by u.id order by min(c.earned_at), u.id limit ${MOST_SUSPECTED}`.execute(db)
  return { partners: rows.map(({ sum, ...row }) => ({ ...row, sum: toRoubles(Number(sum)) })) }
}

export const updatePartnerOrder: Admin['updatePartnerOrder'] = async (ctx, { order: id, status, comment = '' }) => {
  const { db, clock, config } = ctx
  const { id: actorId } = personOf(ctx)
  const givenComment = comment.trim() === '' ? null : comment.trim()
  if (asksComment(status) && givenComment === null) throw new AppError('PAYOUT_COMMENT_REQUIRED')
  await db.transaction().execute(async (tx) => {
    const { partnerId, sum } = await movePayout(tx, clock, { id, status, comment: givenComment, actorId, from: ctx })
    const partner = await tx
      .selectFrom('users')
      .select(['email', 'deletionAt'])
      .where('id', '=', partnerId)
      .executeTakeFirst()
    if (partner?.email && !partner.deletionAt)
      await postLetter(tx, clock, partner.email, payoutLetter(config.siteUrl, { sum, status, comment: givenComment }))
  })
  return { status, comment: givenComment }
}

interface Moving {
  id: number
  status: PayoutStatus
  comment: string | null
  actorId: number | null
  /** The browser of who does it; null: none. */
  from: { ip: string; userAgent: string } | null
}

/** From one status to another that may follow it, and the money with it. @returns the payout as it was */
export async function movePayout(
  tx: Tx,
  clock: CallContext['clock'],
  { id, status, comment, actorId, from }: Moving,
): Promise<PayoutRow> {
  const found = await tx.selectFrom('payouts').select('partnerId').where('id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('PAYOUT_NOT_FOUND')
  await lock(tx, 'money of partner', found.partnerId)
  const row = await tx.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const before = row.status as PayoutStatus
  if (!mayFollow(before, status)) throw new AppError('PAYOUT_STATUS_NOT_ALLOWED')
  await tx.updateTable('payouts').set({ status, comment, changedAt: clock.now() }).where('id', '=', id).execute()
  await moveMoney(tx, clock, row, status)
  await forgetWallets(tx)
  await recordAuditEntry(tx, clock, from, {
    actorId,
    userId: row.partnerId,
    action: 'payout-changed',
    details: { payout: id, before, status, comment },
  })
  await publish(tx, 'partner.changed', { userId: row.partnerId })
  return row
}

/** What is paid leaves; what ended otherwise is the partner's again. */
async function moveMoney(
  tx: Tx,
  clock: CallContext['clock'],
  { id, partnerId, sum }: PayoutRow,
  status: PayoutStatus,
): Promise<void> {
  const effect = effectOf(status)
  if (effect === 'none') return
  await enterMoney(tx, clock, {
    payoutId: id,
    kind: effect === 'paid' ? 'payout paid' : 'payout returned',
    debit: requestedOf(partnerId),
    credit: effect === 'paid' ? BANK : availableOf(partnerId),
    amount: sum,
  })
}

export const getPartnerStats: Admin['getPartnerStats'] = async ({ db }, { partner_id: partnerId }) => {
  // Anyone who got the role otherwise is a partner as well; who lost it may still have money with us.
  const partner = await db
    .selectFrom('users as u')
    .leftJoin('partners as p', 'p.userId', 'u.id')
    .select(['u.id', 'u.email', 'u.username'])
    .select(({ fn }) => fn.coalesce('p.joinedAt', 'u.createdAt').as('joinedAt'))
    .where('u.id', '=', partnerId)
    .where((where) =>
      where.or([
        where('p.userId', 'is not', null),
        where(where.val('partner'), '=', where.fn.any('u.roles')),
        where.exists(where.selectFrom('commissions as c').select('c.id').whereRef('c.partnerId', '=', 'u.id')),
      ]),
    )
    .executeTakeFirst()
  if (!partner) throw new AppError('PARTNER_NOT_FOUND')
  const [money, suspected, counts] = await Promise.all([
    showMoney(db, partnerId),
    readCommissions(db, { partnerId, state: 'suspected', limit: MOST_SUSPECTED, offset: 0 }),
    countReferrals(db, partnerId),
  ])
  return {
    partner: { ...partner, email: partner.email ?? '', joinedAt: partner.joinedAt.toISOString() },
    money,
    ...counts,
    suspected,
  }
}

/** What is let through waits for the end of its hold like any other, unless that is over. */
export const settleSuspicion: Admin['settleSuspicion'] = async (ctx, { commission: id, accept, comment }) => {
  const { db, clock } = ctx
  const { id: actorId } = personOf(ctx)
  return db.transaction().execute(async (tx) => {
    const found = await tx.selectFrom('commissions').select('partnerId').where('id', '=', id).executeTakeFirst()
    if (!found) throw new AppError('COMMISSION_NOT_FOUND')
    await lock(tx, 'money of partner', found.partnerId)
    const row = await tx
      .selectFrom('commissions')
      .select('availableAt')
      .where('id', '=', id)
      .where('state', '=', 'suspected')
      .executeTakeFirst()
    if (!row) throw new AppError('COMMISSION_NOT_FOUND')
    if (accept) {
      await tx.updateTable('commissions').set({ state: 'held' }).where('id', '=', id).execute()
      if (row.availableAt <= clock.now()) await releaseOne(tx, clock, id)
    } else await takeBackCommission(tx, clock, id, { state: 'refused', why: comment.trim() })
    await recordAuditEntry(tx, clock, ctx, {
      actorId,
      userId: found.partnerId,
      action: 'commission-decided',
      details: { commission: id, accept, comment: comment.trim() },
    })
    await publish(tx, 'partner.changed', { userId: found.partnerId })
    const { state } = await tx.selectFrom('commissions').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    return { state: state as Awaited<ReturnType<Admin['settleSuspicion']>>['state'] }
  })
}
