/** Which groups are listened to, and for whose lists. */
import { sql } from 'kysely'
import type { Network } from '../../../../contract/networks.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { listRunningGroupsets } from '../../access/subscriptions/subscriptions.public.ts'

export interface WatchedGroup {
  groupId: number
  network: Network
  externalId: string
  /** Where people open it; empty where its network did not say. */
  link: string
  /** The lists it is on, of people whose subscription runs. */
  groupsetIds: number[]
}

/** All that are switched on, of lists with a running subscription; of more than one may listen to, those that were added first. */
export async function listWatchedGroups(db: DbOrTx, clock: Clock): Promise<WatchedGroup[]> {
  const running = await listRunningGroupsets(db, clock.now())
  const { rows } = await sql<WatchedGroup>`
    with on_lists as (
      select m.groupset_id, m.group_id, s.max_size, row_number() over (partition by m.groupset_id order by m.created_at, m.id) as place
      from unnest(${running.map(({ groupsetId }) => groupsetId)}::bigint[], ${running.map(({ maxSize }) => maxSize)}::integer[]) as s (groupset_id, max_size)
      join monitored_groups m on m.groupset_id = s.groupset_id
      where m.enabled and m.removed_at is null)
    select g.id as group_id, g.network, g.external_id, coalesce(g.url, '') as link, array_agg(o.groupset_id order by o.groupset_id) as groupset_ids
    from on_lists o join groups g on g.id = o.group_id
    where o.place <= o.max_size
    group by g.id order by g.id`.execute(db)
  return rows
}
