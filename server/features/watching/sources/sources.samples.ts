/** How networks are heard, for stories of pages. */
import { HOUR } from '../../../kit/clock.ts'
import type { TestWorld } from '../../../testing/test-world.ts'

/** Two networks are listened to: one is heard, the other is not. */
export async function hearSome(world: TestWorld): Promise<void> {
  const now = world.clock.now()
  const ago = new Date(now.getTime() - HOUR)
  await world.db.deleteFrom('sourceHealth').execute()
  await world.db
    .insertInto('sourceHealth')
    .values([
      { network: 'vk', part: 'groups', okAt: now, heardAt: now, lagSeconds: 65, updatedAt: now },
      {
        network: 'telegram',
        part: 'groups',
        okAt: ago,
        heardAt: ago,
        lagSeconds: 3_600,
        waiting: 3,
        trouble: '429 Too Many Requests',
        troubleAt: ago,
        updatedAt: now,
      },
      { network: 'telegram', part: 'links', updatedAt: now },
    ])
    .execute()
}
