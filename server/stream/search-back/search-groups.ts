/**
 * A list of groups is listened to again, or has more groups: what was stored of them meanwhile, because others listen to them
 * too, gets its items. What no one listened to comes from the networks, which are asked from where they were left. Done again
 * it changes nothing.
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
  const found = await settleMissed(context, groupsetId, 'messages')
  context.log.info({ groupsetId, found }, 'a list of groups that was not listened to has what was stored meanwhile')
}

/** Groups came onto a list: what is kept of them, since others listen to them, gets its items. Done again it changes nothing. */
export async function searchKeptOfGroups(context: SearchBackContext, groupsetId: number): Promise<void> {
  const found = await settleMissed(context, groupsetId, 'messages_kept')
  if (found > 0) context.log.info({ groupsetId, found }, 'groups that came onto a list have what was stored of them')
}

/** @returns how many messages were missed */
async function settleMissed(
  context: SearchBackContext,
  groupsetId: number,
  stored: 'messages' | 'messages_kept',
): Promise<number> {
  const { db, clock, config } = context
  const groups = (await listWatchedGroups(db, clock)).filter(({ groupsetIds }) => groupsetIds.includes(groupsetId))
  if (groups.length === 0) return 0
  const product = { productType: 'group', productId: groupsetId } as const
  const messages = await listMissed(db, groupsetId, {
    groupIds: groups.map(({ groupId }) => groupId),
    since: new Date(clock.now().getTime() - config.messageDays * DAY),
    stored,
  })
  const hit: Hit = { ...product, keyword: null, spans: [], suppression: null }
  const settler = openItemSettler(context, { product, fits: () => hit, hold: async () => true })
  for (let at = 0; at < messages.length; at += PIECE) await settler.settle(messages.slice(at, at + PIECE))
  return messages.length
}

/**
 * The newest of those that have no item, in the order in which they came. Of all messages whole days are looked through: it is
 * seldom that a list begins again. Kept ones are found by their group.
 */
async function listMissed(
  db: Db,
  groupsetId: number,
  { groupIds, since, stored }: { groupIds: number[]; since: Date; stored: 'messages' | 'messages_kept' },
): Promise<{ id: number; receivedAt: Date }[]> {
  const { rows } = await sql<{ id: number; receivedAt: Date }>`
    select m.id, m.received_at from ${sql.table(stored)} m
    where m.group_id = any(${groupIds}::bigint[]) and m.received_at >= ${since} and m.deleted_at is null
      and not exists (select from feed_items i where i.message_id = m.id and i.product_type = 'group' and i.product_id = ${groupsetId})
    order by m.received_at desc, m.id desc limit ${MOST_FOUND}`.execute(db)
  return rows.reverse()
}
