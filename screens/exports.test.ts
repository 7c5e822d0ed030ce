/** Someone takes the authors of the feed away as files. */
import { expect } from 'vitest'
import { exportReader } from '../server/features/reading/exports/exports.samples.ts'
import { readCsv, readXlsx } from '../server/features/reading/exports/read-files.samples.ts'
import type { TestWorld } from '../server/testing/test-world.ts'
import type { DomLocator } from './dom/locator.ts'
import { cards, story, untilLive, type DomPage } from './story.ts'

/** The dialog, over a feed that listens. */
async function openExport(page: DomPage): Promise<DomLocator> {
  await expect.poll(() => cards(page).count()).toBe(3)
  await untilLive(page)
  await page.getByRole('button', { name: 'Ещё: выгрузка, скрытое, чёрный список' }).click()
  await page.getByRole('menuitem', { name: 'Выгрузить авторов' }).click()
  const dialog = page.getByRole('dialog', { name: 'Выгрузка ленты' })
  await dialog.waitFor()
  return dialog
}
async function fillIn(page: DomPage, dialog: DomLocator, product: string): Promise<void> {
  await dialog.getByLabel('Продукт').click()
  await page.getByRole('option', { name: product }).click()
  await dialog.getByRole('button', { name: 'Даты' }).click()
  for (let end = 0; end < 2; end++) await page.getByRole('button', { name: '20 ноября 2026' }).click()
}
/** Orders the file, has it made, fetches it by the notice of it. */
async function order(
  world: TestWorld,
  page: DomPage,
  dialog: DomLocator,
  format: 'Excel' | 'CSV' | 'HTML',
): Promise<Buffer> {
  await dialog.getByText(format, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Подготовить файл' }).click()
  await dialog.getByRole('region', { name: 'Мои файлы' }).getByText('В очереди…').waitFor()
  await world.settle()
  const link = page.getByRole('status').filter({ hasText: 'Файл готов' }).getByRole('link', { name: 'Скачать' })
  const answer = await window.fetch((await link.getAttribute('href')) ?? '')
  expect(answer.status).toBe(200)
  // The notice goes when its file has been fetched.
  await link.click()
  await link.waitFor({ state: 'detached' })
  return Buffer.from(await answer.arrayBuffer())
}

story(
  'authors of one network come once each, also by a filter; nothing found is said to be nothing',
  async ({ world, open }) => {
    const anna = await exportReader(world)
    const page = await open('/feed', { as: anna })
    const dialog = await openExport(page)
    // A week of the whole feed is filled in; the network of the people is not.
    await expect.poll(() => dialog.getByLabel('Продукт').inputValue()).toBe('Вся лента')
    await dialog.getByLabel('Продукт').click()
    await page.getByRole('option', { name: 'Вся лента' }).click()
    await dialog.getByRole('button', { name: 'Убрать даты' }).click()
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
    const { rows } = readXlsx(await order(world, page, dialog, 'Excel'))
    expect(rows.filter((row) => Object.values(row).includes('Ольга Белова'))).toHaveLength(1)
    expect(rows.flatMap((row) => Object.values(row))).not.toContain('Пётр')
    const lines = readCsv(String(await order(world, page, dialog, 'CSV')))
    expect(lines.filter((line) => line.includes('Ольга Белова'))).toHaveLength(1)
    const html = String(await order(world, page, dialog, 'HTML'))
    const files = dialog.getByRole('region', { name: 'Мои файлы' }).getByRole('listitem')
    await expect.poll(() => files.count()).toBe(3)
    await dialog
      .getByRole('button', { name: /^Удалить / })
      .first()
      .click()
    await expect.poll(() => files.count()).toBe(2)
    const text = new DOMParser().parseFromString(html, 'text/html').body.textContent
    expect(text).toContain('Ольга Белова')
    expect(text).not.toContain('Пётр')
  },
)
