/** The settings of notices: where to, of what, when. */
import { describe, expect } from 'vitest'
import { DAY, HOUR } from '../server/kit/clock.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { story, type DomPage } from './story.ts'

const card = (page: DomPage, name: string) => page.getByRole('region', { name })
const row = (page: DomPage, region: string, name: string) =>
  card(page, region)
    .locator('li')
    .filter({ has: page.getByText(name, { exact: true }) })

const linkBrowser = (world: TestWorld, userId: number, title: string) =>
  world.db
    .insertInto('noticeAddresses')
    .values({
      userId,
      channel: 'browser',
      addressKey: title,
      address: JSON.stringify({}),
      title,
      createdAt: world.clock.now(),
    })
    .execute()

describe('notices', () => {
  story('are set filter by filter, and what would have come is shown before', async ({ world, open }) => {
    const anna = await world.customer('anna-notices', paid('photographers'))
    await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', anna.userId).execute()
    await world.looksFor('photographers', 'фотограф')
    await world.post('Посоветуйте фотографа')
    world.clock.advance(2 * HOUR)
    await world.post('Ищу фотографа на свадьбу')
    world.clock.advance(DAY)
    const page = await open('/notices', { as: anna })
    const filter = row(page, 'О чём сообщать', 'Дефолтная')
    await filter.getByText('каждый день в 9:00').waitFor()
    await filter.getByRole('button', { name: 'Настроить: Дефолтная' }).click()
    const dialog = page.getByRole('dialog', { name: 'Уведомления: Дефолтная' })
    await dialog.getByLabel('Почта').check()
    await dialog.getByText('1 уведомление, в них 2 сообщения').waitFor()
    await dialog.getByLabel('Сразу').check()
    await dialog.getByText('2 уведомления', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.getByRole('button', { name: 'Как обычно' }).waitFor()
    await page.getByText('Уведомления сохранены').waitFor()
    await filter.getByText('сразу', { exact: true }).waitFor()
    const { settings } = await anna.asks('notices', 'getNoticeSettings', {})
    expect(settings.filters[0]?.rules.email.mode).toBe('now')

    await dialog.getByRole('button', { name: 'Как обычно' }).click()
    await filter.getByText('каждый день в 9:00').waitFor()
    await dialog.getByRole('button', { name: 'Отмена' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  story('rest as long as one likes, and never at night', async ({ world, open }) => {
    const boris = await world.customer('boris-notices')
    const page = await open('/notices', { as: boris })
    await page.getByRole('button', { name: 'Приостановить' }).click()
    await page.getByRole('menuitem', { name: 'На час' }).click()
    await page.getByText('Уведомления приостановлены до').waitFor()
    const paused = async () =>
      (await boris.asks('notices', 'getNoticeSettings', {})).settings.preferences.pausedUntil ?? ''
    await expect.poll(async () => Date.parse(await paused()) - Date.now()).toBeGreaterThan(HOUR / 2)
    await page.getByRole('button', { name: 'Возобновить' }).click()
    await page.getByText('Уведомления приостановлены до').waitFor({ state: 'detached' })
    await expect.poll(paused).toBe('')

    const quiet = card(page, 'Когда не беспокоить')
    await quiet.getByLabel('Тихие часы').click()
    const hours = async () => (await boris.asks('notices', 'getNoticeSettings', {})).settings.preferences.quiet
    await expect.poll(hours).toBeNull()
    const alarm = row(page, 'Тревоги', 'Всплеск')
    await alarm.getByLabel('Почта').check()
    await expect
      .poll(async () => (await boris.asks('notices', 'getNoticeSettings', {})).settings.preferences.alarms.spike)
      .toContain('email')
  })

  story('go to browsers that can be let go, and another tab hears of it', async ({ world, open }) => {
    const vera = await world.customer('vera-notices')
    await linkBrowser(world, vera.userId, 'Firefox, Windows')
    const page = await open('/notices', { as: vera })
    const device = row(page, 'Куда присылать', 'Firefox, Windows')
    await device.getByText('ещё не использовался').waitFor()
    await vera.asks('notices', 'setNoticePreferences', { quiet: null })
    await expect.poll(() => card(page, 'Когда не беспокоить').getByLabel('До', { exact: true }).count()).toBe(0)
    await device.getByRole('button', { name: 'Отвязать: Firefox, Windows' }).click()
    await device.waitFor({ state: 'detached' })
    await card(page, 'Что присылали').getByText('Пока ничего').waitFor()
  })

  story('are each person’s own', async ({ open }) => {
    const guest = await open('/notices')
    await guest.getByText('Уведомления у каждого свои').waitFor()
  })
})
