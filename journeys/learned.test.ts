/** A person's own marks teach the feed what they do not want: hidden and forgotten by keyboard alone; `screens/learned.test.ts` has the rest. */
import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import { learner, type Topic } from '../server/features/reading/learning/topics.samples.ts'
import type { TestWorld } from '../server/testing/test-world.ts'
import { cards, story } from './browser.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Фильтр', exact: true })
const learned = (page: Page) => panel(page).getByRole('switch', { name: 'Скрывать непохожее' })
const says = (page: Page, words: string | RegExp) => panel(page).getByText(words).waitFor()
/** How many cards there are of each topic. */
const shows = (page: Page, counts: Record<Topic, number>) =>
  expect
    .poll(async () => {
      const texts = await cards(page).allInnerTexts()
      const ofGarages = texts.filter((text) => /гараж|колёса|двигатель|кузов/.test(text)).length
      return { wedding: texts.length - ofGarages, garage: ofGarages }
    })
    .toEqual(counts)

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'фотограф'))

story(
  'by keyboard alone what marks speak against is hidden, and what was learnt is forgotten, after it was asked for twice',
  async ({ world, open }) => {
    const page = await open('/feed', { as: await learner(world, 12) })
    const focus = (name: string) =>
      expect
        .poll(() => panel(page).getByRole('button', { name, exact: true }).and(page.locator(':focus')).count())
        .toBe(1)
    await shows(page, { wedding: 4, garage: 16 })
    await says(page, /^Выучено по 24 отметкам\./)
    await panel(page).getByRole('radiogroup', { name: 'Спам' }).getByRole('radio', { checked: true }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await shows(page, { wedding: 16, garage: 0 })

    await page.keyboard.press('Tab')
    await focus('Забыть выученное')
    await page.keyboard.press('Enter')
    await focus('Оставить')
    await page.keyboard.press('Enter')
    await focus('Забыть выученное')
    await page.keyboard.press('Enter')
    await focus('Оставить')
    await page.keyboard.press('Shift+Tab')
    await focus('Забыть')
    await page.keyboard.press('Enter')
    await says(page, /Нужно ещё 20 отметок/)
    await shows(page, { wedding: 4, garage: 16 })
    await expect
      .poll(() =>
        panel(page)
          .getByText(/Нужно ещё 20 отметок/)
          .and(page.locator(':focus'))
          .count(),
      )
      .toBe(1)
    expect(await panel(page).getByRole('button', { name: 'Забыть выученное' }).count()).toBe(0)
    expect(await learned(page).isEnabled()).toBe(true)

    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    await expect.poll(() => learned(page).isDisabled()).toBe(true)
    await page.reload()
    await says(page, /Нужно ещё 20 отметок/)
    expect(await learned(page).isDisabled()).toBe(true)
  },
)
