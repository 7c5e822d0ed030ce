/** Numbers of a partner: who came, who registered, who paid, and what it brought. */
import { sql, type RawBuilder } from 'kysely'
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import { FIRST_PARTNER_DAY, type partner } from '../../../../contract/commerce/partner.ts'
import { toRoubles } from '../../../../rules/money.ts'
import { suspicions, type Suspicion } from '../../../../rules/partner/commission.ts'
import { hiddenEmail } from '../../../../rules/partner/payout.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import { readTimeZone } from '../../people/accounts/accounts.public.ts'
import { holding } from '../../../kit/like.ts'
import { pageOf } from '../../../kit/page-of.ts'

const PAGE = 20

type TrafficAsked = InputOf<(typeof partner)['getTraffic']>
type Traffic = ResultOf<(typeof partner)['getTraffic']>['docs'][number]

/** Every visit is counted once, whom it brought by the visit they came with (`clip`), and their payments with them. */
export const getTraffic: Handlers<'partner'>['getTraffic'] = async (ctx, input) => {
  const { page = 1, limit = PAGE } = input
  const rows = await readTraffic(ctx, input, { limit, offset: (page - 1) * limit })
  const total = rows[0]?.total ?? 0
  const docs = rows.map(({ total: _total, paid, earned, ...row }) => ({
    ...row,
    paid: toRoubles(Number(paid)),
    earned: toRoubles(Number(earned)),
  }))
  return pageOf(docs, total, { page, limit })
}

export async function readTraffic(
  ctx: CallContext,
  { period, type, by, from = FIRST_PARTNER_DAY, to }: TrafficAsked,
  { limit, offset }: { limit: number; offset: number },
): Promise<(Traffic & { total: number })[]> {
  const { id } = personOf(ctx)
  const zone = sql.lit(await readTimeZone(ctx.db, personOf(ctx).id))
  const day = (at: RawBuilder<unknown>) =>
    sql`to_char(date_trunc(${sql.lit(period)}, ${at} at time zone ${zone}), 'YYYY-MM-DD')`
  const visitKey = {
    link: sql`coalesce('/r/' || l.code, split_part(v.ref_url, '?', 1))`,
    source: siteOf(sql`v.referrer`),
  }
  const key = by === undefined ? day(sql`v.at`) : visitKey[by]
  const order = by === undefined ? sql`key desc` : sql`${sql.ref(type)} desc, key`
  const { rows } = await sql<Traffic & { total: number }>`
    with v as (
      select v.id, v.at, v.ref_url, v.referrer, v.short_link_id from referral_visits v
      where v.ref_id = ${id} and v.at >= ${from}::timestamp at time zone ${zone}
        and (${to ?? null}::text is null or v.at < (${to ?? null}::date + 1)::timestamp at time zone ${zone})
    ), came as (
      select r.clip, count(*) as registrations, count(b.user_id) as payments,
        coalesce(sum(c.paid), 0) as paid, coalesce(sum(c.earned), 0) as earned
      from user_referrals r
      left join referral_bindings b on b.user_id = r.user_id and b.partner_id = ${id}
      left join lateral (
        select sum(paid) filter (where state not in ('none', 'reversed')) as paid,
          sum(amount) filter (where state in ('held', 'available', 'suspected')) as earned
        from commissions c where c.user_id = r.user_id and c.partner_id = ${id}
      ) c on true
      where r.ref_id = ${id} group by r.clip
    ), counted as (
      select ${key} as key, count(*)::integer as visits, coalesce(sum(came.registrations), 0)::integer as registrations,
        coalesce(sum(came.payments), 0)::integer as payments, coalesce(sum(came.paid), 0)::bigint as paid,
        coalesce(sum(came.earned), 0)::bigint as earned
      from v left join came on came.clip = v.id::text left join short_links l on l.id = v.short_link_id group by 1
    )
    select *, count(*) over ()::integer as total from counted order by ${order} limit ${limit} offset ${offset}`.execute(
    ctx.db,
  )
  return rows
}

/** The site that an address is of. */
const siteOf = (address: RawBuilder<unknown>) =>
  sql`coalesce(nullif(regexp_replace(substring(${address} from '^https?://([^/?#]+)'), '^www\\.', ''), ''), '—')`

type ReferralsAsked = InputOf<(typeof partner)['listReferrals']>
type Referral = ResultOf<(typeof partner)['listReferrals']>['docs'][number]

interface ReferralRow {
  id: number
  email: string | null
  registeredAt: Date
  by: 'promo' | 'link'
  categories: string[]
  trials: string[]
  paid: number
  earned: number
  endsAt: Date | null
  suspicions: Suspicion[] | null
  total: number
}

export const listReferrals: Handlers<'partner'>['listReferrals'] = async (ctx, input) => {
  const { page = 1, limit_ref: limit = PAGE } = input
  const rows = await readReferrals(ctx, input, { limit, offset: (page - 1) * limit })
  const total = rows[0]?.total ?? 0
  return pageOf(rows.map(showReferral), total, { page, limit })
}

/** Those brought by a link, and those bound by a promo code; the newest first. E-mails are looked for as far as they are shown. */
export async function readReferrals(
  ctx: CallContext,
  { filters = {} }: ReferralsAsked,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReferralRow[]> {
  const { id } = personOf(ctx)
  const { email = '', reg_begin: begin = null, reg_end: end = null, category, category_trial: trial } = filters
  const zone = await readTimeZone(ctx.db, personOf(ctx).id)
  const holds = (categoryId: number | undefined, kind: RawBuilder<unknown>) =>
    categoryId === undefined
      ? sql`true`
      : sql`exists (select from subscriptions s where s.user_id = u.id and s.product_type = 'category'
          and s.product_id = ${categoryId} and ${kind})`
  const { rows } = await sql<ReferralRow>`
    with brought as (
      select r.user_id, 'link' as by from user_referrals r
        where r.ref_id = ${id} and not exists (
          select from referral_bindings b where b.user_id = r.user_id and b.partner_id <> ${id})
      union select b.user_id, b.by from referral_bindings b where b.partner_id = ${id}
    )
    select distinct on (u.id) u.id, u.email, u.created_at as registered_at, w.by, b.ends_at, b.suspicions,
      coalesce(c.paid, 0)::bigint as paid, coalesce(c.earned, 0)::bigint as earned,
      ${namesOf(sql`s.tariff_type <> 'trial'`)} as categories, ${namesOf(sql`s.tariff_type = 'trial'`)} as trials,
      count(*) over ()::integer as total
    from brought w join users u on u.id = w.user_id
      left join referral_bindings b on b.user_id = u.id and b.partner_id = ${id}
      left join lateral (
        select sum(paid) filter (where state not in ('none', 'reversed')) as paid,
          sum(amount) filter (where state in ('held', 'available', 'suspected')) as earned
        from commissions c where c.user_id = u.id and c.partner_id = ${id}
      ) c on true
    where (${begin}::text is null or u.created_at >= ${begin}::timestamp at time zone ${zone})
      and (${end}::text is null or u.created_at < (${end}::date + 1)::timestamp at time zone ${zone})
      and ${email.trim() === '' ? sql`true` : sql`${shownEmail} ilike ${holding(email.trim())}`}
      and ${holds(category, sql`s.tariff_type <> 'trial'`)} and ${holds(trial, sql`s.tariff_type = 'trial'`)}
    order by u.id desc, w.by desc limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows
}

/** As `hiddenEmail` has it: what is not shown cannot be guessed by looking for it. */
const shownEmail = sql`left(split_part(u.email, '@', 1), least(2, greatest(1, length(split_part(u.email, '@', 1)) - 1)))
  || '***@' || split_part(u.email, '@', 2)`

const namesOf = (kind: RawBuilder<unknown>) => sql`array(
  select distinct k.name from subscriptions s join categories k on k.id = s.product_id
  where s.user_id = u.id and s.product_type = 'category' and ${kind} order by k.name)`

export function showReferral({
  total: _total,
  email,
  registeredAt,
  endsAt,
  paid,
  earned,
  ...row
}: ReferralRow): Referral {
  return {
    ...row,
    email: email === null ? '—' : hiddenEmail(email),
    registeredAt: registeredAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    paid: toRoubles(Number(paid)),
    earned: toRoubles(Number(earned)),
    suspicions: (row.suspicions ?? []).map((each) => suspicions[each]),
  }
}
