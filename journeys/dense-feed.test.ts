/** A wide screen as it is drawn: how many messages it holds, and what moves under the mouse. */
import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import { feedOf, newName } from '../server/features/reading/feed/items/feed-of.samples.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story } from './browser.ts'
import { checkLooks, stickingOut } from './check-looks.ts'

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

const occasions = ['на свадьбу', 'на юбилей', 'для каталога обуви', 'на крестины', 'в детский сад']
const many = Array.from(
  { length: 20 },
  (_, at) =>
    `Ищу фотографа ${occasions[at % occasions.length]} №${at}. ${'Очень нужен кто-то спокойный, кто умеет снимать детей. '.repeat(at % 4)}`,
)

/** How many cards are whole on the screen. */
const wholeOnScreen = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const header = document.querySelector('header').getBoundingClientRect().bottom
    return [...document.querySelectorAll('[data-item]')].filter((each) => {
      const { top, bottom } = each.getBoundingClientRect()
      return top >= header && bottom <= innerHeight
    }).length
  })()`)

const places = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('[data-item]')].map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect()
    return [x, y, width, height].join()
  })`)

story(
  'twelve messages and more are on a screen, and nothing moves when their buttons appear',
  async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await feedOf(world, ...many)
    const page = await open('/feed', { as: anna })
    await expect.poll(() => cards(page).count()).toBe(20)
    await expect.poll(() => wholeOnScreen(page)).toBeGreaterThanOrEqual(12)

    const third = cards(page).nth(2)
    const before = await places(page)
    const buttons = third.getByRole('group', { name: 'Действия' })
    const opacity = () =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelectorAll('[data-item]')[2].querySelector('[role="group"]')).opacity`,
      )
    await expect.poll(() => opacity()).toBe('0')
    await third.hover()
    await expect.poll(() => opacity()).toBe('1')
    expect(await places(page)).toEqual(before)
    await buttons.getByRole('button', { name: 'Нравится', exact: true }).click()
    await buttons.getByRole('button', { name: 'Нравится · 1', exact: true }).waitFor()
    expect(await places(page)).toEqual(before)
  },
)

story('one message stands whole beside the list, and over it where the screen is narrow', async ({ world, open }) => {
  const anna = await world.customer(newName('anna'), paid('photographers'))
  await feedOf(world, ...many)
  const page = await open('/feed', { as: anna })
  await expect.poll(() => cards(page).count()).toBe(20)
  await page.keyboard.press('KeyJ')
  await page.keyboard.press('Enter')
  const column = page.getByRole('region', { name: 'Сообщение целиком' })
  await column.getByText('Намерение').waitFor()
  const [list, beside] = [await cards(page).first().boundingBox(), await column.boundingBox()]
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0)
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(1440)
  expect((beside?.y ?? 0) + (beside?.height ?? 0)).toBeLessThanOrEqual(900)
  await expect.poll(() => wholeOnScreen(page)).toBeGreaterThanOrEqual(12)
  await checkLooks(page)
  await page.getByRole('dialog', { name: 'Сообщение целиком' }).getByText('Намерение').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => cards(page).first().and(page.locator(':focus')).count()).toBe(1)
})

story('the buttons of a whole card stay where they are when their words change', async ({ world, open }) => {
  const anna = await world.customer(newName('anna'), paid('photographers'))
  await feedOf(world, 'Ищу фотографа на юбилей')
  for (const width of [360, 768, 1_100]) {
    // Of its own, on top of the others: what is taken back shows before it is stored, and the next page may be read in between.
    await world.post(`Ищу фотографа на свадьбу, снимок ${width}`)
    await world.settle()
    const page = await open('/feed', { as: anna, width })
    const card = cards(page)
      .first()
      .filter({ hasText: `снимок ${width}` })
    const buttons = card.getByRole('group', { name: 'Действия' }).getByRole('button')
    await buttons.first().waitFor()
    const xs = () =>
      page.evaluate<number[]>(
        `[...document.querySelectorAll('[data-item] [role="group"] button')].map((each) => each.getBoundingClientRect().x)`,
      )
    expect((await xs()).length).toBeGreaterThan(6)
    const before = await xs()
    await card.getByRole('button', { name: 'Нравится', exact: true }).click()
    await card.getByRole('button', { name: 'Нравится · 1', exact: true }).waitFor()
    expect(await xs()).toEqual(before)
    await card.getByRole('button', { name: 'Нравится · 1', exact: true }).click()
    await card.getByRole('button', { name: 'Нравится', exact: true }).waitFor()
  }
})

story('by finger every row has one button, big enough, with all that can be done', async ({ world, open }) => {
  const oleg = await world.customer(newName('oleg'), paid('photographers'))
  await feedOf(world, ...many)
  const page = await open('/feed', { as: oleg, width: 1280, touch: true })
  await expect.poll(() => cards(page).count()).toBe(20)
  const second = cards(page).nth(1)
  const buttons = second.getByRole('group', { name: 'Действия' }).getByRole('button').filter({ visible: true })
  await expect.poll(() => buttons.count()).toBe(1)
  const { width = 0, height = 0 } = (await buttons.boundingBox()) ?? {}
  expect([width >= 44, height >= 44], `${width} × ${height}`).toEqual([true, true])
  const before = await places(page)
  await buttons.tap()
  for (const name of ['Разобрано', 'В избранное', 'Добавить заметку', 'Скрыть автора', 'Выбрать'])
    await page.getByRole('menuitem', { name, exact: true }).waitFor()
  await page.getByRole('menuitem', { name: 'Нравится', exact: true }).tap()
  await second.getByRole('img', { name: 'Нравится' }).waitFor()
  expect(await places(page)).toEqual(before)

  await second.locator('[data-message-text]').tap()
  await page.locator('[data-detail]').getByRole('button', { name: 'Разобрано' }).waitFor()
})

story('the tools of the feed stand in one line on every screen, and nothing sticks out', async ({ world, open }) => {
  const rita = await world.customer(newName('rita'), paid('photographers'))
  await feedOf(world, ...many)
  const page = await open('/feed', { as: rita })
  await expect.poll(() => cards(page).count()).toBe(20)
  for (const width of [1920, 1440, 1400, 1280, 1200, 1199, 1000, 992, 900, 768, 700, 640, 639, 360]) {
    await page.setViewportSize({ width, height: 900 })
    // How far the middles of what is drawn in the row of tools lie from each other.
    const spread = () =>
      page.evaluate<number>(`(() => {
        const middles = [...document.querySelectorAll('section[aria-label="Лента"] > header :is(button, select)')]
          .filter((each) => each.checkVisibility())
          .map((each) => each.getBoundingClientRect())
          .map(({ top, height }) => top + height / 2)
        return middles.length > 3 ? Math.max(...middles) - Math.min(...middles) : NaN
      })()`)
    await expect.poll(spread, { message: `${width} px` }).toBeLessThan(8)
    await expect.poll(() => stickingOut(page), { message: `${width} px` }).toEqual([])
  }
})
