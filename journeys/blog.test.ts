/** An editor of the blog at the browser's own clipboard and pointer; the rest of their work is in `screens/blog.test.ts`. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import sharp from 'sharp'
import { story } from './browser.ts'

const picture = async (background: string): Promise<string> => {
  const png = sharp({ create: { width: 300, height: 100, channels: 3, background } }).png()
  return (await png.toBuffer()).toString('base64')
}

/** What pastes and drops bring. @param pictures in base64 */
const bring = (pictures: readonly string[], html = ''): string => `
  const data = new DataTransfer()
  for (const [at, bytes] of ${JSON.stringify(pictures)}.entries())
    data.items.add(new File([Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0))], at + '.png', { type: 'image/png' }))
  if (${JSON.stringify(html)} !== '') data.setData('text/html', ${JSON.stringify(html)})
  const field = document.querySelector('[aria-label="Текст статьи"]')
  // Faster than hands: the editor has not heard yet where the cursor stands.
  document.dispatchEvent(new Event('selectionchange'))
`
const paste = (page: Page, pictures: readonly string[], html?: string): Promise<unknown> =>
  page.evaluate(`{ ${bring(pictures, html)}
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })) }`)
const dropAt = (page: Page, pictures: readonly string[], words: string): Promise<unknown> =>
  page.evaluate(`{ ${bring(pictures)}
    const { left, top, height } = [...field.children].find((each) => each.textContent === '${words}').getBoundingClientRect()
    const place = { clientX: left + 1, clientY: top + height / 2 }
    field.dispatchEvent(new DragEvent('drop', { ...place, dataTransfer: data, bubbles: true, cancelable: true })) }`)

/** Says what is on the picture that is asked for. */
async function name(page: Page, words: string): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Что на картинке?' })
  await asked.getByRole('textbox', { name: /^Описание/ }).fill(words)
  await asked.getByRole('button', { name: 'Вставить' }).click()
}
/** The keyboard is the text's again. */
async function allNamed(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Что на картинке?' }).waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Текст статьи')
}

story('pictures are pasted and dropped into an article, one or several, where they belong', async ({ world, open }) => {
  const editor = await world.somebody('editor', ['blogEditor'])
  const [sea, sand, moss] = await Promise.all(['#117a90', '#d8c49a', '#4d6b3c'].map(picture))
  if (!sea || !sand || !moss) throw new Error('no picture was made')
  const page = await open('/blog', { as: editor })
  await page.getByRole('button', { name: 'Добавить статью' }).click()
  await page.getByRole('textbox', { name: 'Заголовок' }).fill('Три картинки')
  const text = page.getByRole('textbox', { name: 'Текст статьи' })
  await text.click()
  await page.keyboard.type('Первый')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Второй')

  // Two at once come one after the other, behind the cursor.
  await paste(page, [sea, sand])
  await name(page, 'Море')
  await name(page, 'Песок')
  await expect.poll(() => text.getByRole('img').count()).toBe(2)
  // One is dropped before the words it belongs to.
  await dropAt(page, [moss], 'Первый')
  await name(page, 'Мох')
  const written = () =>
    page.evaluate<string[]>(
      // A space at the end of a line may be one that does not break, for as long as nothing stands behind it.
      `Array.from(document.querySelectorAll('[aria-label="Текст статьи"] > *'), (each) => (each.alt || each.textContent).replaceAll('\u00a0', ' ')).filter(Boolean)`,
    )
  await expect.poll(written).toEqual(['Мох', 'Первый', 'Второй', 'Море', 'Песок'])

  // A picture copied from a page brings its address too; a text with pictures says itself what stands in it.
  await allNamed(page)
  await text.getByText('Второй').click()
  await page.keyboard.press('End')
  await paste(page, [moss], '<meta charset="utf-8"><img src="https://example.ru/forest.png">')
  await name(page, 'Лес')
  await allNamed(page)
  // What is written next stands behind it.
  await page.keyboard.type('И ')
  await paste(page, [sea], '<p>Третий</p><img src="https://example.ru/sea.png">')
  await expect.poll(written).toEqual(['Мох', 'Первый', 'Второй', 'Лес', 'И Третий', 'Море', 'Песок'])

  await page.getByText('Черновик. Сохранено').waitFor()
  await page.getByText('Просмотр', { exact: true }).click()
  const shown = page.getByRole('article')
  await expect
    .poll(() =>
      shown.getByRole('img').evaluateAll((all) => all.map((each) => each.getAttribute('alt')).filter(Boolean)),
    )
    .toEqual(['Мох', 'Лес', 'Море', 'Песок'])
})
