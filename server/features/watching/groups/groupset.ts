/** The one list of groups a person has: how many there are in it, how many there may be, and who changes it alone. */
import { publish } from '../../../kit/bus.ts'
import type { Clock } from '../../../kit/clock.ts'
import { recordEvent } from '../../../kit/jobs.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { listRunningGroupsets } from '../../access/subscriptions/subscriptions.public.ts'

/** Made of nothing when there is none yet. */
export async function ensureGroupset(tx: Tx, clock: Clock, userId: number): Promise<number> {
  await tx
    .insertInto('monitoredGroupsets')
    .values({ userId, createdAt: clock.now() })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
  // Read apart: a row that was there is not returned by what did nothing.
  return (await tx.selectFrom('monitoredGroupsets').select('id').where('userId', '=', userId).executeTakeFirstOrThrow())
    .id
}

export async function findGroupsetId(db: DbOrTx, userId: number): Promise<number | null> {
  return (
    (await db.selectFrom('monitoredGroupsets').select('id').where('userId', '=', userId).executeTakeFirst())?.id ?? null
  )
}

/** Anyone who counts, adds or takes off groups of a list does it alone: they queue behind one another. Null: they have none. */
export async function lockGroupset(tx: Tx, userId: number): Promise<number | null> {
  return (
    (
      await tx
        .selectFrom('monitoredGroupsets')
        .select('id')
        .where('userId', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirst()
    )?.id ?? null
  )
}

export interface Room {
  /** Switched off ones count. */
  size: number
  maxSize: number
  /** A subscription of groups is running. */
  running: boolean
  free: number
}

export async function readRoom(db: DbOrTx, clock: Clock, groupsetId: number): Promise<Room> {
  const { size } = await db
    .selectFrom('monitoredGroups')
    .select((select) => select.fn.countAll<number>().as('size'))
    .where('groupsetId', '=', groupsetId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const [running] = await listRunningGroupsets(db, clock.now(), [groupsetId])
  const maxSize = running?.maxSize ?? 0
  return { size, maxSize, running: running !== undefined, free: Math.max(0, maxSize - size) }
}

/** Puts groups on a list, or back on it, and switches them on. The list is locked, and there is room. */
export async function putOnList(tx: Tx, clock: Clock, groupsetId: number, groupIds: number[]): Promise<void> {
  if (groupIds.length === 0) return
  await tx
    .insertInto('monitoredGroups')
    .values(groupIds.map((groupId) => ({ groupsetId, groupId, createdAt: clock.now() })))
    .onConflict((conflict) =>
      conflict.columns(['groupsetId', 'groupId']).doUpdateSet({
        createdAt: clock.now(),
        enabled: true,
        removedAt: null,
        noted: null,
        notedWas: null,
        notedAt: null,
        toldAt: null,
      }),
    )
    .execute()
}

/**
 * What the list looks for is another thing now: who matches messages and who reads networks hear of it, and what is stored of
 * groups that are listened to from now on follows.
 */
export async function publishGroupsetChanged(tx: Tx, clock: Clock, groupsetId: number): Promise<void> {
  await recordEvent(tx, clock, 'groupset.changed', { groupsetId })
  await publish(tx, 'standing-query.changed', { productType: 'group', productId: groupsetId })
  await publish(tx, 'watch.changed', {})
}
