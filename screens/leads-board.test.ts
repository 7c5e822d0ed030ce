/** People work on leads: the board, the list, one lead whole; what is dragged stands in `journeys/board.test.ts`. */
import { beforeEach, describe, expect } from 'vitest'
import { HOUR } from '../server/kit/clock.ts'
import { by, feedOf, newName } from '../server/features/reading/feed/items/feed-of.samples.ts'
import { touchItems } from '../server/features/reading/feed/items/touch-items.samples.ts'
import { remindOfLeads } from '../server/features/reading/leads/remind.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, paidForTeam, type TestWorld } from '../server/testing/test-world.ts'
import { story, untilLive, type DomPage } from './story.ts'

beforeEach<{ world: TestWorld }>(async ({ world }) => {
  await world.looksFor('photographers', 'ищу фотографа')
  await world.db.deleteFrom('leads').execute()
})

const column = (page: DomPage, title: string) => page.getByRole('region', { name: title, exact: true })
const cardIn = (page: DomPage, title: string, name: string) =>
  column(page, title).getByRole('article', { name, exact: true })
const toast = (page: DomPage, words: string) => page.getByRole('status').filter({ hasText: words })
const lead = (page: DomPage) => page.getByRole('dialog', { name: 'Лид' })
const hot = (name: string) => `Ищу фотографа для семьи: ${name}`

/** Hot requests, each by another author. */
async function requests(world: TestWorld, ...names: string[]): Promise<void> {
  await feedOf(world, ...names.map((name) => by(world, name, hot(name))))
  await touchItems(world, 'Ищу', 'intent_level = 2')
}
async function idOf(person: TestUser, name: string): Promise<number> {
  const { messages } = await person.asks('feed', 'queryFeed', { filter: { handled: 'show' } })
  return messages.find(({ author }) => author?.name === name)?.id ?? 0
}
async function choose(page: DomPage, title: string, name: string, action: string): Promise<void> {
  await cardIn(page, title, name)
    .getByRole('button', { name: `Переместить: ${name}` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const statusesOf = async (person: TestUser) =>
  Object.fromEntries(
    (await person.asks('leads', 'listLeads', {})).leads.map(({ author, status }) => [author?.name, status]),
  )

describe('the board', () => {
  story(
    'a new one is taken from the feed, goes on by the menu, and every move is taken back',
    async ({ world, open }) => {
      const anna = await world.customer(newName('anna'), paid('photographers'))
      await requests(world, 'Мария', 'Олег')
      const page = await open('/feed', { as: anna })
      await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Лиды' }).click()
      await cardIn(page, 'Новый', 'Мария').waitFor()
      await choose(page, 'Новый', 'Мария', 'В работе')
      await cardIn(page, 'В работе', 'Мария').waitFor()
      await cardIn(page, 'Новый', 'Мария').waitFor({ state: 'detached' })
      await expect.poll(() => statusesOf(anna)).toEqual({ Мария: 'inWork' })

      await choose(page, 'В работе', 'Мария', 'Сделка')
      await cardIn(page, 'Сделка', 'Мария').waitFor()
      await toast(page, 'Статус: сделка').getByRole('button', { name: 'Отменить' }).click()
      await cardIn(page, 'В работе', 'Мария').waitFor()
      await expect.poll(() => statusesOf(anna)).toEqual({ Мария: 'inWork' })

      await choose(page, 'В работе', 'Мария', 'Новый')
      await cardIn(page, 'Новый', 'Мария').waitFor()
      await cardIn(page, 'Новый', 'Олег').waitFor()
    },
  )

  story('cards are gone through by arrows, and with Shift they go to the next column', async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await requests(world, 'Мария', 'Олег')
    await anna.asks('leads', 'takeLead', { id: await idOf(anna, 'Мария') })
    const page = await open('/leads', { as: anna })
    await cardIn(page, 'Новый', 'Олег').waitFor()
    await cardIn(page, 'В работе', 'Мария').focus()
    await page.keyboard.press('ArrowLeft')
    await cardIn(page, 'Новый', 'Олег').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await cardIn(page, 'Ответили', 'Мария').and(page.locator(':focus')).waitFor()
    await expect.poll(() => statusesOf(anna)).toEqual({ Мария: 'answered' })
    await page.keyboard.press('Enter')
    await lead(page).getByRole('heading', { name: 'Мария' }).waitFor()
  })

  story(
    'a lead whole: the sum of the deal, a comment, its history, and its message when the feed has it no more',
    async ({ world, open }) => {
      const anna = await world.customer(newName('anna'), paid('photographers'))
      await requests(world, 'Мария')
      const id = await idOf(anna, 'Мария')
      const { lead: taken } = await anna.asks('leads', 'takeLead', { id })
      await anna.asks('leads', 'updateLead', { id: taken.id, status: 'won' })
      const page = await open('/leads', { as: anna })
      await cardIn(page, 'Сделка', 'Мария').click()
      await lead(page).getByLabel('Сумма сделки, руб.').fill('15000')
      await lead(page).getByRole('button', { name: 'Сохранить' }).click()
      await toast(page, 'Сумма: 15').waitFor()
      await lead(page).getByLabel('Комментарий', { exact: true }).fill('ждёт договор')
      await lead(page).getByRole('button', { name: 'Добавить' }).click()
      await lead(page).getByRole('list', { name: 'Комментарии' }).getByText('ждёт договор').waitFor()
      await lead(page).getByRole('list', { name: 'История лида' }).getByText('Новый → В работе').waitFor()
      await lead(page).getByRole('link', { name: 'Открыть в ленте' }).waitFor()
      await expect.poll(() => page.url()).toContain(`lead=${taken.id}`)
      await page.keyboard.press('Escape')
      await lead(page).waitFor({ state: 'detached' })
      await column(page, 'Сделка')
        .getByRole('banner')
        .getByText(/^15.000.руб\.$/)
        .waitFor()

      await world.db.updateTable('feedItems').set({ gone: true }).where('messageId', '=', id).execute()
      await page.goto(`/leads?lead=${taken.id}`)
      await lead(page).getByText('В ленте этого сообщения больше нет').waitFor()
      await lead(page).getByText(hot('Мария')).waitFor()
    },
  )

  story(
    'shows what others changed in its place, and shows it where it belongs when one wants that',
    async ({ world, open }) => {
      const oleg = await world.somebody(newName('oleg'), ['teamOwner'], paidForTeam('photographers'))
      const vera = await world.customer(newName('vera'))
      await world.team(oleg, vera)
      await requests(world, 'Мария', 'Пётр')
      await oleg.asks('leads', 'takeLead', { id: await idOf(oleg, 'Мария') })
      const page = await open('/leads', { as: oleg })
      await cardIn(page, 'В работе', 'Мария').waitFor()
      await column(page, 'Новый').getByRole('article', { name: 'Пётр' }).waitFor()
      await expect.poll(() => page.getByRole('button', { name: /показать$/ }).count()).toBe(0)

      const { leads } = await vera.asks('leads', 'listLeads', {})
      await vera.asks('leads', 'updateLead', { id: leads[0]?.id ?? 0, status: 'answered', from: oleg.userId })
      await world.settle()
      await cardIn(page, 'В работе', 'Мария').getByText('уже «Ответили»').waitFor()
      await page.getByRole('button', { name: '1 лид изменился — показать' }).click()
      await cardIn(page, 'Ответили', 'Мария').waitFor()
      await cardIn(page, 'В работе', 'Мария').waitFor({ state: 'detached' })
      await expect.poll(() => page.getByRole('button', { name: /показать$/ }).count()).toBe(0)
    },
  )
})

describe('the column of new ones', () => {
  /** What the shipped model takes for a request that is meant. */
  const meant = 'Срочно ищу фотографа на свадьбу в эту субботу, бюджет 30 тысяч, пишите в личку'

  story('has a request as soon as it comes, whatever else was looked at before', async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await requests(world, 'Мария')
    const page = await open('/feed', { as: anna })
    await untilLive(page)
    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Лиды' }).click()
    await cardIn(page, 'Новый', 'Мария').waitFor()
    await world.receive([by(world, 'Пётр', meant), by(world, 'Холодный', 'ищу фотографа, какие они бывают')])
    await world.settle()
    await cardIn(page, 'Новый', 'Пётр').waitFor()
    await expect.poll(() => column(page, 'Новый').getByRole('banner').innerText()).toMatch(/^Новый\s*2$/)
    await page.getByLabel('Поиск по лидам').fill('выпускной')
    await cardIn(page, 'Новый', 'Мария').waitFor({ state: 'detached' })
    await column(page, 'Новый')
      .getByText(/которые никто не взял, сейчас нет/)
      .waitFor()
    await world.receive([by(world, 'Олег', meant), by(world, 'Зоя', meant.replace('свадьбу', 'выпускной'))])
    await world.settle()
    await cardIn(page, 'Новый', 'Зоя').waitFor()
    await expect.poll(() => cardIn(page, 'Новый', 'Олег').count()).toBe(0)
  })
})

story('who may only look moves nothing on the board', async ({ world, open }) => {
  const oleg = await world.somebody(newName('oleg'), ['teamOwner'], paidForTeam('photographers'))
  const inna = await world.customer(newName('inna'))
  await world.team(oleg, { ...inna, right: 'view' })
  await requests(world, 'Мария', 'Пётр')
  await oleg.asks('leads', 'takeLead', { id: await idOf(oleg, 'Мария') })
  const page = await open('/leads', { as: inna })
  await cardIn(page, 'Новый', 'Пётр').waitFor()
  await cardIn(page, 'В работе', 'Мария').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Переместить/ }).count()).toBe(0)
  await cardIn(page, 'В работе', 'Мария').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await lead(page).getByText('Статус: в работе').waitFor()
  await expect.poll(() => lead(page).getByRole('radiogroup').count()).toBe(0)
  await expect.poll(() => statusesOf(oleg)).toEqual({ Мария: 'inWork' })
  await page.goto('/leads?view=list')
  await page.getByRole('table', { name: 'Лиды' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Переместить/ }).count()).toBe(0)
})

story(
  'a reminder that is over is shown on any page, counted in the menu, and leads to its lead',
  async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await requests(world, 'Мария')
    const { lead: mine } = await anna.asks('leads', 'takeLead', { id: await idOf(anna, 'Мария') })
    const remindAt = new Date(world.clock.now().getTime() + HOUR).toISOString()
    await anna.asks('leads', 'updateLead', { id: mine.id, remindAt, reminder: 'позвонить Марии' })
    const page = await open('/feed', { as: anna })
    const entry = page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: /^Лиды/ })
    await untilLive(page)
    await entry.waitFor()
    world.clock.advance(2 * HOUR)
    await remindOfLeads(world)
    await world.settle()
    const reminder = page.getByRole('alert').filter({ hasText: 'позвонить Марии' })
    await reminder.waitFor()
    await entry.getByText('1 просроченное напоминание').waitFor()
    await reminder.getByRole('link', { name: 'Открыть лид' }).click()
    await lead(page).getByRole('heading', { name: 'Мария' }).waitFor()
    await reminder.waitFor({ state: 'detached' })
  },
)

describe('which leads', () => {
  story('mine, due and forgotten, a search, and a list: as the address says', async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await requests(world, 'Мария', 'Пётр', 'Олег')
    const { lead: due } = await anna.asks('leads', 'takeLead', { id: await idOf(anna, 'Мария') })
    await anna.asks('leads', 'takeLead', { id: await idOf(anna, 'Пётр') })
    const remindAt = new Date(world.clock.now().getTime() + HOUR).toISOString()
    await anna.asks('leads', 'updateLead', { id: due.id, remindAt, reminder: 'позвонить' })
    world.clock.advance(2 * HOUR)
    const page = await open('/leads', { as: anna })
    const lists = page.getByRole('radiogroup', { name: 'Какие лиды' })
    await lists.getByText('Просроченные').click()
    await cardIn(page, 'В работе', 'Мария').waitFor()
    await cardIn(page, 'В работе', 'Пётр').waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).toContain('list=due')
    await lists.getByText('Новый дольше часа').click()
    await cardIn(page, 'Новый', 'Олег').waitFor()
    await lists.getByText('Забытые').click()
    await column(page, 'В работе')
      .getByText(/Возьмите лид/)
      .waitFor()
    await lists.getByText('Все лиды').click()

    await page.getByRole('radiogroup', { name: 'Вид' }).getByText('Список').click()
    const table = page.getByRole('table', { name: 'Лиды' })
    await table.waitFor()
    const rows = table.getByRole('row')
    await expect.poll(() => rows.count()).toBe(3)
    await page.getByLabel('Поиск по лидам').fill('пётр')
    await expect
      .poll(async () => (await rows.allInnerTexts()).slice(1).map((text) => /Мария|Пётр/.exec(text)?.[0]))
      .toEqual(['Пётр'])
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('пётр')
    await page.reload()
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('button', { name: 'Пётр', exact: true }).click()
    await lead(page).getByRole('heading', { name: 'Пётр' }).waitFor()
  })

  story('on a phone one column at a time', async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await requests(world, 'Мария', 'Пётр')
    await anna.asks('leads', 'takeLead', { id: await idOf(anna, 'Мария') })
    const page = await open('/leads', { as: anna, width: 360 })
    await cardIn(page, 'В работе', 'Мария').waitFor()
    await expect.poll(() => page.getByRole('region', { name: 'Новый', exact: true }).count()).toBe(0)
    await page.getByRole('radiogroup', { name: 'Статус' }).getByText('Новый').click()
    await cardIn(page, 'Новый', 'Пётр').waitFor()
  })

  story(
    'a guest is asked to come in, and who has nothing yet is told how leads come to be',
    async ({ world, open }) => {
      await (await open('/leads')).getByText('Лиды видят те, кто с ними работает.').waitFor()
      const anna = await world.customer(newName('anna'), paid('photographers'))
      await world.forgetMessages()
      const page = await open('/leads?view=list', { as: anna })
      await page.getByText('Здесь пока пусто').waitFor()
    },
  )
})
