/** Someone takes the feed away as files, and opens them; that of authors stands in `screens/exports.test.ts`. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { asked, exportReader, formula } from '../server/features/reading/exports/exports.samples.ts'
import { readCsv, readXlsx } from '../server/features/reading/exports/read-files.samples.ts'
import type { TestWorld } from '../server/testing/test-world.ts'
import { cards, story, untilLive } from './browser.ts'

/** The dialog, over a feed that listens. */
async function openExport(page: Page): Promise<Locator> {
  await expect.poll(() => cards(page).count()).toBe(3)
  await untilLive(page)
  await page.getByRole('button', { name: 'Ещё: выгрузка, скрытое, чёрный список' }).click()
  await page.getByRole('menuitem', { name: 'Выгрузить сообщения' }).click()
  const dialog = page.getByRole('dialog', { name: 'Выгрузка ленты' })
  await dialog.waitFor()
  return dialog
}
async function fillIn(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByLabel('Продукт').click()
  await page.getByRole('option', { name: 'Фотографы' }).click()
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
    const page = await open('/feed', { as: await exportReader(world) })
    const dialog = await openExport(page)
    // A week of the whole feed is filled in; what is taken away is asked for.
    await expect.poll(() => dialog.getByLabel('Продукт').inputValue()).toBe('Вся лента')
    await dialog.getByLabel('Продукт').click()
    await page.getByRole('option', { name: 'Вся лента' }).click()
    await dialog.getByRole('button', { name: 'Убрать даты' }).click()
    await dialog.getByRole('button', { name: 'Подготовить файл' }).click()
    await dialog.getByText('Выберите продукт из списка').waitFor()
    await dialog.getByText('Укажите временной диапазон').waitFor()
    await expect.poll(() => dialog.getByText('Выберите социальную сеть').count()).toBe(0)
    await fillIn(page, dialog)
    await expect.poll(() => dialog.locator('[aria-invalid="true"]').count()).toBe(0)

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
    await expect.poll(() => page.getByRole('link', { name: /vk|источник|ВКонтакте/i }).count()).toBeGreaterThan(0)
  },
)
