/** A paste: what can be said of its links at once is said, the others wait to be looked up. */
import { sql } from 'kysely'
import { linkLimits } from '../../../../contract/watching/groups.ts'
import { splitLinks } from '../../../../rules/split-links.ts'
import { publish } from '../../../kit/bus.ts'
import type { Clock } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { lockGroupset, putOnList, readRoom, publishGroupsetChanged } from './groupset.ts'
import { findKnownGroups } from './look-up-links.ts'
import { readPastedLink } from './pasted-link.ts'

/** @returns the id of the paste */
export async function addGroups(tx: Tx, clock: Clock, userId: number, pasted: string[]): Promise<number> {
  const links = pasted.flatMap(splitLinks)
  if (links.length === 0) throw new AppError('LINKS_REQUIRED')
  if (links.length > linkLimits.links)
    throw new AppError('VALIDATION_FAILED', {
      keyword: 'maxItems',
      dataPath: '/links',
      params: { limit: linkLimits.links },
    })
  const groupsetId = await lockGroupset(tx, userId)
  const room = groupsetId === null ? null : await readRoom(tx, clock, groupsetId)
  if (groupsetId === null || !room?.running) throw new AppError('GROUPSET_NOT_FOUND')
  if (await hasUnfinished(tx, groupsetId)) throw new AppError('IMPORT_IN_PROGRESS')

  const sorted = await sortLinks(tx, clock, groupsetId, links)
  const wanted = sorted.filter(({ status }) => status === 'added' || status === 'waiting').length
  if (wanted > room.free) throw new AppError('GROUP_LIMIT_REACHED', { free: room.free })
  const known = sorted.flatMap(({ status, groupId }) => (status === 'added' && groupId !== null ? [groupId] : []))
  await putOnList(tx, clock, groupsetId, known)
  const additionId = await insertAddition(tx, clock, groupsetId, sorted)
  if (known.length > 0) await publishGroupsetChanged(tx, clock, groupsetId)
  else await publish(tx, 'watch.changed', {})
  await publish(tx, 'addition.changed', { userId, additionId })
  return additionId
}

async function hasUnfinished(tx: Tx, groupsetId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('groupAdditions')
    .select('id')
    .where('groupsetId', '=', groupsetId)
    .where('finishedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface SortedLink {
  link: string
  address: string
  status: 'waiting' | 'added' | 'duplicate' | 'unsupported'
  groupId: number | null
}

/** Known are the addresses of what is on the list already, and of what someone pasted lately. */
async function sortLinks(tx: Tx, clock: Clock, groupsetId: number, links: string[]): Promise<SortedLink[]> {
  const read = links.map((link) =>
    isTooLong(link) ? { link, address: '' } : { link, address: readPastedLink(link).address },
  )
  const held = await listHeld(tx, groupsetId)
  const heldIds = new Set(held.map(({ groupId }) => groupId))
  const known = await findKnownGroups(tx, clock, [...new Set(read.map(({ address }) => address))])
  for (const { groupId, url } of held) if (url !== null) known.set(readPastedLink(url).address, groupId)
  const met = new Set<string>()
  return read.map(({ link, address }): SortedLink => {
    if (isTooLong(link))
      return { link: `${link.slice(0, linkLimits.letters)}…`, address: '', status: 'unsupported', groupId: null }
    const groupId = known.get(address) ?? null
    const repeated = met.has(address) || (groupId !== null && heldIds.has(groupId))
    met.add(address)
    // The next link to the same group is a repetition too, however it is written.
    if (groupId !== null) heldIds.add(groupId)
    return { link, address, status: repeated ? 'duplicate' : groupId === null ? 'waiting' : 'added', groupId }
  })
}

const isTooLong = (link: string): boolean => link.length > linkLimits.letters

async function listHeld(db: DbOrTx, groupsetId: number): Promise<{ groupId: number; url: string | null }[]> {
  return db
    .selectFrom('monitoredGroups as m')
    .innerJoin('groups as g', 'g.id', 'm.groupId')
    .select(['m.groupId', 'g.url'])
    .where('m.groupsetId', '=', groupsetId)
    .where('m.removedAt', 'is', null)
    .execute()
}

async function insertAddition(tx: Tx, clock: Clock, groupsetId: number, links: SortedLink[]): Promise<number> {
  const now = clock.now()
  const finished = links.every(({ status }) => status !== 'waiting')
  const { id } = await tx
    .insertInto('groupAdditions')
    .values({ groupsetId, createdAt: now, finishedAt: finished ? now : null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into group_links (addition_id, position, link, address, status, group_id, next_try_at)
    select ${id}, place - 1, link, address, status, group_id, case when status = 'waiting' then ${now}::timestamptz end
    from unnest(${links.map(({ link }) => link)}::text[], ${links.map(({ address }) => address)}::text[], ${links.map(({ status }) => status)}::text[],
      ${links.map(({ groupId }) => groupId)}::bigint[]) with ordinality as pasted (link, address, status, group_id, place)`.execute(
    tx,
  )
  return id
}
