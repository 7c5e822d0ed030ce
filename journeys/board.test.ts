/** The board as it is drawn: what is dragged by the mouse, and sent by keys; how it and the card of an author look. */
import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import { by, feedOf, newName } from '../server/features/reading/feed/items/feed-of.samples.ts'
import { touchItems } from '../server/features/reading/feed/items/touch-items.samples.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks } from './check-looks.ts'

beforeEach<{ world: TestWorld }>(async ({ world }) => {
  await world.looksFor('photographers', 'ищу фотографа')
  await world.db.deleteFrom('leads').execute()
})

const column = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const cardIn = (page: Page, title: string, name: string) =>
  column(page, title).getByRole('article', { name, exact: true })
const statusOf = async (person: TestUser, name: string): Promise<string | undefined> =>
  (await person.asks('leads', 'listLeads', {})).leads.find(({ author }) => author?.name === name)?.status

/** Three hot requests: one is new, one in work with a sum and a reminder, one won. */
async function workOf(world: TestWorld): Promise<TestUser> {
  const anna = await world.customer(newName('anna'), paid('photographers'))
  await feedOf(
    world,
    by(world, 'Олег', 'Ищу фотографа на юбилей'),
    by(world, 'Мария', 'Ищу фотографа для каталога обуви, съёмка в студии на белом фоне, сто моделей за два дня'),
    by(world, 'Пётр', 'Ищу фотографа на выпускной'),
  )
  await touchItems(world, 'Ищу', 'intent_level = 2')
  const { messages } = await anna.asks('feed', 'queryFeed', {})
  const idOf = (name: string): number => messages.find(({ author }) => author?.name === name)?.id ?? 0
  const { lead } = await anna.asks('leads', 'takeLead', { id: idOf('Мария') })
  const remindAt = new Date(world.clock.now().getTime() - 60_000).toISOString()
  await anna.asks('leads', 'updateLead', { id: lead.id, remindAt, reminder: 'Позвонить' })
  await anna.asks('leads', 'createLeadComment', { id: lead.id, text: 'Ждёт смету' })
  const { lead: won } = await anna.asks('leads', 'takeLead', { id: idOf('Пётр') })
  await anna.asks('leads', 'updateLead', { id: won.id, status: 'won', sum: 4_500_000 })
  return anna
}

story('a card is dragged to another column, and another one is sent there by keys', async ({ world, open }) => {
  const anna = await workOf(world)
  const page = await open('/leads', { as: anna })
  await cardIn(page, 'Новый', 'Олег').dragTo(column(page, 'Ответили'))
  await cardIn(page, 'Ответили', 'Олег').waitFor()
  await expect.poll(() => statusOf(anna, 'Олег')).toBe('answered')
  await cardIn(page, 'Новый', 'Олег').waitFor({ state: 'detached' })
  // The next card is announced in the same words.
  await page.getByRole('status').getByRole('button', { name: 'Закрыть' }).click()
  await page.getByRole('status').waitFor({ state: 'detached' })

  await cardIn(page, 'В работе', 'Мария').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await cardIn(page, 'Ответили', 'Мария').and(page.locator(':focus')).waitFor()
  await expect.poll(() => statusOf(anna, 'Мария')).toBe('answered')
  await expect.poll(() => page.getByRole('status').count()).toBe(1)
  await page.getByRole('status').getByRole('button', { name: 'Отменить' }).click()
  await cardIn(page, 'В работе', 'Мария').waitFor()
})

story('the board, the list, a lead whole and the funnel look as they should', async ({ world, open }) => {
  const anna = await workOf(world)
  const page = await open('/leads', { as: anna })
  await cardIn(page, 'Новый', 'Олег').waitFor()
  await cardIn(page, 'В работе', 'Мария').waitFor()
  await checkLandmarks(page, 'Лиды')
  await checkLooks(page)
  // The number of what is due comes and goes, and the menu stays where it is.
  await page.setViewportSize({ width: 1440, height: 900 })
  const menu = page.getByRole('navigation', { name: 'Главное меню' })
  const placesOf = async () => Promise.all((await menu.getByRole('link').all()).map((link) => link.boundingBox()))
  await menu.getByText('просроченное напоминание').waitFor()
  const counted = await placesOf()
  const [due] = (await anna.asks('leads', 'listLeads', { list: 'due' })).leads
  await anna.asks('leads', 'updateLead', { id: due?.id ?? 0, remindAt: null })
  await menu.getByText('просроченное напоминание').waitFor({ state: 'detached' })
  expect(await placesOf()).toEqual(counted)

  await page.goto('/leads?view=list')
  await page.getByRole('button', { name: 'Мария', exact: true }).waitFor()
  await checkLooks(page)
  await page.getByRole('button', { name: 'Мария', exact: true }).click()
  const lead = page.getByRole('dialog', { name: 'Лид' })
  await lead.getByText('Ждёт смету').waitFor()
  await checkLooks(page)

  await page.goto('/leads?view=funnel')
  await page.getByRole('row', { name: 'Всего' }).waitFor()
  await checkLooks(page)
})

story('the card of an author looks as it should', async ({ world, open }) => {
  const anna = await workOf(world)
  const page = await open('/feed', { as: anna, width: 1000 })
  await page.getByRole('button', { name: 'Мария', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Об авторе' })
    .getByText(/^1 сообщение/)
    .waitFor()
  await checkLooks(page)
})
