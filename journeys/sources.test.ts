/** How the networks are heard, on every screen; what is shown to whom: `screens/sources.test.ts`. */
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { hearSome } from '../server/features/watching/sources/sources.samples.ts'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks, phoneScreen } from './check-looks.ts'

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
