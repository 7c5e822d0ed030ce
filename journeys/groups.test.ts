/** Someone's list of groups, channels and sites, as it is drawn and downloaded; what needs no browser stands in `screens/groups.test.ts`. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { listOf, lookUpLinks, twentyFive } from '../server/features/watching/groups/groups.samples.ts'
import { groups } from '../server/testing/test-world.ts'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks, phoneScreen } from './check-looks.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const list = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('switch') })
const names = async (page: Page): Promise<string[]> =>
  (
    await list(page)
      .getByRole('switch')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
  ).map((name) => name.replace('Слушать: ', ''))
const report = (page: Page) => dialog(page, 'Добавление групп')

const linksOf = (page: Page) => dialog(page, 'Добавить группы').getByRole('textbox', { name: 'Ссылки' })
async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Добавить группы' }).first().click()
  await linksOf(page).fill(text)
}
const add = (page: Page) => dialog(page, 'Добавить группы').getByRole('button', { name: 'Добавить', exact: true })
async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Список', exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

describe('on every screen', () => {
  story('the list of groups and its dialogs are seen whole', async ({ world, open }) => {
    const nick = 'lena-looks'
    const lena = await world.customer(nick, groups(60))
    const long = `${'ОченьДлинноеИмя'.repeat(6)} и ещё несколько слов`
    await listOf(world, lena, [...twentyFive, { externalId: `long-${nick}`, name: long, followers: 1_234_567 }])
    const page = await open('/groups', { ...phoneScreen, as: lena })
    await expect.poll(async () => (await names(page)).length).toBe(20)
    await checkLandmarks(page, 'Группы')
    await checkLooks(page)
    await checkFile(page)
    await linksOf(page).fill(Array.from({ length: 40 }, (_, n) => `https://vk.com/one_more_group_${n}`).join('\n'))
    await dialog(page, 'Добавить группы').getByText('Можно добавить не больше 34 групп').waitFor()
    await checkLooks(page)
    const links = Array.from({ length: 12 }, (_, n) => `https://vk.com/looks_${n}${n === 4 ? 'a'.repeat(120) : ''}`)
    await linksOf(page).fill([...links, links[0]].join('\n'))
    await add(page).click()
    await report(page).getByText('Проверено 0 из 12').waitFor()
    await checkLooks(page)
    const statuses = ['not_found', 'private', 'unsupported', 'error'] as const
    await lookUpLinks(world, Object.fromEntries(statuses.map((status, at) => [links[at] ?? '', { status }])))
    await report(page)
      .getByText(/^Добавлено/)
      .waitFor()
    await checkLooks(page)
    await report(page).getByRole('button', { name: 'Понятно' }).click()
    await choose(page, 'Очистить список')
    await dialog(page, 'Очистить список групп?').getByText('Из списка уйдут').waitFor()
    await checkLooks(page)
    await dialog(page, 'Очистить список групп?').getByRole('button', { name: 'Очистить' }).click()
    await page.getByRole('region', { name: 'Добавьте первые группы' }).waitFor()
    await checkLooks(page)
    await page.getByRole('button', { name: 'Купить больше мест' }).click()
    await dialog(page, 'Купить больше мест для групп')
      .getByRole('textbox', { name: 'Сколько групп добавить' })
      .waitFor()
    await checkLooks(page)
  })
})

/** The list stays on a disk, and can be pasted as it is: it is all there already. */
async function checkFile(page: Page): Promise<void> {
  const download = page.waitForEvent('download')
  await choose(page, 'Скачать список')
  const file = await download
  expect(file.suggestedFilename()).toBe('Группы.txt')
  const saved = await readFile(await file.path(), 'utf8')
  const links = saved
    .trim()
    .split('\r\n')
    .map((line) => line.split('\t')[0])
  expect(links).toHaveLength(26)
  expect(links).toEqual(expect.arrayContaining(['https://vk.com/group1', 'https://vk.com/long-lena-looks']))
  await paste(page, saved)
  await dialog(page, 'Добавить группы').getByText('26 ссылок, свободно мест: 34').waitFor()
}
