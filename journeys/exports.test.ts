/** Someone takes the feed away as files, and opens them. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { readCsv, readXlsx } from '../server/features/reading/exports/read-files.samples.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story, untilLive } from './browser.ts'

const asked = 'Ищу фотографа на свадьбу, <b>бюджет</b> "до 30 000"; даты 5 и 6 июня'
const formula = '=2+2 Ищу фотографа для каталога'

let people = 0
async function reader(world: TestWorld): Promise<TestUser> {
  await world.looksFor('photographers', 'ищу фотографа')
  await world.forgetMessages()
  people += 1
  const anna = await world.customer(`anna${people}`, paid('photographers'), paid('vets'))
  await world.receive([
    world.message(asked, {
      url: 'https://vk.com/wall1_1',
      author: { externalId: 'olga', name: 'Ольга Белова', url: 'https://vk.com/olga', city: 'Омск' },
    }),
    world.message(formula, { network: 'telegram', author: { externalId: 'petr', name: 'Пётр' } }),
    world.message('Ищу фотографа на крестины, на воскресенье', {
      author: { externalId: 'olga', name: 'Ольга Белова', url: 'https://vk.com/olga', city: 'Омск' },
    }),
  ])
  await world.settle()
  return anna
}

/** The dialog of one kind, over a feed that listens. */
async function openExport(page: Page, kind: 'сообщения' | 'авторов'): Promise<Locator> {
  await expect.poll(() => cards(page).count()).toBe(3)
  await untilLive(page)
  await page.getByRole('button', { name: 'Ещё: выгрузка, скрытое, чёрный список' }).click()
  await page.getByRole('menuitem', { name: `Выгрузить ${kind}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Выгрузка ленты' })
  await dialog.waitFor()
  return dialog
}
async function fillIn(page: Page, dialog: Locator, product: string): Promise<void> {
  await dialog.getByLabel('Продукт').click()
  await page.getByRole('option', { name: product }).click()
  await dialog.getByRole('button', { name: 'Даты' }).click()
  for (let end = 0; end < 2; end++) await page.getByRole('button', { name: '20 ноября 2026' }).click()
}
/** Orders the file, has it made, fetches it by the notice of it. */
async function order(
  world: TestWorld,
  page: Page,
  dialog: Locator,
  format: 'Excel' | 'CSV' | 'HTML',
): Promise<{ name: string; bytes: Buffer }> {
  await dialog.getByText(format, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Подготовить файл' }).click()
  await dialog.getByRole('region', { name: 'Мои файлы' }).getByText('В очереди…').waitFor()
  await world.settle()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('status').filter({ hasText: 'Файл готов' }).getByRole('link', { name: 'Скачать' }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

story(
  'messages are ordered in a dialog and come as a workbook, as a table of commas and as a page',
  async ({ world, open }) => {
    const page = await open('/feed', { as: await reader(world) })
    const dialog = await openExport(page, 'сообщения')
    await dialog.getByRole('button', { name: 'Подготовить файл' }).click()
    await dialog.getByText('Выберите продукт из списка').waitFor()
    await dialog.getByText('Укажите временной диапазон').waitFor()
    expect(await dialog.getByText('Выберите социальную сеть').count()).toBe(0)
    await fillIn(page, dialog, 'Фотографы')
    expect(await dialog.locator('[aria-invalid="true"]').count()).toBe(0)

    const workbook = await order(world, page, dialog, 'Excel')
    expect(workbook.name).toMatch(/\.xlsx$/)
    const { rows, links } = readXlsx(workbook.bytes)
    const cells = rows.flatMap((row) => Object.values(row))
    for (const cell of [asked, formula, 'Ольга Белова', 'Пётр']) expect(cells).toContain(cell)
    expect(rows).toHaveLength(4)
    expect(Object.values(links)).toContain('https://vk.com/wall1_1')

    const table = await order(world, page, dialog, 'CSV')
    expect(table.name).toMatch(/\.csv$/)
    const lines = readCsv(table.bytes.toString())
    expect(lines).toHaveLength(4)
    expect(lines.flat()).toContain(asked)
    // A spreadsheet must not take a text for a formula.
    expect(lines.flat().filter((field) => field.startsWith('='))).toEqual([])
    expect(lines.flat().some((field) => field.includes(formula))).toBe(true)

    const { bytes } = await order(world, page, dialog, 'HTML')
    expect(bytes.toString()).not.toMatch(/<script|<b>бюджет/)
    await page.setContent(bytes.toString())
    await page.getByText(asked).waitFor()
    expect(await page.getByRole('link', { name: /vk|источник|ВКонтакте/i }).count()).toBeGreaterThan(0)
  },
)

story(
  'authors of one network come once each, also by a filter; nothing found is said to be nothing',
  async ({ world, open }) => {
    const anna = await reader(world)
    const page = await open('/feed', { as: anna, expects: [/status of 404/] })
    const dialog = await openExport(page, 'авторов')
    await dialog.getByRole('button', { name: 'Подготовить файл' }).click()
    for (const sentence of ['Выберите продукт из списка', 'Укажите временной диапазон', 'Выберите социальную сеть'])
      await dialog.getByText(sentence).waitFor()
    await fillIn(page, dialog, 'Ветеринары')
    await dialog.getByLabel('Социальная сеть').click()
    await page.getByRole('option', { name: 'ВКонтакте' }).click()
    await dialog.getByRole('button', { name: 'Подготовить файл' }).click()
    await dialog.getByText('По данным параметрам нет результатов').waitFor()

    await dialog.getByLabel('Продукт').click()
    await page.getByRole('option', { name: 'Фотографы' }).click()
    const { rows } = readXlsx((await order(world, page, dialog, 'Excel')).bytes)
    expect(rows.filter((row) => Object.values(row).includes('Ольга Белова'))).toHaveLength(1)
    expect(rows.flatMap((row) => Object.values(row))).not.toContain('Пётр')
    const lines = readCsv((await order(world, page, dialog, 'CSV')).bytes.toString())
    expect(lines.filter((line) => line.includes('Ольга Белова'))).toHaveLength(1)
    const { bytes } = await order(world, page, dialog, 'HTML')
    const files = dialog.getByRole('region', { name: 'Мои файлы' }).getByRole('listitem')
    expect(await files.count()).toBe(3)
    await dialog
      .getByRole('button', { name: /^Удалить / })
      .first()
      .click()
    await expect.poll(() => files.count()).toBe(2)
    await page.setContent(bytes.toString())
    await page.getByText('Ольга Белова').first().waitFor()
    expect(await page.getByText('Пётр').count()).toBe(0)
  },
)
