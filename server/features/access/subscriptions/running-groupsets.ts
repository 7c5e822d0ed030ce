/** Which lists of groups are listened to, and how many groups of each. */
import { sql } from 'kysely'
import type { DbOrTx } from '../../../kit/sql.ts'
import { isSeen } from './subscription-row.ts'

export interface RunningGroupset {
  groupsetId: number
  userId: number
  /** How many groups may be watched: of several subscriptions that run side by side, by the largest. */
  maxSize: number
}

/** @param groupsetIds only these; left out: all there are */
export async function listRunningGroupsets(db: DbOrTx, now: Date, groupsetIds?: number[]): Promise<RunningGroupset[]> {
  const { rows } = await sql<RunningGroupset>`
    select product_id as groupset_id, user_id, max(coalesce(max_size, 0))::integer as max_size
    from subscriptions
    where product_type = 'group' and ${isSeen(now)}
      ${groupsetIds ? sql`and user_id in (select user_id from monitored_groupsets where id = any(${groupsetIds}::bigint[])) and product_id = any(${groupsetIds}::bigint[])` : sql``}
    group by product_id, user_id order by product_id`.execute(db)
  return rows
}

/** Those of these lists that are tried, and not paid for. */
export async function listTriedGroupsets(db: DbOrTx, now: Date, groupsetIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ groupsetId: number }>`
    select product_id as groupset_id from subscriptions
    where product_type = 'group' and product_id = any(${groupsetIds}::bigint[]) and ${isSeen(now)}
    group by product_id having bool_and(tariff_type = 'trial') order by product_id`.execute(db)
  return rows.map(({ groupsetId }) => groupsetId)
}
