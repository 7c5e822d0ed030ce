/** The groups of a list: found, in their order, page by page. A list is short enough to be read whole. */
import { sql } from 'kysely'
import type { InputOf, ResultOf } from '../../../../contract/call.ts'
import { groupPageSizes, type Group, type groups, type groupSorts } from '../../../../contract/watching/groups.ts'
import type { Network, SourceKind } from '../../../../contract/networks.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import type { Room } from './groupset.ts'

type Sort = (typeof groupSorts)[number]

/** How many messages of these groups of a list the asker has in their feed; by the groups' ids. */
export type CountGroups = (groupsetId: number, groupIds: number[]) => Promise<Map<number, number>>

export async function listGroups(
  db: DbOrTx,
  countGroups: CountGroups,
  list: { groupsetId: number; room: Room } | null,
  {
    search = '',
    network,
    sort = 'createdAt',
    order,
    page = 1,
    limit = groupPageSizes[0],
  }: InputOf<typeof groups.listGroups>,
): Promise<ResultOf<typeof groups.listGroups>> {
  const all = list ? await readGroups(db, list.groupsetId, list.room) : []
  if (!list || all.length === 0) return { groups: [], total: 0, pages: 0, page: 1, demo: await listDemoGroups(db) }
  const wanted = plain(search)
  const found = all.filter(
    (group) => (network === undefined || group.network === network) && plain(group.name).includes(wanted),
  )
  if (sort === 'messageCount') await count(countGroups, list.groupsetId, found)
  sortBy(found, sort, order ?? (sort === 'name' ? 'asc' : 'desc'))
  const pages = Math.ceil(found.length / limit)
  const shown = Math.min(page, Math.max(1, pages))
  const onPage = found.slice((shown - 1) * limit, shown * limit)
  if (sort !== 'messageCount') await count(countGroups, list.groupsetId, onPage)
  return { groups: onPage, total: found.length, pages, page: shown, demo: [] }
}

export async function findGroup(
  db: DbOrTx,
  countGroups: CountGroups,
  { groupsetId, room }: { groupsetId: number; room: Room },
  id: number,
): Promise<Group | null> {
  const group = (await readGroups(db, groupsetId, room)).find((each) => each.id === id)
  if (!group) return null
  await count(countGroups, groupsetId, [group])
  return group
}

const plain = (text: string): string =>
  text.normalize('NFC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/gu, ' ').trim()

/** In the order in which they were added; how many messages were found is counted apart. */
async function readGroups(db: DbOrTx, groupsetId: number, room: Room): Promise<Group[]> {
  const rows = await db
    .selectFrom('monitoredGroups as m')
    .innerJoin('groups as g', 'g.id', 'm.groupId')
    .leftJoin('watchedGroups as w', 'w.groupId', 'm.groupId')
    .select([
      'm.id',
      'm.groupId',
      'm.enabled',
      'm.createdAt',
      'g.name',
      'g.avatar',
      'g.url',
      'g.network',
      'g.kind',
      'g.followers',
      'w.trouble',
      'w.readAt',
    ])
    .where('m.groupsetId', '=', groupsetId)
    .where('m.removedAt', 'is', null)
    .orderBy('m.createdAt')
    .orderBy('m.id')
    .execute()
  let listened = 0
  return rows.map((row) => {
    if (row.enabled) listened += 1
    return {
      id: row.id,
      monitoredGroupset: groupsetId,
      icGroup: row.groupId,
      ...show(row),
      enabled: row.enabled,
      overLimit: row.enabled && room.running && listened > room.maxSize,
      messageCount: 0,
      createdAt: row.createdAt.toISOString(),
      failure: row.trouble as Group['failure'],
      readAt: row.readAt?.toISOString() ?? null,
      demo: false,
    }
  })
}

interface GroupRow {
  name: string
  avatar: string | null
  url: string | null
  network: string
  kind: string | null
  followers: number | null
}

function show({ name, avatar, url, network, kind, followers }: GroupRow) {
  return {
    name,
    avatar,
    link: url,
    followerCount: followers,
    network: network as Network,
    sourceKind: (kind ?? 'community') as SourceKind,
  }
}

async function count(countGroups: CountGroups, groupsetId: number, listed: Group[]): Promise<void> {
  if (listed.length === 0) return
  const counts = await countGroups(
    groupsetId,
    listed.map(({ icGroup }) => icGroup),
  )
  for (const group of listed) group.messageCount = counts.get(group.icGroup) ?? 0
}

const byName = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' })

/** What a network did not name stands last, in either order. */
function sortBy(listed: Group[], sort: Sort, order: 'asc' | 'desc'): void {
  const sign = order === 'asc' ? 1 : -1
  listed.sort((a, b) => {
    if (sort === 'followerCount' && (a.followerCount === null) !== (b.followerCount === null))
      return a.followerCount === null ? 1 : -1
    return sign * (compare(a, b, sort) || a.id - b.id)
  })
}

function compare(a: Group, b: Group, sort: Sort): number {
  if (sort === 'name') return byName.compare(a.name, b.name)
  if (sort === 'createdAt') return Date.parse(a.createdAt) - Date.parse(b.createdAt)
  return (a[sort] ?? 0) - (b[sort] ?? 0)
}

const DEMO_GROUPS = 8
const LOOKED_AT = 2_000

/**
 * Groups in which categories found most lately: what there is to see of them anybody may see who takes a category, and nothing
 * is notified of other people's lists.
 */
async function listDemoGroups(db: DbOrTx): Promise<Group[]> {
  const { rows } = await sql<GroupRow & { groupId: number; found: number; newest: Date }>`
    with newest as (
      select group_id, received_at from feed_items where product_type = 'category' and group_id is not null and not gone and verdict is distinct from 'removed'
        and seq_id > (select coalesce(max(seq_id), 0) - ${LOOKED_AT}::int from feed_items)),
    busiest as (
      select group_id, count(*) as found, max(received_at) as newest from newest group by group_id order by found desc, group_id limit ${DEMO_GROUPS})
    select g.id as group_id, g.name, g.avatar, g.url, g.network, g.kind, g.followers, b.found, b.newest
    from busiest b join groups g on g.id = b.group_id order by b.found desc, g.id`.execute(db)
  return rows.map((row, place) => ({
    id: -1 - place,
    monitoredGroupset: 0,
    icGroup: row.groupId,
    ...show(row),
    enabled: true,
    overLimit: false,
    messageCount: row.found,
    createdAt: row.newest.toISOString(),
    failure: null,
    readAt: row.newest.toISOString(),
    demo: true,
  }))
}

/** A line for each group: its link, a tab, its name. What stands behind a tab is read as no link when the lines are pasted again. */
export async function listLines(db: DbOrTx, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('monitoredGroups as m')
    .innerJoin('monitoredGroupsets as s', 's.id', 'm.groupsetId')
    .innerJoin('groups as g', 'g.id', 'm.groupId')
    .select(['g.url', 'g.name'])
    .where('s.userId', '=', userId)
    .where('m.removedAt', 'is', null)
    .orderBy('m.createdAt')
    .orderBy('m.id')
    .execute()
  return rows.map(({ url, name }) => `${url ?? ''}\t${name.replace(/[\s\p{Cc}]+/gu, ' ').trim()}`)
}
