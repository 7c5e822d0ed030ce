/** As visible.ts says it of one person, of many at once: for what works for everybody. */
import { sql } from 'kysely'
import type { VisibleProduct } from '../../../../rules/trial.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { isSeen, runsAgainAtSql } from './subscription-row.ts'

/** Subscriptions and who sees something by them (`serving` of visible.ts). @param userIds null: everybody */
const serving = (userIds: number[] | null) => sql`(
  select s.user_id as viewer_id, s.* from subscriptions s where ${among('s', userIds)}
  union all
  select c.user_id as viewer_id, s.* from membership_cards c join subscriptions s on s.user_id = c.owner_id
  where ${among('c', userIds)} and c.status = 'accepted' and s.tariff_type = 'team'
    and (s.team_size is null or s.team_size > c.place)) as serving`

const among = (table: string, userIds: number[] | null) =>
  userIds === null ? sql`true` : sql`${sql.ref(`${table}.user_id`)} = any(${userIds}::bigint[])`

/** What they see by subscriptions that run; what moderators see besides is not among it. */
export async function listProductsOfMany(
  db: DbOrTx,
  userIds: number[] | null,
  now: Date,
): Promise<(VisibleProduct & { userId: number })[]> {
  const { rows } = await sql<VisibleProduct & { userId: number }>`
    select viewer_id as user_id, product_type, product_id, bool_and(tariff_type = 'trial') as trial
    from ${serving(userIds)} where ${isSeen(now)} group by viewer_id, product_type, product_id`.execute(db)
  return rows
}

/** When that changes by itself next, of those of whom it does. */
export async function listScopeChangesOfMany(
  db: DbOrTx,
  userIds: number[] | null,
  now: Date,
): Promise<{ userId: number; at: Date }[]> {
  const { rows } = await sql<{ userId: number; at: Date }>`
    select viewer_id as user_id, min(at) as at
    from ${serving(userIds)}, unnest(array[starts_at, expires_at, ${runsAgainAtSql}]) as at
    where ended_at is null and at > ${now} group by viewer_id`.execute(db)
  return rows
}
