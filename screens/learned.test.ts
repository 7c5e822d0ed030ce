/** A person's own marks teach the feed what they do not want, and they let it hide that, look at it, and have it forgotten. */
import { beforeEach, expect } from 'vitest'
import { learner, postTopic, textOf, type Topic } from '../server/features/reading/learning/topics.samples.ts'
import type { TestWorld } from '../server/testing/test-world.ts'
import { cards, news, story, untilLive, type DomPage } from './story.ts'

const panel = (page: DomPage) => page.getByRole('region', { name: 'Фильтр', exact: true })
/** The switch is one of all the conditions. */
async function openAll(page: DomPage): Promise<void> {
  await panel(page).getByRole('button', { name: 'Все условия' }).click()
}
const learned = (page: DomPage) => panel(page).getByRole('switch', { name: 'Скрывать непохожее' })
const about = (page: DomPage, topic: Topic, place: number) =>
  page.getByRole('article').filter({ hasText: textOf(topic, place) })
const showsText = (page: DomPage, words: string | RegExp) => panel(page).getByText(words).waitFor()
/** How many cards there are of each topic. */
const shows = (page: DomPage, counts: Record<Topic, number>) =>
  expect
    .poll(async () => {
      const texts = await cards(page).allInnerTexts()
      const ofGarages = texts.filter((text) => /гараж|колёса|двигатель|кузов/.test(text)).length
      return { wedding: texts.length - ofGarages, garage: ofGarages }
    })
    .toEqual(counts)

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'фотограф'))

story(
  'marks are counted up as they are set; with enough of them the feed hides what they speak against, says so, and lets it in again',
  async ({ world, open }) => {
    const anna = await learner(world, 9)
    const page = await open('/feed', { as: anna, width: 1_100 })
    await openAll(page)
    const set = async (topic: Topic, name: string, ...places: number[]): Promise<void> => {
      const marks = () => world.db.selectFrom('reactions').select('messageId').execute()
      const before = (await marks()).length
      for (const place of places) await about(page, topic, place).getByRole('button', { name, exact: true }).click()
      await expect.poll(async () => (await marks()).length).toBe(before + places.length)
      await world.settle()
    }
    await showsText(page, 'Нужны ещё 2 отметки.')
    await expect.poll(() => learned(page).isDisabled()).toBe(true)
    await untilLive(page)
    await set('wedding', 'Нравится', 20)
    await showsText(page, 'Нужна ещё 1 отметка.')
    await expect.poll(() => learned(page).isDisabled()).toBe(true)
    await set('wedding', 'Нравится', 21, 22)
    await set('garage', 'Не нравится', 20, 21, 22)
    await showsText(page, /^Выучено по 24 отметкам\./)
    await shows(page, { wedding: 7, garage: 13 })

    await learned(page).check()
    await shows(page, { wedding: 13, garage: 0 })
    await expect.poll(() => learned(page).isChecked()).toBe(true)
    await about(page, 'wedding', 23)
      .getByRole('button', { name: /^Почему здесь/ })
      .click()
    await about(page, 'wedding', 23)
      .getByText(/^похоже на то, что вам нравится/)
      .waitFor()
    await panel(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
    await untilLive(page)
    await postTopic(world, 'garage', 30, 2)
    await postTopic(world, 'wedding', 30, 1)
    await world.settle()
    await expect.poll(() => news(page).innerText()).toMatch(/^1 /)
    await news(page).click()
    await shows(page, { wedding: 14, garage: 0 })

    await page.getByRole('button', { name: 'Ещё: выгрузка, скрытое, чёрный список' }).click()
    await page.getByRole('menuitem', { name: 'Что скрыто' }).click()
    const hidden = page.getByRole('region', { name: 'Что скрыто' })
    await about(page, 'garage', 31)
      .getByText(/^скрыто: не похоже на то, что вам нравится/)
      .waitFor()
    await expect.poll(() => hidden.getByRole('article').count()).toBe(15)
    await about(page, 'garage', 31).getByRole('button', { name: 'Показывать непохожее' }).click()
    await hidden.getByText('Ничего не скрыто').waitFor()
    await hidden.getByRole('button', { name: 'Вернуться в ленту' }).click()
    await about(page, 'garage', 31).waitFor()
    await expect.poll(() => learned(page).isChecked()).toBe(false)
  },
)

story(
  'by keyboard alone what marks speak against is hidden, and what was learnt is forgotten, after it was asked for twice',
  async ({ world, open }) => {
    const page = await open('/feed', { as: await learner(world, 12) })
    await openAll(page)
    const focus = (name: string) =>
      expect
        .poll(() => panel(page).getByRole('button', { name, exact: true }).and(page.locator(':focus')).count())
        .toBe(1)
    await shows(page, { wedding: 4, garage: 16 })
    await showsText(page, /^Выучено по 24 отметкам\./)
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
    await showsText(page, /Нужно ещё 20 отметок/)
    await shows(page, { wedding: 4, garage: 16 })
    await expect
      .poll(() =>
        panel(page)
          .getByText(/Нужно ещё 20 отметок/)
          .and(page.locator(':focus'))
          .count(),
      )
      .toBe(1)
    await expect.poll(() => panel(page).getByRole('button', { name: 'Забыть выученное' }).count()).toBe(0)
    await expect.poll(() => learned(page).isEnabled()).toBe(true)

    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    await expect.poll(() => learned(page).isDisabled()).toBe(true)
    await page.reload()
    await showsText(page, /Нужно ещё 20 отметок/)
    await expect.poll(() => learned(page).isDisabled()).toBe(true)
  },
)
