/**
 * A list of groups is listened to again: what was stored of its groups meanwhile, because others listen to them too, gets its
 * items. What no one listened to comes from the networks, which are asked from where they were left. Done again it changes nothing.
 */
import { sql } from 'kysely'
import { MOST_FOUND } from '../../../contract/watching/projects.ts'
import { listWatchedGroups } from '../../features/watching/groups/groups.public.ts'
import { DAY } from '../../kit/clock.ts'
import type { SearchBackContext } from './search-back-context.ts'
import type { Db } from '../../kit/sql.ts'
import type { Hit } from '../match/query-index.ts'
import { openItemSettler } from './settle-items.ts'

/** Messages whose items are settled in one transaction: while it gives seqIds, the stream waits. */
const PIECE = 250

export async function searchGroups(context: SearchBackContext, groupsetId: number): Promise<void> {
  const { db, clock, config, log } = context
  const groups = (await listWatchedGroups(db, clock)).filter(({ groupsetIds }) => groupsetIds.includes(groupsetId))
  if (groups.length === 0) return
  const product = { productType: 'group', productId: groupsetId } as const
  const messages = await listMissed(
    db,
    groupsetId,
    groups.map(({ groupId }) => groupId),
    new Date(clock.now().getTime() - config.messageDays * DAY),
  )
  const hit: Hit = { ...product, keyword: null, spans: [], suppression: null }
  const settler = openItemSettler(context, { product, fits: () => hit, hold: async () => true })
  for (let at = 0; at < messages.length; at += PIECE) await settler.settle(messages.slice(at, at + PIECE))
  log.info(
    { groupsetId, found: messages.length },
    'a list of groups that was not listened to has what was stored meanwhile',
  )
}

/** The newest of those that have no item, in the order in which they came. Days are looked through: it is seldom that a list begins again. */
async function listMissed(
  db: Db,
  groupsetId: number,
  groupIds: number[],
  since: Date,
): Promise<{ id: number; receivedAt: Date }[]> {
  const { rows } = await sql<{ id: number; receivedAt: Date }>`
    select m.id, m.received_at from messages m
    where m.group_id = any(${groupIds}::bigint[]) and m.received_at >= ${since} and m.deleted_at is null
      and not exists (select from feed_items i where i.message_id = m.id and i.product_type = 'group' and i.product_id = ${groupsetId})
    order by m.received_at desc, m.id desc limit ${MOST_FOUND}`.execute(db)
  return rows.reverse()
}
