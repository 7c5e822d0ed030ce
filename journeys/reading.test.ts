/** A person selects a word of what they read; what needs no browser stands in `screens/reading.test.ts`. */
import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import type { RawMessage } from '../server/stream/receive/shared/source.ts'
import { cards, story } from './browser.ts'

let people = 0
async function reader(world: TestWorld, messages: RawMessage[]): Promise<TestUser> {
  await world.forgetMessages()
  people += 1
  const anna = await world.customer(`reader${people}`, paid('photographers'))
  await world.receive(messages)
  await world.settle()
  return anna
}
const shows = (page: Page, ...texts: string[]) =>
  expect
    .poll(async () => {
      const all = await cards(page).allInnerTexts()
      return texts.map((text) => all.filter((each) => each.includes(text)).length).concat(all.length)
    })
    .toEqual([...texts.map(() => 1), texts.length])

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

story(
  'a word selected in a text becomes a stop-word, after it was said what that hides, and is taken back',
  async ({ world, open }) => {
    const anna = await reader(world, [
      world.message('Ищу фотографа, снимать в студии'),
      world.message('Ищу фотографа на свадьбу'),
      world.message('Ищу фотографа, студия своя'),
    ])
    // Narrow enough for whole cards: the lines of a row are there to be opened.
    const page = await open('/feed', { as: anna, width: 1_100 })
    await shows(page, 'снимать в студии', 'на свадьбу', 'студия своя')
    await selectWord(page, 'студии')
    await page.getByRole('button', { name: 'В стоп-слова' }).click()
    const trial = page.getByRole('dialog', { name: 'Стоп-слово «студии»' })
    await trial.getByText('За 30 дней скроются 2 сообщения из 3').waitFor()
    await trial.getByRole('button', { name: 'Добавить' }).click()
    await shows(page, 'на свадьбу')
    await page.getByRole('button', { name: 'Стоп-слова — «студии»' }).waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: '«студии» теперь в стоп-словах' })
      .getByRole('button', { name: 'Отменить' })
      .click()
    await shows(page, 'снимать в студии', 'на свадьбу', 'студия своя')
  },
)

story(
  'a word selected while the filter is being changed is one change more, and not saved',
  async ({ world, open }) => {
    const anna = await reader(world, [
      world.message('Ищу фотографа, снимать в студии'),
      world.message('Ищу фотографа на свадьбу'),
      world.message('Ищу фотографа на крестины', { kind: 'comment' }),
    ])
    const page = await open('/feed', { as: anna, width: 1_100 })
    await shows(page, 'снимать в студии', 'на свадьбу', 'на крестины')
    await page.getByRole('button', { name: 'Условие', exact: true }).click()
    await page.getByLabel('Найти условие').pressSequentially('вид')
    await page.keyboard.press('Enter')
    await page.getByText('Посты', { exact: true }).click()
    await page.keyboard.press('Escape')
    await shows(page, 'снимать в студии', 'на свадьбу')
    await selectWord(page, 'студии')
    await page.getByRole('button', { name: 'В стоп-слова' }).click()
    const trial = page.getByRole('dialog', { name: 'Стоп-слово «студии»' })
    // What it hides is counted in what is read.
    await trial.getByText('За 30 дней скроется 1 сообщение из 2').waitFor()
    await trial.getByRole('button', { name: 'Добавить' }).click()
    await shows(page, 'на свадьбу')
    const [saved] = (await anna.asks('filters', 'listFilters', {})).filters
    expect(saved).toMatchObject({ excludedWords: [], kind: 'all' })
    await page.getByRole('group', { name: 'Несохранённые изменения' }).getByRole('button', { name: 'Отменить' }).click()
    await shows(page, 'снимать в студии', 'на свадьбу', 'на крестины')
  },
)

/** By a double click on it, as everybody does. */
async function selectWord(page: Page, word: string): Promise<void> {
  const box = await page.evaluate<{ x: number; y: number }>(`(() => {
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const at = text.data.indexOf(${JSON.stringify(word)})
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + ${word.length})
      const { x, y, width, height } = range.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    }
  })()`)
  await page.mouse.dblclick(box.x, box.y)
}
