/** The list of people: found by the filters, the newest first, shown with what support looks at first. */
import { sql, type RawBuilder } from 'kysely'
import type { RoleName } from '../../../../contract/call.ts'
import { PEOPLE_CAP, type FoundPerson, type PeopleFilters } from '../../../../contract/office/support.ts'
import { toRoubles } from '../../../../rules/money.ts'
import { roleCodes } from '../../../../rules/roles.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { conditionOf, type Asking } from './people-filters.ts'
import { readTimeZone } from '../../people/accounts/accounts.public.ts'

const PAGE = 20

export const listPeople: Handlers<'support'>['listPeople'] = async (ctx, { page = 1, limit = PAGE, filters = {} }) => {
  const { db } = ctx
  const asking = { now: ctx.clock.now(), zone: await readTimeZone(db, personOf(ctx).id) }
  const { ids, total } = await findPeople(db, filters, asking, { page, limit })
  const docs = await showPeople(db, ids, asking.now)
  return { docs, total, page, pages: Math.ceil(Math.min(total, PEOPLE_CAP) / limit), limit }
}

interface Page {
  page: number
  limit: number
}

/**
 * Counted no further than one above `PEOPLE_CAP`. Of fewer all are read and put in order; of more the page is read in that order,
 * and is found soon. Left to choose, PostgreSQL would look for a few among all.
 */
export async function findPeople(
  db: DbOrTx,
  filters: PeopleFilters,
  asking: Asking,
  { page, limit }: Page,
): Promise<{ ids: number[]; total: number }> {
  const { condition, isCrowd } = await conditionOf(db, filters, asking)
  const total = isCrowd ? PEOPLE_CAP + 1 : await countPeople(db, condition)
  const from = (page - 1) * limit
  // Pages lead no further than what is counted.
  if (from >= Math.min(total, PEOPLE_CAP)) return { ids: [], total }
  const place = sql`order by created_at desc, id desc limit ${limit} offset ${from}`
  const { rows } = await (
    total > PEOPLE_CAP
      ? sql<{ id: number }>`select u.id from users u where ${condition} ${place}`
      : sql<{ id: number }>`
          with found as materialized (select u.id, u.created_at from users u where ${condition}) select id from found ${place}`
  ).execute(db)
  return { ids: rows.map(({ id }) => id), total }
}

async function countPeople(db: DbOrTx, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from users u where ${condition} limit ${PEOPLE_CAP + 1}) as counted`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

interface Row {
  id: number
  email: string | null
  emailApprove: boolean
  username: string
  phone: string | null
  phoneApprove: boolean
  roles: RoleName[]
  createdAt: Date
  deletionAt: Date | null
  lastSeenAt: Date | null
  paid: number
  trial: number
  endsAt: Date | null
  sum: number
  team: 'owner' | 'member' | null
}

/** In the order of `ids`; of each as many rows are read as belong to them. */
export async function showPeople(db: DbOrTx, ids: readonly number[], now: Date): Promise<FoundPerson[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select u.id, u.email, ${sql.ref('u.emailApprove')}, u.username, u.phone, ${sql.ref('u.phoneApprove')}, u.roles, u.created_at, u.deletion_at,
      (select max(last_seen_at) from sessions where user_id = u.id) as last_seen_at, held.paid, held.trial, held.ends_at,
      (select coalesce(sum(total), 0)::bigint from orders where user_id = u.id and status = 'paid') as sum,
      case when 'teamOwner' = any(u.roles) then 'owner'
        when exists (select from membership_cards where user_id = u.id and status = 'accepted') then 'member' end as team
    from unnest(${[...ids]}::bigint[]) with ordinality as asked(id, place) join users u on u.id = asked.id,
      lateral (
        select count(*) filter (where tariff_type <> 'trial')::integer as paid,
          count(*) filter (where tariff_type = 'trial')::integer as trial, min(expires_at) as ends_at
        from subscriptions where user_id = u.id and ended_at is null and expires_at > ${now}) as held
    order by asked.place`.execute(db)
  return rows.map(({ roles, createdAt, deletionAt, lastSeenAt, paid, trial, endsAt, sum, ...row }) => ({
    ...row,
    role: roles.map((role) => roleCodes[role]),
    createdAt: createdAt.toISOString(),
    deletionAt: deletionAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    running: { paid, trial, endsAt: endsAt?.toISOString() ?? null },
    paid: toRoubles(sum),
  }))
}
