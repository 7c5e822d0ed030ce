/** A list of made-up groups for one of the demo people. */
import type { Network } from '../../contract/networks.ts'
import { findGroupsetId, putOnList } from '../features/watching/groups/groupset.ts'
import type { Clock } from '../kit/clock.ts'
import type { Database } from '../kit/sql.ts'
import { findMadeUpGroup } from '../stream/receive/made-up/made-up-links.ts'
import { keepGroup } from '../stream/store/parties.ts'
import { groupsPerson } from './demo.ts'

/** A number of each network, the first there are. */
const listened: [Network, number][] = [
  ['vk', 24],
  ['telegram', 8],
  ['ok', 8],
]

/** Once: who has emptied the list finds it empty. */
export async function seedDemoGroups({ db, pool }: Pick<Database, 'db' | 'pool'>, clock: Clock): Promise<void> {
  const user = await db.selectFrom('users').select('id').where('email', '=', groupsPerson).executeTakeFirst()
  const groupsetId = user ? await findGroupsetId(db, user.id) : null
  if (groupsetId === null) return
  const seeded = await db
    .selectFrom('monitoredGroups')
    .select('id')
    .where('groupsetId', '=', groupsetId)
    .limit(1)
    .executeTakeFirst()
  if (seeded) return
  const ids: number[] = []
  for (const [network, count] of listened) {
    for (let number = 1; number <= count; number += 1) {
      const { link, ...group } = findMadeUpGroup(network, `echolot_demo_${number}`)
      const id = await keepGroup(pool, network, { ...group, url: link })
      if (id !== null) ids.push(id)
    }
  }
  await db.transaction().execute((tx) => putOnList(tx, clock, groupsetId, ids))
}
