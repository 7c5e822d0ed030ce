/** What every screen has to stand up to: nothing sticks out, everything has its name, words stand out from what lies under them. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const widths = [1440, 768, 360]
export const colorSchemes = ['light', 'dark'] as const
export const screens = widths.flatMap((width) =>
  colorSchemes.map((colorScheme) => ({ width, colorScheme, height: width === 360 ? 640 : 900 })),
)

/** How far the page can be pushed sideways, and by what. */
export const stickingOut = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const { scrollWidth } = document.documentElement
    if (scrollWidth <= innerWidth) return []
    const out = [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > innerWidth + 0.5)
    return [scrollWidth + ' px wide', ...out.map((each) => each.tagName + '.' + each.className + ' ' + each.textContent.slice(0, 30))]
  })()`)

/** What a screen reader steers by. */
export async function checkLandmarks(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  for (const landmark of ['banner', 'main', 'contentinfo'] as const)
    expect(await page.getByRole(landmark).count(), landmark).toBe(1)
  expect(await page.getByRole('navigation', { name: 'Главное меню' }).count()).toBe(1)
  // The two countings of one look are not one moment: something may come or go between them.
  await expect.poll(() => nameless(page)).toEqual([])
  expect(await page.evaluate<string>('document.documentElement.lang')).toBe('ru')
}

/** Buttons, links and fields that a screen reader would have no word for. */
export async function nameless(page: Page): Promise<string[]> {
  const names: string[] = []
  for (const role of ['button', 'link', 'textbox', 'combobox', 'radio', 'dialog', 'article', 'navigation'] as const) {
    const all = page.getByRole(role)
    const named = await page.getByRole(role, { name: /\S/ }).count()
    if (named < (await all.count())) names.push(`${role}: ${(await all.count()) - named}`)
  }
  return names
}

/** Luminance of what lies under everything, 0…255. */
export const brightness = (page: Page): Promise<number> =>
  page.evaluate<number>(
    `Math.max(...getComputedStyle(document.body).backgroundColor.match(/\\d+(\\.\\d+)?/g).slice(0, 3).map(Number))`,
  )

/** Words that stand out too little from what lies under them: less than 4.5 to 1, or 3 to 1 where they are large. */
const pale = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const rgba = (color) => {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
      return [r, g, b, a / 255]
    }
    const over = ([r, g, b, a], under) => [r, g, b].map((each, at) => each * a + under[at] * (1 - a))
    const luminance = (rgb) => {
      const [r, g, b] = rgb.map((each) => (each / 255 <= 0.04045 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const contrast = (one, other) => {
      const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    }
    const under = (element) => {
      const line = []
      for (let each = element; each; each = each.parentElement) line.unshift(each)
      return line.reduce((below, each) => over(rgba(getComputedStyle(each).backgroundColor), below), [255, 255, 255])
    }
    const found = new Map()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: element } = text
      if (!text.data.trim() || element.closest('script, style, option, :disabled, [aria-disabled="true"], [data-disabled], .mantine-Avatar-root')) continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { width, height } = range.getBoundingClientRect()
      const box = element.getBoundingClientRect()
      if (width < 2 || height < 2 || box.width < 2 || box.height < 2) continue
      const { color, fontSize, fontWeight } = getComputedStyle(element)
      const below = under(element)
      const ratio = contrast(over(rgba(color), below), below)
      const large = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700)
      if (ratio < (large ? 3 : 4.5)) found.set(element.className + ' «' + text.data.trim().slice(0, 30) + '»', ratio.toFixed(2))
    }
    return [...found].map(([where, ratio]) => ratio + ' ' + where)
  })()`)

/** Everything of this at once, for whatever is on the screen. */
export async function checkLooks(page: Page, { width }: { width: number }): Promise<void> {
  // What comes in gently is half transparent on its way.
  await page.evaluate(`Promise.all(
    document.getAnimations()
      .filter(({ timeline, effect }) => timeline instanceof DocumentTimeline && effect.getComputedTiming().iterations === 1)
      .map((each) => each.finished.catch(() => {})),
  )`)
  expect(await stickingOut(page)).toEqual([])
  await expect.poll(() => nameless(page)).toEqual([])
  expect(await pale(page)).toEqual([])
  const dialog = page.getByRole('dialog')
  if ((await dialog.count()) === 0) return
  const box = await dialog.first().boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
}
