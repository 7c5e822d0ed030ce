/** Someone asks how well the networks are heard: silence must never look as if no one wrote. */
import { expect } from 'vitest'
import { hearSome } from '../server/features/watching/sources/sources.samples.ts'
import { story, type DomPage } from './story.ts'

const network = (page: DomPage, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name }) })

story(
  'how each network is heard is shown to all who listen; what the networks answer us, to those who look after it',
  async ({ world, open }) => {
    await hearSome(world)
    const lev = await world.customer('lev')
    const page = await open('/feed', { as: lev })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Слышимость сетей' }).click()
    await network(page, 'ВКонтакте').getByText('слышно хорошо').waitFor()
    await network(page, 'ВКонтакте').getByText('отставание 1 минута').waitFor()
    await network(page, 'Telegram').getByText('не отвечает').waitFor()
    await network(page, 'Telegram').getByText('ждут очереди: 3').waitFor()
    await network(page, 'YouTube').getByText('не подключена').waitFor()
    await expect.poll(() => page.getByText('429').count()).toBe(0)
    const admin = await world.somebody('hears', ['admin'])
    const hers = await open('/sources', { as: admin })
    await network(hers, 'Telegram').getByText('429 Too Many Requests').waitFor()
    const guest = await open('/sources')
    await expect.poll(() => guest.locator('h1').allTextContents()).toEqual(['Войдите, чтобы продолжить'])
    // Nothing opens by itself, and no link leads guests to what they may not see.
    await expect.poll(() => guest.getByRole('dialog').count()).toBe(0)
    await guest.getByRole('contentinfo').getByRole('link', { name: 'Контакты' }).waitFor()
    await expect.poll(() => guest.getByRole('link', { name: 'Слышимость сетей' }).count()).toBe(0)
  },
)
