/** Links that wait to be looked up: anyone who reads networks takes some of them, asks, and reports what came of it. */
import { sql } from 'kysely'
import type { Network } from '../../../../contract/networks.ts'
import { publish } from '../../../kit/bus.ts'
import { DAY, HOUR, SECOND, type Clock } from '../../../kit/clock.ts'
import type { Db, DbOrTx, Tx } from '../../../kit/sql.ts'
import { putOnList, readRoom, publishGroupsetChanged } from './groupset.ts'
import { readPastedLink, type PastedAddress } from './pasted-link.ts'

/** Who took a link has this long to report what came of it, before someone else takes it. */
const LEASE = 60 * SECOND
/** A network that does not answer for this long will not: its link is given up. */
const LOOKED_UP_FOR = 6 * HOUR
/** Names of groups change hands: what a link led to is known for this long. */
const KNOWN_FOR = 7 * DAY

export interface LinkPlace {
  additionId: number
  /** In its paste. */
  position: number
}

export interface ClaimedLink extends LinkPlace, Pick<PastedAddress, 'text' | 'url'> {
  /** How often it was taken before. */
  tries: number
}

/** Of several pastes each comes on by turns, so that a short one does not wait for a long one. */
export async function claimLinks(db: DbOrTx, clock: Clock, limit: number): Promise<ClaimedLink[]> {
  const now = clock.now()
  const { rows } = await sql<LinkPlace & { link: string; tries: number }>`
    update group_links set tries = tries + 1, next_try_at = ${new Date(now.getTime() + LEASE)}
    where (addition_id, position) in (
      select addition_id, position from group_links where status = 'waiting' and next_try_at <= ${now}
      order by tries, position, addition_id limit ${limit} for update skip locked)
    returning addition_id, position, link, tries - 1 as tries`.execute(db)
  return rows
    .toSorted((a, b) => a.tries - b.tries || a.position - b.position || a.additionId - b.additionId)
    .map(({ link, ...claimed }) => {
      const { text, url } = readPastedLink(link)
      return { ...claimed, text, url }
    })
}

/** Of a group that closed or went away its network is asked once more. */
const isThere = sql<boolean>`not exists (select from watched_groups w where w.group_id = l.group_id and w.trouble in ('closed', 'gone'))`

/** The group that a link of this network with this key led to lately, anyone who pasted it. */
export async function findKnownGroup(db: DbOrTx, clock: Clock, network: Network, key: string): Promise<number | null> {
  const row = await db
    .selectFrom('groupLinks as l')
    .innerJoin('groupAdditions as a', 'a.id', 'l.additionId')
    .select('l.groupId')
    .where('l.network', '=', network)
    .where('l.key', '=', key)
    .where('l.groupId', 'is not', null)
    .where('a.createdAt', '>', knownSince(clock))
    .where(isThere)
    .orderBy('l.additionId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.groupId ?? null
}

/** The same by what was pasted: the group by the address. */
export async function findKnownGroups(db: DbOrTx, clock: Clock, addresses: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ address: string; groupId: number }>`
    select distinct on (l.address) l.address, l.group_id
    from group_links l join group_additions a on a.id = l.addition_id
    where l.address = any(${addresses}::text[]) and l.group_id is not null and a.created_at > ${knownSince(clock)} and ${isThere}
    order by l.address, l.addition_id desc`.execute(db)
  return new Map(rows.map(({ address, groupId }) => [address, groupId]))
}

const knownSince = (clock: Clock): Date => new Date(clock.now().getTime() - KNOWN_FOR)

/** Where the link leads, as far as it alone shows; kept, so that the next one with the same key need not be asked for. */
interface LinkKey {
  network: Network
  key: string
}

/** No one can ask the network of the link. */
export type NotConnected = 'not_connected' | 'not_in_demo'

export type LinkOutcome =
  /** It is there, and may be listened to; whether there is room for it, and whether it is not on the list already, is seen here. */
  | ({ status: 'added'; groupId: number } & LinkKey)
  | ({ status: 'not_found' | 'private' | 'unsupported' | NotConnected | 'error' } & Partial<LinkKey>)
  /** The network did not answer. After some hours the link is given up. */
  | { retryAt: Date }

/** A link that is settled stays so, anyone who comes late. */
export async function settleLink(
  db: Db,
  clock: Clock,
  { additionId, position }: LinkPlace,
  outcome: LinkOutcome,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const addition = await lockAddition(tx, additionId)
    if (!addition) return
    const link = await tx
      .selectFrom('groupLinks')
      .select(['status', 'address'])
      .where('additionId', '=', additionId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (link?.status !== 'waiting') return
    const change = tx.updateTable('groupLinks').where('additionId', '=', additionId).where('position', '=', position)
    if ('retryAt' in outcome && outcome.retryAt.getTime() - addition.createdAt.getTime() <= LOOKED_UP_FOR) {
      await change.set({ nextTryAt: outcome.retryAt }).execute()
      return
    }
    const settled =
      'retryAt' in outcome
        ? { status: 'error' }
        : outcome.status === 'added'
          ? await add(tx, clock, addition, outcome)
          : outcome
    await change.set({ ...settled, nextTryAt: null }).execute()
    if (settled.status !== 'added' && settled.status !== 'duplicate')
      await settleRepetitions(tx, additionId, link.address, settled.status)
    await finishIfDone(tx, clock, addition)
  })
}

/** What was pasted twice and is not on the list is nothing that is there already. */
async function settleRepetitions(tx: Tx, additionId: number, address: string, status: string): Promise<void> {
  await tx
    .updateTable('groupLinks')
    .set({ status })
    .where('additionId', '=', additionId)
    .where('address', '=', address)
    .where('status', '=', 'duplicate')
    .where('groupId', 'is', null)
    .execute()
}

interface LockedAddition {
  id: number
  groupsetId: number
  userId: number
  createdAt: Date
}

/** Behind the lock of its list, as everything that counts groups. Null: it is gone. */
async function lockAddition(tx: Tx, additionId: number): Promise<LockedAddition | null> {
  const row = await tx
    .selectFrom('groupAdditions as a')
    .innerJoin('monitoredGroupsets as s', 's.id', 'a.groupsetId')
    .select(['a.id', 'a.groupsetId', 's.userId', 'a.createdAt'])
    .where('a.id', '=', additionId)
    .forNoKeyUpdate('s')
    .executeTakeFirst()
  return row ?? null
}

async function add(
  tx: Tx,
  clock: Clock,
  { groupsetId }: LockedAddition,
  { groupId, network, key }: { groupId: number } & LinkKey,
) {
  const held = await tx
    .selectFrom('monitoredGroups')
    .select('id')
    .where('groupsetId', '=', groupsetId)
    .where('groupId', '=', groupId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (held) return { status: 'duplicate', groupId, network, key }
  const { free } = await readRoom(tx, clock, groupsetId)
  if (free === 0) return { status: 'limit', groupId, network, key }
  await putOnList(tx, clock, groupsetId, [groupId])
  await publishGroupsetChanged(tx, clock, groupsetId)
  return { status: 'added', groupId, network, key }
}

async function finishIfDone(tx: Tx, clock: Clock, { id, userId }: LockedAddition): Promise<void> {
  const waiting = await tx
    .selectFrom('groupLinks')
    .select('position')
    .where('additionId', '=', id)
    .where('status', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  if (!waiting) await tx.updateTable('groupAdditions').set({ finishedAt: clock.now() }).where('id', '=', id).execute()
  await publish(tx, 'addition.changed', { userId, additionId: id })
}

/** Gives up what is not looked up after hours, whatever became of anyone who took it. @returns how many pastes are finished by it */
export async function giveUpOldLinks(db: Db, clock: Clock): Promise<number> {
  const since = new Date(clock.now().getTime() - LOOKED_UP_FOR)
  const old = await db
    .selectFrom('groupAdditions')
    .select('id')
    .where('finishedAt', 'is', null)
    .where('createdAt', '<=', since)
    .orderBy('id')
    .execute()
  for (const { id } of old) {
    await db.transaction().execute(async (tx) => {
      const addition = await lockAddition(tx, id)
      if (!addition) return
      const given = await tx
        .updateTable('groupLinks')
        .set({ status: 'error', nextTryAt: null })
        .where('additionId', '=', id)
        .where('status', '=', 'waiting')
        .returning('address')
        .execute()
      for (const { address } of given) await settleRepetitions(tx, id, address, 'error')
      await finishIfDone(tx, clock, addition)
    })
  }
  return old.length
}
