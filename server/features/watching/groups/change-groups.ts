/** Switching groups on and off, taking them off the list and putting them back. Every function runs in the transaction of its call. */
import { publish } from '../../../kit/bus.ts'
import { DAY, type Clock } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { lockGroupset, readRoom, publishGroupsetChanged } from './groupset.ts'

/** Whose list it is, and the socket that asked. */
export interface ListOwner {
  userId: number
  /** Null when the call came over plain HTTP. */
  socketId: string | null
}

/** So long what was taken off can be put back. */
const RESTORABLE = DAY

export async function setGroupEnabled(
  tx: Tx,
  clock: Clock,
  owner: ListOwner,
  id: number,
  enabled: boolean,
): Promise<void> {
  const groupsetId = await accessList(tx, owner.userId)
  const row = await tx
    .selectFrom('monitoredGroups')
    .select('enabled')
    .where('id', '=', id)
    .where('groupsetId', '=', groupsetId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('GROUP_NOT_FOUND')
  if (row.enabled === enabled) return
  await tx.updateTable('monitoredGroups').set({ enabled }).where('id', '=', id).execute()
  await publishGroupsChanged(tx, clock, owner, groupsetId)
}

/** @param id null: all of them. @returns what was taken off */
export async function removeGroups(tx: Tx, clock: Clock, owner: ListOwner, id: number | null): Promise<number[]> {
  const groupsetId = await lockGroupset(tx, owner.userId)
  const removed =
    groupsetId === null
      ? []
      : await tx
          .updateTable('monitoredGroups')
          .set({ removedAt: clock.now() })
          .where('groupsetId', '=', groupsetId)
          .where('removedAt', 'is', null)
          .$if(id !== null, (query) => query.where('id', '=', id))
          .returning('id')
          .execute()
  if (id !== null && removed.length === 0) throw new AppError('GROUP_NOT_FOUND')
  if (groupsetId !== null && removed.length > 0) await publishGroupsChanged(tx, clock, owner, groupsetId)
  return removed.map((row) => row.id).toSorted((a, b) => a - b)
}

/**
 * As far as there is room, the oldest first. Without a subscription nothing is listened to and nothing counted: there all come
 * back. What is on the list needs no putting back: a second press does no harm. @returns how many came back
 */
export async function restoreGroups(tx: Tx, clock: Clock, owner: ListOwner, ids: number[]): Promise<number> {
  const groupsetId = await accessList(tx, owner.userId)
  const known = await tx
    .selectFrom('monitoredGroups')
    .select(['id', 'removedAt'])
    .where('groupsetId', '=', groupsetId)
    .where((where) => where('id', '=', where.fn.any(where.val([...new Set(ids)]))))
    .where((where) => where.or([where('removedAt', 'is', null), where('removedAt', '>', restorableSince(clock))]))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  if (known.length === 0) throw new AppError('GROUP_NOT_FOUND')
  const { running, free } = await readRoom(tx, clock, groupsetId)
  const removed = known.filter(({ removedAt }) => removedAt !== null).slice(0, running ? free : undefined)
  if (removed.length === 0) return 0
  const back = removed.map((row) => row.id)
  await tx
    .updateTable('monitoredGroups')
    .set({ removedAt: null })
    .where((where) => where('id', '=', where.fn.any(where.val(back))))
    .execute()
  await publishGroupsChanged(tx, clock, owner, groupsetId)
  return back.length
}

/** Deletes for good what can be put back no more. */
export async function deleteRemovedGroups(db: DbOrTx, clock: Clock): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('monitoredGroups')
    .where('removedAt', '<=', restorableSince(clock))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** To those who work for the list, and to the owner's other tabs. */
async function publishGroupsChanged(
  tx: Tx,
  clock: Clock,
  { userId, socketId }: ListOwner,
  groupsetId: number,
): Promise<void> {
  await publishGroupsetChanged(tx, clock, groupsetId)
  await publish(tx, 'groups.changed', { userId, exceptSocket: socketId })
}

const restorableSince = (clock: Clock): Date => new Date(clock.now().getTime() - RESTORABLE)

/** One's own list, locked. Without one there is no group on it. */
async function accessList(tx: Tx, userId: number): Promise<number> {
  const groupsetId = await lockGroupset(tx, userId)
  if (groupsetId === null) throw new AppError('GROUP_NOT_FOUND')
  return groupsetId
}
