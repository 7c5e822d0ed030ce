/** A person reads what they asked for: by several filters at once, with what they hide, and by filters of others. */
import { beforeEach, expect } from 'vitest'
import { emptyFilter, type FilterFields } from '../contract/reading/filters.ts'
import { DAY } from '../server/kit/clock.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import type { RawMessage } from '../server/stream/receive/shared/source.ts'
import { window } from './dom/window.ts'
import { cards, news, story, untilLive, type DomPage } from './story.ts'

let people = 0
async function reader(world: TestWorld, messages: RawMessage[]): Promise<TestUser> {
  await world.forgetMessages()
  people += 1
  const anna = await world.customer(`reader${people}`, paid('photographers'))
  await arrive(world, ...messages)
  return anna
}
async function arrive(world: TestWorld, ...messages: (RawMessage | string)[]): Promise<void> {
  await world.receive(messages.map((message) => (typeof message === 'string' ? world.message(message) : message)))
  await world.settle()
}
async function saveFilter(person: TestUser, name: string, fields: Partial<FilterFields>): Promise<void> {
  await person.asks('filters', 'createFilter', { ...emptyFilter, ...fields, name, scope: 'local' })
}

const tab = (page: DomPage, name: string) =>
  page.getByRole('navigation', { name: 'Фильтры' }).getByRole('listitem').filter({ hasText: name }).getByRole('link')
const shows = (page: DomPage, ...texts: string[]) =>
  expect
    .poll(async () => {
      const all = await cards(page).allInnerTexts()
      return texts.map((text) => all.filter((each) => each.includes(text)).length).concat(all.length)
    })
    .toEqual([...texts.map(() => 1), texts.length])

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

story(
  'network, place and days narrow the feed together, and the address of all that shows another person his own messages by it',
  async ({ world, open }) => {
    const daysAgo = (days: number): Date => new Date(world.clock.now().getTime() - days * DAY)
    const messages = [
      world.message('Ищу фотографа на свадьбу', {
        network: 'ok',
        author: { externalId: '1', name: 'Олеся', city: 'Омск' },
        publishedAt: daysAgo(5),
      }),
      world.message('Ищу фотографа на юбилей в Томске', { network: 'ok' }),
      world.message('Ищу фотографа на крестины', {
        network: 'ok',
        author: { externalId: '2', name: 'Олег', city: 'Омск' },
      }),
      world.message('Ищу фотографа для каталога, Омск', { network: 'telegram' }),
      world.message('Ищу фотографа для сайта', { network: 'ok' }),
    ]
    const anna = await reader(world, messages)
    const boris = await world.customer('boris', paid('photographers'))
    const page = await open('/feed', { as: anna })
    await shows(page, 'на свадьбу', 'на юбилей', 'на крестины', 'для каталога', 'для сайта')
    const panel = page.getByRole('region', { name: 'Фильтр', exact: true })
    await panel.getByRole('button', { name: 'Все условия' }).click()
    await panel.getByText('Одноклассники', { exact: true }).click()
    await shows(page, 'на свадьбу', 'на юбилей', 'на крестины', 'для сайта')
    await panel.getByLabel('Места', { exact: true }).fill('омск')
    await page.getByRole('option', { name: /^Омск\s*город/i }).click()
    await shows(page, 'на свадьбу', 'на крестины')
    await panel.getByText('3 дня', { exact: true }).click()
    await shows(page, 'на крестины')
    await panel.getByText('И где место не ясно').click()
    await shows(page, 'на крестины', 'для сайта')

    await page.getByRole('button', { name: 'Действия с фильтром «Дефолтная»' }).click()
    await page.getByRole('menuitem', { name: 'Поделиться…' }).click()
    const sharing = page.getByRole('dialog', { name: 'Поделиться' })
    await sharing.getByRole('button', { name: 'Скопировать' }).click()
    await sharing.getByRole('button', { name: 'Скопировано' }).waitFor()
    const { pathname, search } = new URL(await window.navigator.clipboard.readText())
    const his = await open(pathname + search, { as: boris })
    await his.getByText('Это ссылка на фильтр «Дефолтная»').waitFor()
    await shows(his, 'на крестины', 'для сайта')
    await his.getByRole('button', { name: 'Убрать условие: Место' }).click()
    await shows(his, 'на юбилей', 'на крестины', 'для сайта')
    // Nothing of it was saved.
    await shows(
      await open('/feed', { as: anna }),
      'на свадьбу',
      'на юбилей',
      'на крестины',
      'для каталога',
      'для сайта',
    )
  },
)

story(
  'the tab of another filter counts what comes for it; one goes there, reads it, and misses nothing on the way',
  async ({ world, open }) => {
    const anna = await reader(world, [world.message('Ищу фотографа на свадьбу')])
    await saveFilter(anna, 'Каталоги', { includedWords: ['каталог'] })
    const page = await open('/feed', { as: anna })
    await shows(page, 'на свадьбу')
    await untilLive(page)
    await arrive(
      world,
      'Ищу фотографа для каталога мебели',
      'Ищу фотографа на утренник',
      'Ищу фотографа снять каталоги тканей',
    )
    await expect.poll(() => tab(page, 'Каталоги').innerText()).toMatch(/^Каталоги\s*2/)
    await expect.poll(() => tab(page, 'Дефолтная').innerText()).toMatch(/^Дефолтная\s*3/)
    await expect.poll(() => page.title()).toBe('(3) Лента — Эхолот')

    await tab(page, 'Каталоги').click()
    await shows(page, 'каталога мебели', 'каталоги тканей')
    await expect.poll(() => tab(page, 'Каталоги').innerText()).toBe('Каталоги')
    await untilLive(page)
    await arrive(world, 'Ищу фотографа на выпускной')
    await expect.poll(() => tab(page, 'Дефолтная').innerText()).toMatch(/^Дефолтная\s*4/)
    await expect.poll(() => news(page).count()).toBe(0)
    await arrive(world, 'Ищу фотографа, каталог обуви')
    await news(page).click()
    await shows(page, 'каталога мебели', 'каталоги тканей', 'каталог обуви')
    await expect.poll(() => cards(page).getByText('новое', { exact: true }).count()).toBe(1)

    await tab(page, 'Дефолтная').click()
    await expect.poll(() => cards(page).count()).toBe(6)
    await expect.poll(() => tab(page, 'Дефолтная').innerText()).toBe('Дефолтная')
    await expect.poll(() => page.title()).toBe('Лента — Эхолот')
  },
)

story('what is hidden is shown with the reason, and let in from there', async ({ world, open }) => {
  const anna = await reader(world, [
    world.message('Ищу фотографа на свадьбу'),
    world.message('Ищу фотографа, снимать в студии'),
    world.message('Ищу фотографа для каталога'),
  ])
  const [, , wedding] = (await anna.asks('feed', 'queryFeed', {})).messages
  await anna.asks('marks', 'markSpam', { id: wedding?.id ?? 0 })
  await anna.asks('filters', 'updateFilter', { id: anna.filterId, excludedWords: ['студия'] })
  const page = await open('/feed', { as: anna })
  await shows(page, 'для каталога')
  await page.getByRole('button', { name: 'Ещё: выгрузка, скрытое, чёрный список' }).click()
  await page.getByRole('menuitem', { name: 'Что скрыто' }).click()
  const hidden = page.getByRole('region', { name: 'Что скрыто' })
  const studio = hidden.getByRole('article').filter({ hasText: 'снимать в студии' })
  const marked = hidden.getByRole('article').filter({ hasText: 'на свадьбу' })
  await studio.getByText('скрыто: стоп-слово «студия»').waitFor()
  await marked.getByText('скрыто: спам — отметили вы').waitFor()
  await marked.getByRole('button', { name: 'Это не спам' }).click()
  await marked.waitFor({ state: 'detached' })
  await studio.getByRole('button', { name: 'Убрать стоп-слово «студия»' }).click()
  await hidden.getByText('Ничего не скрыто').waitFor()
  await hidden.getByRole('button', { name: 'Вернуться в ленту' }).click()
  await shows(page, 'на свадьбу', 'снимать в студии', 'для каталога')
})

story(
  'a menu that was fetched for it opens and closes by keyboard, and gives the focus back',
  async ({ world, open }) => {
    const anna = await reader(world, [world.message('Ищу фотографа на свадьбу')])
    const page = await open('/feed', { as: anna })
    await shows(page, 'на свадьбу')
    const card = cards(page).first()
    for (const [button, item] of [
      [page.getByRole('button', { name: 'Ещё: выгрузка, скрытое, чёрный список' }), 'Чёрный список'],
      [page.getByRole('button', { name: 'Действия с фильтром «Дефолтная»' }), 'Скопировать'],
      [card.getByRole('button', { name: 'Ещё действия' }), 'Выбрать'],
    ] as const) {
      // The first time it is made, the second time it is there.
      for (const time of [1, 2]) {
        await button.focus()
        await expect.poll(() => button.getAttribute('aria-expanded'), { message: `${item} ${time}` }).toBe('false')
        await page.keyboard.press('Enter')
        await page.getByRole('menuitem', { name: item }).waitFor()
        await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
        const menu = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`)
        await expect.poll(() => menu.getAttribute('role')).toBe('menu')
        await expect.poll(() => menu.locator(':focus').count()).toBe(1)
        await page.keyboard.press('Escape')
        await expect.poll(() => page.getByRole('menuitem').count()).toBe(0)
        await expect.poll(() => button.and(page.locator(':focus')).count()).toBe(1)
        await expect.poll(() => button.getAttribute('aria-controls')).toBe(null)
      }
    }
  },
)
