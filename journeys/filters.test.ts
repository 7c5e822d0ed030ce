/** A person narrows their feed down: what is drawn, and on a phone; the rest needs no browser: `screens/filters.test.ts`. */
import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story } from './browser.ts'
import { checkLooksAt } from './check-looks.ts'

let people = 0

/** Someone new before four messages: two posts and two comments. */
async function reader(world: TestWorld): Promise<TestUser> {
  await world.forgetMessages()
  people += 1
  const anna = await world.customer(`filters${people}`, paid('photographers'))
  const texts = ['на свадьбу', 'на крестины', 'для каталога', 'для паспорта']
  await world.receive(
    texts.map((text, at) => world.message(`Ищу фотографа ${text}`, { kind: at % 2 === 0 ? 'post' : 'comment' })),
  )
  await world.settle()
  return anna
}

const shows = (page: Page, count: number) => expect.poll(() => cards(page).count()).toBe(count)

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

story('on a phone a filter is set in dialogs and taken away by chips', async ({ world, open }) => {
  const page = await open('/feed', { as: await reader(world), width: 360, height: 740 })
  await shows(page, 4)
  await checkLooksAt(page, 360)
  await page.getByRole('button', { name: 'Слова', exact: true }).click()
  await checkLooksAt(page, 360)
  await page.getByLabel('Слова фильтра').pressSequentially('свадьба,')
  await page.getByRole('button', { name: 'Готово' }).click()
  await shows(page, 1)
  await page.getByRole('button', { name: /^Фильтр/ }).click()
  await page.getByText('Даты', { exact: true }).click()
  await page.getByRole('button', { name: 'Предыдущий месяц' }).waitFor()
  await checkLooksAt(page, 360)
  await page.getByText('Посты', { exact: true }).click()
  await page.getByRole('button', { name: 'Готово' }).click()
  await page.getByRole('button', { name: 'Убрать: свадьба' }).click()
  await shows(page, 2)
  await page.getByRole('button', { name: 'Убрать: только посты' }).click()
  await shows(page, 4)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

story('on a wide screen conditions are chips, each with what it may ask for under it', async ({ world, open }) => {
  const page = await open('/feed', { as: await reader(world) })
  await shows(page, 4)
  const bar = page.getByRole('region', { name: 'Фильтр', exact: true })
  const condition = async (typed: string): Promise<void> => {
    await bar.getByRole('button', { name: 'Условие', exact: true }).click()
    await page.getByLabel('Найти условие').pressSequentially(typed)
    await page.keyboard.press('Enter')
  }
  await bar.getByRole('button', { name: 'Условие', exact: true }).click()
  await page.getByLabel('Найти условие').waitFor()
  await checkLooksAt(page, 1440)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByLabel('Найти условие').count()).toBe(0)

  await condition('место')
  await page.getByLabel('Места', { exact: true }).fill('омск')
  await page.getByRole('option', { name: /^Омск\s*Город/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await checkLooksAt(page, 1440)
  await page.getByRole('option', { name: /^Омск\s*Город/ }).click()
  // The list covers nothing of what is chosen.
  const chosen = page.getByRole('dialog').getByRole('button', { name: 'Убрать: Омск' })
  await chosen.click()
  await shows(page, 4)
  await page.keyboard.press('Escape')

  await condition('когда')
  await page.getByText('Даты', { exact: true }).click()
  await page.getByRole('button', { name: 'Предыдущий месяц' }).waitFor()
  await checkLooksAt(page, 1440)
  await page.keyboard.press('Escape')

  await condition('слова')
  await page.getByLabel('Слова фильтра').pressSequentially('свадьба "для каталога" !паспорт ')
  await shows(page, 2)
  await checkLooksAt(page, 1440)
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Все условия' }).click()
  await bar.getByRole('group', { name: 'Все условия' }).waitFor()
  await checkLooksAt(page, 1440)
})
