/** What people do with messages by keys and on a phone; what needs no browser stands in `screens/acting.test.ts`. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import { by, feedOf, newName } from '../server/features/reading/feed/items/feed-of.samples.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story, untilLive, type Open } from './browser.ts'

/** Their feed in a browser of their own, as live as it gets. */
async function feedBefore(open: Open, as: TestUser, count: number): Promise<Page> {
  // Narrow enough for whole cards.
  const page = await open('/feed', { as, width: 1_100 })
  await expect.poll(() => cards(page).count()).toBe(count)
  await untilLive(page)
  return page
}

/** The card from the top, whatever is left of it. */
const card = (page: Page, fromTop = 0): Locator => cards(page).nth(fromTop)
const press = (within: Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click()
const shows = (within: Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).waitFor()
/** Whether what a button does is done. */
const isOn = (within: Locator, name: string, on = true): Promise<void> =>
  within.getByRole('button', { name, exact: true, pressed: on }).waitFor()
const showsText = (within: Locator, text: string | RegExp): Promise<void> => within.getByText(text).first().waitFor()
/**
 * What lies behind the three dots of a card. A menu whose button is scrolled away hides, and is asked for again, as by anyone. It is pressed at once
 * or not at all: a press that a busy machine is late to confirm would be made twice, and take the choice back.
 */
async function choose(page: Page, within: Locator, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true })
  const chosen = async (): Promise<boolean> => {
    await press(within, 'Ещё действия')
    await item.waitFor({ timeout: 5_000 }).catch(() => {})
    return item.evaluateAll((items) => {
      for (const each of items as HTMLElement[]) each.click()
      return items.length > 0
    })
  }
  await expect.poll(chosen).toBe(true)
}
/** Takes the last action back by what is shown of it. */
async function undo(page: Page, action: string | RegExp): Promise<void> {
  await page.getByRole('status').filter({ hasText: action }).getByRole('button', { name: 'Отменить' }).click()
}

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

story('does by keys what is done by buttons, to one message and to several', async ({ world, open }) => {
  const anna = await world.customer(newName('anna'), paid('photographers'))
  await feedOf(world, 'Ищу фотографа на крестины', 'Ищу фотографа для каталога', 'Ищу фотографа на свадьбу')
  const page = await feedBefore(open, anna, 3)
  const onCard = (fromTop: number) => expect.poll(() => card(page, fromTop).and(page.locator(':focus')).count()).toBe(1)

  await page.keyboard.press('KeyJ')
  await page.keyboard.press('KeyJ')
  await page.keyboard.press('KeyK')
  await onCard(0)
  await page.keyboard.press('KeyF')
  await isOn(card(page), 'Избранное')
  await page.keyboard.press('KeyL')
  await shows(card(page), 'Нравится · 1')

  await page.keyboard.press('KeyN')
  await expect.poll(() => page.getByLabel('Ваша заметка').and(page.locator(':focus')).count()).toBe(1)
  await page.keyboard.type('fns и jk остаются буквами')
  await page.keyboard.press('Control+Enter')
  await showsText(card(page), 'fns и jk остаются буквами')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await onCard(0)

  await page.keyboard.press('KeyS')
  await showsText(card(page), 'Скрыто: отмечено как спам')
  await page.keyboard.press('KeyJ')
  await onCard(1)
  await page.keyboard.press('KeyZ')
  await showsText(card(page), 'на свадьбу')
  await page.keyboard.press('KeyZ')
  await card(page).getByRole('list', { name: 'Заметки' }).waitFor({ state: 'detached' })

  await page.keyboard.press('KeyX')
  await page.keyboard.press('KeyJ')
  await page.keyboard.press('Shift+KeyX')
  await showsText(page.getByRole('toolbar', { name: 'Выбранные сообщения' }), 'Выбрано 2 сообщения')
  await page.keyboard.press('KeyF')
  for (const fromTop of [1, 2]) await isOn(card(page, fromTop), 'Избранное')
  await undo(page, 'Добавлено в избранное: 2 сообщения')
  for (const fromTop of [1, 2]) await isOn(card(page, fromTop), 'Избранное', false)

  await page.keyboard.press('Shift+Slash')
  const help = page.getByRole('dialog', { name: 'Клавиши ленты' })
  await showsText(help, 'Следующее и предыдущее сообщение')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  expect((await anna.asks('feed', 'queryFeed', {})).messages.map(({ favorite }) => favorite)).toEqual([
    true,
    false,
    false,
  ])
})

story(
  'on a phone what is done seldom lies in the menu of a card, and chosen messages have a bar that fits',
  async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await feedOf(
      world,
      by(world, 'Настырный', 'Ищу фотографа на корпоратив'),
      'Ищу фотографа на выпускной',
      'Ищу фотографа для визитки',
    )
    const page = await open('/feed', { as: anna, width: 360, height: 640 })
    await expect.poll(() => cards(page).count()).toBe(3)
    await expect.poll(() => card(page).getByRole('button', { name: 'Скрыть автора' }).count()).toBe(0)
    await choose(page, card(page, 2), 'Скрыть автора')
    await showsText(card(page, 2), 'Скрыто: автор в чёрном списке')
    await press(card(page, 2), 'Отменить')
    await showsText(card(page, 2), 'на корпоратив')
    // It leads its reader back to itself: what is opened before that may be scrolled away.
    await expect
      .poll(() => card(page, 2).evaluate((it) => it.closest('[data-item]')?.contains(document.activeElement)))
      .toBe(true)

    await choose(page, card(page), 'Выбрать')
    const bar = page.getByRole('toolbar', { name: 'Выбранные сообщения' })
    await showsText(bar, 'Выбрано 1 сообщение')
    await press(bar, 'Вся страница')
    await showsText(bar, 'Выбрано 3 сообщения')
    const box = await bar.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 640).toBe(true)
    await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360)
    await press(bar, 'В избранное')
    await undo(page, 'Добавлено в избранное: 3 сообщения')
    for (const fromTop of [0, 1, 2]) await isOn(card(page, fromTop), 'Избранное', false)
  },
)
