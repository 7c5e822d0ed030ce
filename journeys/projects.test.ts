/** Projects as they are drawn; what needs no browser stands in `screens/projects.test.ts`. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { indexMessages } from '../server/archive/index-messages.ts'
import { DAY, HOUR } from '../server/kit/clock.ts'
import { emptyProject } from '../contract/watching/projects.ts'
import { type TestWorld } from '../server/testing/test-world.ts'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks, phoneScreen } from './check-looks.ts'

const panel = (page: Page, name: RegExp | string = /^Проект \d+$/) => page.getByRole('region', { name, exact: true })
const preview = (page: Page) => page.getByRole('region', { name: 'Что найдётся' })
const popup = (page: Page) => page.getByRole('dialog', { name: /^(Сохраняем проект|Проект (не )?сохранён)$/ })
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
    await checkLandmarks(page, 'Упоминания')
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
    await popup(page).getByText('Всё, что нашлось, скрыто').waitFor()
    await checkLooks(page)
  })
})
