/** Pastes, as their owner is shown them. */
import type { AddedLink, Addition, LinkStatus } from '../../../../contract/watching/groups.ts'
import type { Network } from '../../../../contract/networks.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

export interface OwnedAddition {
  userId: number
  addition: Addition
}

/** Those that there are, oldest first. */
export async function showAdditions(db: DbOrTx, ids: number[]): Promise<OwnedAddition[]> {
  if (ids.length === 0) return []
  const additions = await db
    .selectFrom('groupAdditions as a')
    .innerJoin('monitoredGroupsets as s', 's.id', 'a.groupsetId')
    .select(['a.id', 'a.finishedAt', 's.userId'])
    .where('a.id', 'in', ids)
    .orderBy('a.id')
    .execute()
  const links = await db
    .selectFrom('groupLinks as l')
    .leftJoin('groups as g', 'g.id', 'l.groupId')
    .select(['l.additionId', 'l.link', 'l.address', 'l.status', 'g.name', 'g.avatar', 'g.network', 'g.followers'])
    .where('l.additionId', 'in', ids)
    .orderBy('l.additionId')
    .orderBy('l.position')
    .execute()
  const ofAddition = Map.groupBy(links, ({ additionId }) => additionId)
  return additions.map(({ id, finishedAt, userId }) => {
    const items = showLinks(ofAddition.get(id) ?? [])
    const done = items.filter(({ status }) => status !== 'waiting').length
    return { userId, addition: { id, total: items.length, done, finished: finishedAt !== null, items } }
  })
}

interface LinkRow {
  link: string
  address: string
  status: string
  name: string | null
  avatar: string | null
  network: string | null
  followers: number | null
}

function showLinks(rows: LinkRow[]): AddedLink[] {
  const groups = new Map<string, AddedLink['result']>()
  for (const { address, name, avatar, network, followers } of rows) {
    if (name !== null && address !== '')
      groups.set(address, { name, avatar, network: network as Network, followerCount: followers })
  }
  // What was pasted twice waits with the first of them to be known.
  return rows.map(({ link, address, status }) => ({
    link,
    status: status as LinkStatus,
    result: groups.get(address) ?? null,
  }))
}

/** The paste that is still being looked up. */
export async function findUnfinished(db: DbOrTx, groupsetId: number): Promise<Addition | null> {
  const row = await db
    .selectFrom('groupAdditions')
    .select('id')
    .where('groupsetId', '=', groupsetId)
    .where('finishedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? ((await showAdditions(db, [row.id]))[0]?.addition ?? null) : null
}
