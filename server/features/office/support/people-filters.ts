/** Which people are looked for, in SQL over `users u`: only what is asked for stands in it, so that each question has its own plan. */
import { sql, type RawBuilder } from 'kysely'
import { PEOPLE_CAP, type PeopleFilters } from '../../../../contract/office/support.ts'
import { readSearch, type SearchKeys } from '../../../../rules/support/search-words.ts'
import { DAY } from '../../../kit/clock.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { holding } from '../../../kit/like.ts'

export interface Asking {
  now: Date
  /** Of who asks: their days are meant. */
  zone: string
}

type Condition = RawBuilder<unknown>

export interface PeopleCondition {
  condition: Condition
  /** More fit than are counted, and that is known already. */
  isCrowd: boolean
}

export async function conditionOf(db: DbOrTx, filters: PeopleFilters, asking: Asking): Promise<PeopleCondition> {
  const search = readSearch(filters.search ?? '')
  const searched = search === null ? null : await searchCondition(db, search)
  const others = [
    ...contactConditions(filters),
    ...dayConditions(filters, asking),
    ...heldConditions(filters, asking),
    ...bondConditions(filters),
  ]
  const all = [...(searched === null ? [] : [searched.condition]), ...others]
  return {
    condition: all.length === 0 ? sql`true` : sql.join(all, sql` and `),
    isCrowd: searched !== null && searched.isCrowd && others.length === 0,
  }
}

/** Any one of them. What stands in other tables is looked up first, by its own keys: then the people alone decide how they are read. */
async function searchCondition(db: DbOrTx, { email, name, phone, id, code }: SearchKeys): Promise<PeopleCondition> {
  const known = code === null ? { ids: [], crowdedPromo: null } : await listByCode(db, code)
  const ids = [...(id === null ? [] : [id]), ...known.ids]
  const ways = [
    ...(email === null ? [] : [sql`u.email ilike ${holding(email)}`]),
    ...(name === null ? [] : [isCalled(name)]),
    ...(phone === null ? [] : [sql`u.phone like ${`%${phone}%`}`]),
    ...(ids.length === 0 ? [] : [sql`u.id = any(${ids}::bigint[])`]),
    ...(known.crowdedPromo === null
      ? []
      : [
          sql`exists (select from promo_uses used where used.promo_id = ${known.crowdedPromo} and used.user_id = u.id and used.released_at is null)`,
        ]),
  ]
  return { condition: sql`(${sql.join(ways, sql` or `)})`, isCrowd: known.crowdedPromo !== null }
}

interface ByCode {
  ids: number[]
  /** A promo code that more people used than are counted: they are told by it, and not one by one. */
  crowdedPromo: number | null
}

/** People who have an order with this account, who used this promo code, or whose it is. */
async function listByCode(db: DbOrTx, code: string): Promise<ByCode> {
  const { rows } = await sql<{ userId: number | null; promoId: number | null }>`
    (select user_id, null::bigint as promo_id from orders where account ilike ${holding(code)} limit ${PEOPLE_CAP})
    union all (select user_id, null from orders where gateway_id = ${code} limit ${PEOPLE_CAP})
    union all select unnest(array[user_id, partner_id]), null from promo_codes where lower(code) = lower(${code})
    union all (
      select used.user_id, p.id from promo_codes p join promo_uses used on used.promo_id = p.id and used.released_at is null
      where lower(p.code) = lower(${code}) limit ${PEOPLE_CAP + 1})`.execute(db)
  const uses = rows.filter(({ promoId }) => promoId !== null)
  const crowdedPromo = uses.length > PEOPLE_CAP ? (uses[0]?.promoId ?? null) : null
  const counted = crowdedPromo === null ? rows : rows.filter(({ promoId }) => promoId === null)
  return { ids: [...new Set(counted.flatMap(({ userId }) => userId ?? []))], crowdedPromo }
}

function contactConditions({ email, phone, name, id }: PeopleFilters): Condition[] {
  const digits = phone?.replaceAll(/\D/g, '').replace(/^8(\d{10})$/, '7$1') ?? ''
  return [
    ...(isGiven(email) ? [sql`u.email ilike ${holding(email.trim())}`] : []),
    ...(isGiven(phone) ? [digits === '' ? sql`false` : sql`u.phone like ${`%${digits}%`}`] : []),
    ...(isGiven(name) ? [isCalled(name.trim())] : []),
    ...(id === undefined ? [] : [sql`u.id = ${id}`]),
  ]
}

function dayConditions({ regFrom, regTo, seenFrom, seenTo }: PeopleFilters, { zone }: Asking): Condition[] {
  const begin = (day: string): Condition => sql`${day}::date::timestamp at time zone ${zone}`
  const end = (day: string): Condition => sql`(${day}::date + 1)::timestamp at time zone ${zone}`
  return [
    ...(regFrom === undefined ? [] : [sql`u.created_at >= ${begin(regFrom)}`]),
    ...(regTo === undefined ? [] : [sql`u.created_at < ${end(regTo)}`]),
    ...(seenFrom === undefined
      ? []
      : [
          sql`exists (select from sessions seen where seen.user_id = u.id and seen.last_seen_at >= ${begin(seenFrom)})`,
        ]),
    ...(seenTo === undefined
      ? []
      : [
          sql`not exists (select from sessions later where later.user_id = u.id and later.last_seen_at >= ${end(seenTo)})`,
        ]),
  ]
}

/** Of subscriptions that are not over. Those that stand still do not end soon. */
function heldConditions({ product, category, type, expiring }: PeopleFilters, { now }: Asking): Condition[] {
  const of: Condition[] = [
    ...(category === undefined ? [] : [sql`s.product_type = 'category' and s.product_id = ${category}`]),
    ...(product === undefined ? [] : [sql`s.product_type = ${product}`]),
    ...(type === undefined ? [] : [type === 'paid' ? sql`s.tariff_type <> 'trial'` : sql`s.tariff_type = ${type}`]),
    ...(expiring === undefined
      ? []
      : [sql`s.frozen_at is null and s.expires_at <= ${new Date(now.getTime() + expiring * DAY)}`]),
  ]
  if (of.length === 0) return []
  return [
    sql`exists (select from subscriptions s where s.user_id = u.id and s.ended_at is null and s.expires_at > ${now} and ${sql.join(of, sql` and `)})`,
  ]
}

function bondConditions({ paid, team, partner, broughtBy }: PeopleFilters): Condition[] {
  const bought = sql`exists (select from orders o where o.user_id = u.id and o.paid_at is not null and o.total > 0)`
  return [
    ...(paid === undefined ? [] : [paid === 'ever' ? bought : sql`not ${bought}`]),
    ...(team === 'owner' ? [sql`'teamOwner' = any(u.roles)`] : []),
    ...(team === 'member'
      ? [sql`exists (select from membership_cards m where m.user_id = u.id and m.status = 'accepted')`]
      : []),
    ...(partner === 'partner' ? [sql`'partner' = any(u.roles)`] : []),
    // One and below are no one (contract/commerce/partner.ts).
    ...(partner === 'brought'
      ? [sql`exists (select from user_referrals r where r.user_id = u.id and r.ref_id > 1)`]
      : []),
    ...(broughtBy === undefined
      ? []
      : [
          sql`u.id in (select user_id from user_referrals where ref_id = ${broughtBy}
            union all select user_id from referral_bindings where partner_id = ${broughtBy})`,
        ]),
  ]
}

/** As it sounds, in Latin letters: «елкина» and «elkina» find «Ёлкина», and the index of the migration knows letters of every alphabet. */
const isCalled = (words: string): Condition =>
  sql`${latin(sql`u.username`)} like ${latin(sql`${holding(words)}::text`)}`
const latin = (words: Condition): Condition =>
  sql`translate(lower(${words}), 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя', 'abvgdeejziiklmnoprstufhcqww7y7309')`

const isGiven = (words: string | undefined): words is string => words !== undefined && words.trim() !== ''
