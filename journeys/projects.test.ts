/** Someone says what is to be listened for, sees what that would find, saves it, and reads it in their feed; what needs no browser is told in `screens/projects.test.ts`. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import type { ProjectFields } from '../contract/watching/projects.ts'
import { indexMessages } from '../server/archive/index-messages.ts'
import { DAY, HOUR } from '../server/kit/clock.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { emptyProject, type TestWorld } from '../server/testing/test-world.ts'
import { cards, news, story, untilLive } from './browser.ts'
import { checkLandmarks, checkLooks, phoneScreen } from './check-looks.ts'

const panel = (page: Page, name: RegExp | string = /^Проект \d+$/) => page.getByRole('region', { name, exact: true })
const preview = (page: Page) => page.getByRole('region', { name: 'Что найдётся' })
const popup = (page: Page) => page.getByRole('dialog', { name: 'Сохраняем проект' })
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить' })
/** The server has it, and has not begun to search: that `settle` does. */
const untilSaved = (page: Page) => popup(page).getByText('Проверяем и сохраняем настройки: готово').waitFor()
const chips = (page: Page, field: string): Locator =>
  page.getByRole('list', { name: `${field}: выбрано` }).getByRole('listitem')

async function add(page: Page, field: string, ...phrases: string[]): Promise<void> {
  const input = page.getByLabel(field, { exact: true })
  for (const phrase of phrases) {
    await input.fill(phrase)
    await input.press('Enter')
  }
}
async function shows(page: Page, ...texts: string[]): Promise<void> {
  await expect
    .poll(async () => {
      const all = await cards(page).allInnerTexts()
      return all.map((each) => texts.find((text) => each.includes(text)) ?? each)
    })
    .toEqual(texts)
}

async function arrive(world: TestWorld, ...texts: string[]): Promise<void> {
  await world.receive(texts.map((text) => world.message(text)))
  await world.settle()
}

/** Everything is stored, and most of it in segments, as it is after a while. */
async function storeDays(world: TestWorld, texts: string[], days: number): Promise<void> {
  await world.receive(
    texts.map((text, at) =>
      world.message(text, {
        publishedAt: new Date(world.clock.now().getTime() - HOUR - (at * days * DAY) / texts.length),
      }),
    ),
  )
  await indexMessages({ db: world.db, clock: world.clock, language: world.language, days: 14 })
}

beforeEach<{ world: TestWorld }>(async ({ world }) => {
  await world.forgetMessages()
})

interface Life {
  vera: TestUser
  id: number
}
let people = 0
async function life(world: TestWorld, fields: Partial<ProjectFields> = {}): Promise<Life> {
  people += 1
  const vera = await world.customer(`vera-${people}`)
  return { vera, id: await world.project(vera, { name: 'Велосипеды', ...fields }) }
}
const bicycles = (page: Page) => panel(page, 'Велосипеды')
const found = (page: Page) => bicycles(page).getByRole('link', { name: /сообщени/ })

describe('whoever changes the words', () => {
  story('sees the feed follow: what fits no more goes, what fits now comes', async ({ world, open }) => {
    await arrive(world, 'Куплю велосипед', 'Велосипед с корзиной', 'Отдам самокат', 'Ролики по цене велосипеда')
    const { vera } = await life(world, { keywords: ['велосипед'] })
    const feed = await open('/feed', { as: vera })
    await shows(feed, 'Ролики по цене', 'с корзиной', 'Куплю')
    await untilLive(feed)
    const page = await open('/custom-category', { as: vera })
    await bicycles(page).getByText('слушает', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Убрать: велосипед' }).click()
    await add(page, 'Ключевые слова', 'самокат', 'ролики')
    await save(page).click()
    await bicycles(page).getByText('ищет за прошлые дни').waitFor()
    await world.settle()
    await popup(page).getByRole('button', { name: 'Закрыть' }).click()
    await expect.poll(() => found(page).innerText()).toBe('2 сообщения')
    // The feed that is open elsewhere: what left it leaves it, and what came is reported.
    await expect.poll(() => cards(feed).filter({ hasText: 'с корзиной' }).count()).toBe(0)
    await news(feed).click()
    await shows(feed, 'Отдам самокат', 'Ролики по цене')
    await found(page).click()
    await expect.poll(() => cards(page).count()).toBe(2)
  })

  story('with more than there may be is told the limit', async ({ world, open }) => {
    const { vera } = await life(world, { keywords: ['самокат'] })
    const page = await open('/custom-category', { as: vera })
    const words = page.getByLabel('Ключевые слова', { exact: true })
    await words.fill(Array.from({ length: 100 }, (_, n) => `велосипед${n}`).join(', '))
    await words.press('Enter')
    await page.getByText('Ключевые слова: не больше 100 фраз').waitFor()
    await words.fill('а'.repeat(201))
    await words.press('Enter')
    await page.getByText('Не длиннее 200 букв').waitFor()
    // A list pasted as it is.
    await words.fill('')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(`navigator.clipboard.writeText('вакансия, семена\\n"мука, сахар"; вакансия')`)
    await page.getByLabel('Минус-слова', { exact: true }).focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect.poll(() => chips(page, 'Минус-слова').allInnerTexts()).toEqual(['вакансия', 'семена', '"мука, сахар"'])
  })
})

describe('on every screen', () => {
  story('projects, their preview and the popup of a saving are seen whole', async ({ world, open }) => {
    const long = 'ОченьДлинноеСловоБезПробелов'.repeat(6)
    await storeDays(
      world,
      Array.from(
        { length: 20 },
        (_, n) => `Продаю велосипед номер ${n}, ${n === 0 ? long : 'почти новый'}, пиздец как жалко`,
      ),
      3,
    )
    const anna = await world.customer('anna-looks')
    await world.project(anna, {
      ...emptyProject,
      name: 'Велосипеды',
      keywords: ['велосипед'],
      excludedKeywords: [long],
      censorFilter: true,
    })
    await world.project(anna)
    const page = await open('/custom-category', { ...phoneScreen, as: anna })
    await panel(page).getByText('Проект ещё не настроен').waitFor()
    await preview(page).getByText('Пока нечего искать').waitFor()
    await checkLandmarks(page, 'Проекты')
    await checkLooks(page)
    await panel(page).getByRole('button', { expanded: true }).click()
    await panel(page, 'Велосипеды').getByRole('button', { expanded: false }).click()
    await expect.poll(() => preview(page).getByRole('article').count()).toBe(5)
    await add(page, 'Ключевые слова', '(велосипед')
    await chips(page, 'Ключевые слова').getByText('Скобка не закрыта').waitFor()
    await checkLooks(page)
    await page.getByRole('button', { name: 'Убрать: (велосипед' }).click()
    await add(page, 'Контекст', 'продаю')
    await save(page).click()
    await untilSaved(page)
    await checkLooks(page)
    await world.settle()
    await popup(page).getByText('Всё, что нашлось, скрыли фильтры проекта').waitFor()
    await checkLooks(page)
  })
})
