/**
 * What was sold in a time. Money is what the journal says (`money_entries`), at the moment it says it: an order that is refunded later counts
 * when it was paid, and its refund when it went back. What cost nothing has no entry and counts when it was opened.
 */
import { sql, type RawBuilder } from 'kysely'
import type { InputOf } from '../../../../contract/call.ts'
import { FIRST_REPORT_DAY, type ReportCut, type reports, type SubReport } from '../../../../contract/office/reports.ts'
import { toRoubles } from '../../../../rules/money.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import { AppError } from '../../../kit/app-error.ts'
import { DAY } from '../../../kit/clock.ts'
import { personOf, type CallContext } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { readTimeZone } from '../../people/accounts/accounts.public.ts'

export interface ReportPeriod {
  zone: string
  /** Half-open. */
  start: Date
  end: Date
  now: Date
  step: SubReport['step']
}

/** More days than that are drawn by weeks, and more weeks by months. */
const MOST_DAYS = 62
const MOST_WEEKS = 60

/** `ДД.ММ.ГГГГ` as the calendar has it, at midnight of UTC; null: there is no such day. */
function readDay(written: string): number | null {
  const iso = written.split('.').toReversed().join('-')
  const at = Date.parse(`${iso}T00:00:00Z`)
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(iso) ? null : at
}

/** From 01.01.2016 to tomorrow, in the asker's zone. @throws VALIDATION_FAILED with the field */
export async function readReportPeriod(
  ctx: CallContext,
  { from, to }: Pick<InputOf<typeof reports.getSubReport>, 'from' | 'to'>,
): Promise<ReportPeriod> {
  const { db, clock } = ctx
  const zone = await readTimeZone(db, personOf(ctx).id)
  const tomorrow = Date.parse(clock.now().toLocaleDateString('sv', { timeZone: zone })) + DAY
  const [first, last] = [readDay(from), readDay(to)]
  const isOut = (day: number | null): boolean => day === null || day < Date.parse(FIRST_REPORT_DAY) || day > tomorrow
  if (first === null || isOut(first)) throw wrong('/from')
  if (last === null || isOut(last) || last < first) throw wrong('/to')
  const days = (last - first) / DAY + 1
  const { rows } = await sql<{ start: Date; end: Date }>`
    select ${iso(first)}::timestamp at time zone ${zone} as start, ${iso(last + DAY)}::timestamp at time zone ${zone} as end`.execute(
    db,
  )
  const [bounds] = rows
  if (!bounds) throw new Error('a query of one row has none')
  return {
    zone,
    ...bounds,
    now: clock.now(),
    step: days <= MOST_DAYS ? 'day' : days <= MOST_WEEKS * 7 ? 'week' : 'month',
  }
}

const iso = (day: number): string => new Date(day).toISOString().slice(0, 10)
const wrong = (dataPath: string): AppError =>
  new AppError('VALIDATION_FAILED', { keyword: 'period', dataPath, params: {} })

/** Everything that was paid or went back, an entry each: `kind`, `amount` in kopecks, `at`, and its order as `o`. */
const entriesIn = ({ start, end }: ReportPeriod) => sql`
  select o.*, e.kind, e.amount, e.at from (
    select order_id, kind, amount, at from money_entries where kind in ('payment', 'refund') and at >= ${start} and at < ${end}
    union all
    select id, 'payment', 0, paid_at from orders where total = 0 and paid_at is not null and paid_at >= ${start} and paid_at < ${end}
    union all
    select id, 'refund', 0, closed_at from orders
    where total = 0 and paid_at is not null and status = 'refunded' and closed_at >= ${start} and closed_at < ${end}
  ) e join orders o on o.id = e.order_id`

/** Of entries: what counts of them, sums in kopecks. */
const figures = sql`
  (count(*) filter (where kind = 'payment'))::integer as orders,
  (count(*) filter (where kind = 'payment' and purchase = 'first'))::integer as first,
  (count(*) filter (where kind = 'payment' and purchase = 'prolonged'))::integer as prolonged,
  (count(*) filter (where kind = 'payment' and purchase = 'added'))::integer as added,
  (count(*) filter (where kind = 'refund'))::integer as refunds,
  coalesce(sum(amount) filter (where kind = 'payment'), 0)::bigint as paid,
  coalesce(sum(amount) filter (where kind = 'refund'), 0)::bigint as refunded`

interface Counted {
  orders: number
  first: number
  prolonged: number
  added: number
  refunds: number
  paid: number
  refunded: number
}

const inRoubles = <Row extends { paid: number; refunded: number }>({ paid, refunded, ...row }: Row) => ({
  ...row,
  paid: toRoubles(Number(paid)),
  refunded: toRoubles(Number(refunded)),
  revenue: toRoubles(Number(paid) - Number(refunded)),
})

export async function readSubReport(db: DbOrTx, period: ReportPeriod, by: ReportCut): Promise<SubReport> {
  const [total, series, rows, trials, payers] = await Promise.all([
    readTotal(db, period),
    readSeries(db, period),
    readRows(db, period, by),
    readTrials(db, period),
    readPayers(db, period),
  ])
  const { firstAfterTrial, ...figuresOfAll } = total
  return {
    total: inRoubles(figuresOfAll),
    trials: { firstAfterTrial, ...trials },
    payers,
    step: period.step,
    series: series.map(inRoubles),
    rows: rows.map(inRoubles),
  }
}

async function readTotal(db: DbOrTx, period: ReportPeriod): Promise<Counted & { firstAfterTrial: number }> {
  const { rows } = await sql<Counted & { firstAfterTrial: number }>`
    select ${figures}, (count(*) filter (where kind = 'payment' and purchase = 'first' and after_trial))::integer as first_after_trial
    from (${entriesIn(period)}) entries`.execute(db)
  const [total] = rows
  if (!total) throw new Error('a query of one row has none')
  return total
}

type Drawn = Pick<Counted, 'orders' | 'paid' | 'refunded'> & { day: string }

async function readSeries(db: DbOrTx, period: ReportPeriod): Promise<Drawn[]> {
  const { zone, start, end, step } = period
  const { rows } = await sql<Drawn>`
    with steps as (
      select generate_series(date_trunc(${step}, ${start}::timestamptz at time zone ${zone}::text),
        (${end}::timestamptz at time zone ${zone}::text) - interval '1 day', ('1 ' || ${step})::interval) as day
    ), sold as (
      select date_trunc(${step}, at at time zone ${zone}::text) as day, ${figures} from (${entriesIn(period)}) entries group by 1
    )
    select to_char(s.day, 'YYYY-MM-DD') as day, coalesce(orders, 0) as orders, coalesce(paid, 0)::bigint as paid,
      coalesce(refunded, 0)::bigint as refunded
    from steps s left join sold using (day) order by s.day`.execute(db)
  return rows
}

type Line = Counted & { key: string | null; name: string }

/**
 * Of each cut: what an entry is counted under, the words for it, and what of the entry falls to it. What was paid for several categories at
 * once is split evenly, the kopecks left over going to the first ones.
 */
const cuts: Record<ReportCut, { key: RawBuilder<unknown>; joins: RawBuilder<unknown>; share?: RawBuilder<unknown> }> = {
  product: {
    key: sql`case when e.product = 'category' then 'category:' || item.id else e.product end`,
    joins: sql`cross join lateral unnest(case when e.product = 'category' then e.items else array[0] end) with ordinality as item (id, place)`,
    share: sql`case when e.product = 'category'
      then e.amount / cardinality(e.items) + (item.place <= e.amount % cardinality(e.items))::integer else e.amount end`,
  },
  tariff: {
    key: sql`e.product || ':' || (e.tariff ->> 'title') || ', ' || (e.tariff ->> 'durationTitle')`,
    joins: sql``,
  },
  promo: { key: sql`e.promo_id::text`, joins: sql`` },
  partner: {
    key: sql`c.partner_id::text`,
    joins: sql`left join commissions c on c.order_id = e.id and c.state <> 'none'`,
  },
}

async function readRows(db: DbOrTx, period: ReportPeriod, by: ReportCut): Promise<Line[]> {
  const { key, joins, share = sql`e.amount` } = cuts[by]
  const { rows } = await sql<Counted & { key: string | null }>`
    select * from (select key, ${figures} from (
      select ${key} as key, e.kind, e.purchase, ${share} as amount from (${entriesIn(period)}) e ${joins}
    ) parts group by key) lines order by paid - refunded desc, orders desc, key nulls last`.execute(db)
  const nameOf = await readNames(
    db,
    by,
    rows.flatMap((row) => row.key ?? []),
  )
  return rows.map((row) => ({ ...row, name: nameOf(row.key) }))
}

const isProduct = (word: string): word is keyof typeof productTitles => word in productTitles
const titleOfProduct = (word: string): string => (isProduct(word) ? productTitles[word] : word)

/** What rows are called, by their keys. */
async function readNames(db: DbOrTx, by: ReportCut, keys: string[]): Promise<(key: string | null) => string> {
  if (by === 'tariff') {
    return (key) => {
      const [product = '', ...title] = (key ?? '').split(':')
      return `${titleOfProduct(product)}: ${title.join(':')}`
    }
  }
  if (by === 'product') {
    const ids = keys.flatMap((key) => (key.startsWith('category:') ? Number(key.slice('category:'.length)) : []))
    const found = await db
      .selectFrom('categories')
      .select(['id', 'name'])
      .where('id', 'in', [0, ...ids])
      .execute()
    const names = new Map(found.map(({ id, name }) => [`category:${id}`, name]))
    return (key) =>
      names.get(key ?? '') ?? (key?.startsWith('category:') ? 'Категории больше нет' : titleOfProduct(key ?? ''))
  }
  const ids = [0, ...keys.map(Number)]
  if (by === 'promo') {
    const found = await db.selectFrom('promoCodes').select(['id', 'code']).where('id', 'in', ids).execute()
    const names = new Map(found.map(({ id, code }) => [String(id), code]))
    return (key) => (key === null ? 'Без промокода' : (names.get(key) ?? 'Кода больше нет'))
  }
  const found = await db.selectFrom('users').select(['id', 'email', 'username']).where('id', 'in', ids).execute()
  const names = new Map(found.map(({ id, email, username }) => [String(id), email ?? username]))
  return (key) => (key === null ? 'Без партнёра' : (names.get(key) ?? 'Аккаунта партнёра больше нет'))
}

async function readTrials(
  db: DbOrTx,
  { start, end }: ReportPeriod,
): Promise<Pick<SubReport['trials'], 'begun' | 'paidSince'>> {
  const { rows } = await sql<{ begun: number; paidSince: number }>`
    select count(*)::integer as begun, (count(*) filter (where exists (
        select from orders o where o.user_id = t.user_id and o.status = 'paid' and o.opened_at >= t.began)))::integer as paid_since
    from (
      select user_id, min(starts_at) as began from subscriptions
      where tariff_type = 'trial' and starts_at >= ${start} and starts_at < ${end} group by user_id
    ) t`.execute(db)
  return rows[0] ?? { begun: 0, paidSince: 0 }
}

/**
 * Who has paid for time that is not over, though it may not have begun; one that stands still is not over. What is to come is not known: a
 * time that goes on ends now.
 */
async function readPayers(db: DbOrTx, { start, end, now }: ReportPeriod): Promise<SubReport['payers']> {
  const last = end < now ? end : now
  const holdsAt = (at: Date) => sql`bool_or(o.opened_at <= ${at} and (coalesce(s.ended_at, s.expires_at) > ${at}
    or (s.frozen_at is not null and s.frozen_at <= ${at} and s.ended_at is null)))`
  const { rows } = await sql<SubReport['payers']>`
    select (count(*) filter (where before))::integer as at_start, (count(*) filter (where after and not before))::integer as came,
      (count(*) filter (where before and not after))::integer as left, (count(*) filter (where after))::integer as at_end
    from (
      select ${holdsAt(start)} as before, ${holdsAt(last)} as after from subscriptions s join orders o on o.id = s.order_id
      where s.tariff_type <> 'trial' group by s.user_id
    ) people`.execute(db)
  return rows[0] ?? { atStart: 0, came: 0, left: 0, atEnd: 0 }
}
