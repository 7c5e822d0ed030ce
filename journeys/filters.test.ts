/** A person narrows their feed down on a phone; the rest needs no browser: `screens/filters.test.ts`. */
import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story } from './browser.ts'

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
  await page.getByRole('button', { name: 'Слова', exact: true }).click()
  await page.getByLabel('Слова фильтра').pressSequentially('свадьба,')
  await page.getByRole('button', { name: 'Готово' }).click()
  await shows(page, 1)
  await page.getByRole('button', { name: /^Фильтр/ }).click()
  await page.getByText('Посты', { exact: true }).click()
  await page.getByRole('button', { name: 'Готово' }).click()
  await page.getByRole('button', { name: 'Убрать: свадьба' }).click()
  await shows(page, 2)
  await page.getByRole('button', { name: 'Убрать: только посты' }).click()
  await shows(page, 4)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
