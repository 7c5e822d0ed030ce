/** How the networks are heard, on every screen; what is told to whom: `screens/sources.test.ts`. */
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { HOUR } from '../server/kit/clock.ts'
import type { TestWorld } from '../server/testing/test-world.ts'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks, phoneScreen } from './check-looks.ts'

/** Two networks are listened to: one is heard, the other is not. */
async function hearSome(world: TestWorld): Promise<void> {
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
const network = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name }) })

describe('on every screen', () => {
  story('how the networks are heard is seen whole', async ({ world, open }) => {
    await hearSome(world)
    const page = await open('/sources', {
      ...phoneScreen,
      as: await world.somebody('hears-looks', ['admin']),
    })
    await network(page, 'Telegram').getByText('429 Too Many Requests').waitFor()
    await checkLandmarks(page, 'Слышимость сетей')
    await checkLooks(page)
  })
})
