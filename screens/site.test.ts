/** What visitors write to the service, and what becomes of it. */
import sharp from 'sharp'
import { expect } from 'vitest'
import { window } from './dom/window.ts'
import { story } from './story.ts'

story('a letter with files reaches support, and is answered with one', async ({ world, open }) => {
  const support = await world.somebody('support', ['support'])
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const screenshot = { name: 'снимок.png', mimeType: 'image/png', bytes }
  const video = { name: 'запись.mp4', mimeType: 'video/mp4', bytes: Buffer.from('xx') }
  const notes = { name: 'шаги.txt', mimeType: 'text/plain', bytes: Buffer.from('Шаг 1') }

  const page = await open('/contacts')
  const main = page.getByRole('main')
  await main.getByLabel(/^Email для ответа/).fill('guest@example.ru')
  await main.getByLabel(/^Сообщение/).fill('Кнопка не нажимается.')
  const field = main.locator('input[type="file"]')
  await field.setInputFiles([screenshot, notes])
  const files = main.getByRole('list', { name: 'Приложенные файлы' })
  await expect.poll(() => files.getByRole('listitem').count()).toBe(2)
  await files.getByRole('button', { name: 'Убрать файл «шаги.txt»' }).click()
  await expect.poll(() => files.getByRole('listitem').count()).toBe(1)
  // The dialog of the browser offers no such files; what is dropped may be anything.
  await field.evaluate((input) => input.removeAttribute('accept'), null)
  await field.setInputFiles([video])
  await main.getByText('«запись.mp4» не подходит: можно приложить картинки, PDF и текст').waitFor()

  // What is refused loses nothing.
  await field.setInputFiles([{ name: 'половина.png', mimeType: 'image/png', bytes: bytes.subarray(0, 60) }])
  await main.getByRole('button', { name: 'Отправить' }).click()
  await main.getByText('«половина.png»: картинка повреждена: открыть её не получилось').waitFor()
  expect(await world.db.selectFrom('feedback').select('id').execute()).toEqual([])
  expect(await main.getByLabel(/^Сообщение/).inputValue()).toBe('Кнопка не нажимается.')
  await files.getByRole('button', { name: 'Убрать файл «половина.png»' }).click()
  await field.setInputFiles([notes])
  await main.getByRole('button', { name: 'Отправить' }).click()
  await main.getByRole('heading', { name: 'Спасибо! Письмо у нас' }).waitFor()

  const desk = await open('/support?tab=letters', { as: support })
  await desk.getByRole('img', { name: 'С файлами' }).waitFor()
  await desk.getByRole('button', { name: /guest@example\.ru/ }).click()
  const letter = desk.getByRole('region', { name: /Письмо № / })
  const came = letter.getByRole('list', { name: 'Файлы письма' })
  const address = await came.getByRole('link', { name: /шаги\.txt/ }).getAttribute('href')
  expect(await (await window.fetch(address ?? '')).text()).toBe('Шаг 1')
  await came.getByRole('button', { name: 'снимок.webp' }).click()
  const whole = desk.getByRole('dialog', { name: 'снимок.webp' }).getByRole('img')
  const shown = await window.fetch((await whole.getAttribute('src')) ?? '')
  expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(300)
  await desk.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click()

  await letter.getByLabel('Ответ', { exact: true }).fill('Вот инструкция.')
  await letter.locator('input[type="file"]').setInputFiles([notes])
  await letter.getByRole('button', { name: 'Отправить' }).click()
  await letter.getByRole('list', { name: 'Файлы ответа' }).getByText('шаги.txt').waitFor()
  await expect.poll(() => letter.getByRole('list', { name: 'Приложенные файлы' }).count()).toBe(0)
  const attached = await world.db.selectFrom('letterFiles').select(['name', 'bytes']).execute()
  expect(attached.map(({ name, bytes: sent }) => [name, sent.toString()])).toEqual([['шаги.txt', 'Шаг 1']])
})
