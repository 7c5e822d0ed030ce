/** What every screen has to stand up to: nothing sticks out, everything has its name, words stand out from what lies under them. */
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type {} from '../tools/test-seed.ts'
import { axeViolations } from './axe.ts'

const size = {
  wide: { width: 1440, height: 900 },
  middle: { width: 768, height: 900 },
  phone: { width: 360, height: 640 },
}
/** Where stories of looks walk: what is narrow is in the way of most. */
export const phoneScreen = { ...size.phone, colorScheme: 'light' } as const
export const colorSchemes = ['light', 'dark'] as const
export type ColorScheme = (typeof colorSchemes)[number]
/** Around and back to the phone: the scheme changes seldom, since every change draws the page once more. */
const screens = [
  { ...size.phone, colorScheme: 'dark' },
  { ...size.wide, colorScheme: 'dark' },
  { ...size.wide, colorScheme: 'light' },
  { ...size.middle, colorScheme: 'light' },
  { ...size.middle, colorScheme: 'dark' },
  phoneScreen,
] as const
type Screen = (typeof screens)[number]

/** Looks at the page as it is, at every width and in both colour schemes, and leaves it on the phone. */
export async function onEveryScreen(page: Page, look: (screen: Screen) => Promise<void>): Promise<void> {
  await walk(page, screens, look)
}

/** The same for what does not hang on colours: a drawing costs more than most of what is looked at. */
export async function onEveryWidth(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  const light = screens.filter(({ colorScheme }) => colorScheme === phoneScreen.colorScheme)
  await walk(page, light, ({ width }) => look(width))
}

async function walk(page: Page, around: readonly Screen[], look: (screen: Screen) => Promise<void>): Promise<void> {
  let before: Screen | undefined
  const show = async (screen: Screen): Promise<void> => {
    const { width, height, colorScheme } = screen
    if (width !== before?.width) await page.setViewportSize({ width, height })
    if (colorScheme !== before?.colorScheme) await page.emulateMedia({ colorScheme })
    await untilDrawn(page)
    before = screen
  }
  for (const screen of around) {
    await show(screen)
    await look(screen)
  }
}

/** What comes in gently is half transparent on its way, and has begun to come with the next picture. */
const untilDrawn = (page: Page): Promise<void> =>
  page.evaluate<void>(`new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => Promise.all(
    document.getAnimations()
      .filter(({ timeline, effect }) => timeline instanceof DocumentTimeline && effect.getComputedTiming().iterations === 1)
      .map((each) => each.finished.catch(() => {})),
  )).then(() => {})`)

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
  await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
  for (const landmark of ['banner', 'main', 'contentinfo'] as const)
    await expect.poll(() => page.getByRole(landmark).count(), { message: landmark }).toBe(1)
  await expect.poll(() => page.getByRole('navigation', { name: 'Главное меню' }).count()).toBe(1)
  // The two countings of one look are not one moment: something may come or go between them.
  await expect.poll(() => nameless(page)).toEqual([])
  await expect.poll(() => page.evaluate<string>('document.documentElement.lang')).toBe('ru')
}

const rolesWithNames = ['button', 'link', 'textbox', 'combobox', 'radio', 'dialog', 'article', 'navigation'] as const
const withoutName = new RegExp(`^ *- '?(${rolesWithNames.join('|')})(?=$|:| [^"])`, 'm')

/** Buttons, links and fields that a screen reader would have no word for. */
export async function nameless(page: Page): Promise<string[]> {
  // Names of more than 900 letters are left out of it: only then each role is asked, which takes much longer.
  if (!withoutName.test(await page.locator('body').ariaSnapshot())) return []
  const names: string[] = []
  for (const role of rolesWithNames) {
    const [all, named] = [page.getByRole(role), page.getByRole(role, { name: /\S/ })]
    const missing = (await all.count()) - (await named.count())
    if (missing > 0) names.push(`${role}: ${missing}`)
  }
  return names
}

/** Luminance of what lies under everything, 0…255. */
export const brightness = (page: Page): Promise<number> =>
  page.evaluate<number>(
    `Math.max(...getComputedStyle(document.body).backgroundColor.match(/\\d+(\\.\\d+)?/g).slice(0, 3).map(Number))`,
  )

/**
 * Words that stand out too little from what lies under them: less than 4.5 to 1, or 3 to 1 where they are large. In both colour
 * schemes: all colours hang on one attribute of the page, which a page takes over from the browser, and nothing needs to be drawn.
 */
const pale = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const colors = new Map()
    const rgba = (color) => {
      if (!colors.has(color)) colors.set(color, paint(color))
      return colors.get(color)
    }
    const paint = (color) => {
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
    const grounds = new Map()
    const under = (element) => {
      if (!element) return [255, 255, 255]
      if (!grounds.has(element)) grounds.set(element, over(rgba(getComputedStyle(element).backgroundColor), under(element.parentElement)))
      return grounds.get(element)
    }
    const look = (scheme) => {
      document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
      grounds.clear()
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
      return [...found].map(([where, ratio]) => scheme + ': ' + ratio + ' ' + where)
    }
    const before = document.documentElement.getAttribute('data-mantine-color-scheme')
    const all = ['light', 'dark'].flatMap(look)
    document.documentElement.setAttribute('data-mantine-color-scheme', before)
    return all
  })()`)

/** In `npm run looks` and `npm run laws` everything is looked at at every width and in both schemes, and not by turns. */
export const everyTurn = inject('lawScale') > 1
/** Where axe looks by turns: each look is at the other width and in the other scheme, and four of them are all there are. */
const turns = [
  { width: size.phone.width, schemes: ['light'] },
  { width: size.wide.width, schemes: ['dark'] },
  { width: size.phone.width, schemes: ['dark'] },
  { width: size.wide.width, schemes: ['light'] },
] as const
/** Of each tab: which turn its next look has. Another run, with another seed, begins with another one. */
const nextTurns = new WeakMap<Page, number>()

function takeTurn(page: Page): (typeof turns)[number] | undefined {
  const name = expect.getState().currentTestName ?? ''
  const first = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), inject('seed') >>> 0)
  const turn = nextTurns.get(page) ?? first
  nextTurns.set(page, turn + 1)
  return turns[turn % turns.length]
}

/**
 * Everything of this at once, for whatever is on the screen. Colours depend on the scheme and places on the width: what lies where is
 * asked at every width; of the widest and the narrowest axe, which costs more than all else, looks at one in one scheme, by turns,
 * and at the other it is asked which words stand out too little, in both schemes, and what has no name.
 */
export async function checkLooks(page: Page): Promise<void> {
  const turn = takeTurn(page)
  await onEveryWidth(page, async (width) => {
    if (everyTurn || width === turn?.width) await checkAxe(page, width, everyTurn ? colorSchemes : turn?.schemes)
    if (everyTurn || (width !== size.middle.width && width !== turn?.width)) {
      await checkWords(page, width)
      await checkNames(page, width)
    }
    await checkPlaces(page, width)
  })
}

/** All but axe at the width the page has: what is open there may be another thing elsewhere. */
export async function checkLooksAt(page: Page, width: number): Promise<void> {
  await checkPlaces(page, width)
  await checkWords(page, width)
  await checkNames(page, width)
}

/** Nothing sticks out, and a dialog that is open lies on the screen. */
async function checkPlaces(page: Page, width: number): Promise<void> {
  await expect.poll(() => stickingOut(page), { message: `${width} px` }).toEqual([])
  await checkDialog(page, width)
}

async function checkWords(page: Page, width: number): Promise<void> {
  await expect.poll(() => pale(page), { message: `${width} px` }).toEqual([])
}

async function checkNames(page: Page, width: number): Promise<void> {
  await expect.poll(() => nameless(page), { message: `${width} px` }).toEqual([])
}

/** axe finds nothing. */
async function checkAxe(page: Page, width: number, schemes: readonly ColorScheme[] = colorSchemes): Promise<void> {
  // What is scrolled half under the head of the page is no small target.
  await page.evaluate('window.scrollTo(0, 0)')
  const message = `axe, ${width} px, ${schemes.join(' and ')}`
  await expect.poll(() => axeViolations(page, schemes), { message }).toEqual([])
}

/** A dialog that is open lies on the screen. */
export async function checkDialog(page: Page, width: number): Promise<void> {
  const box = await page.evaluate<{ x: number; width: number } | null>(`(() => {
    const dialogs = [...document.querySelectorAll('[role="dialog"], dialog[open]')]
    const seen = dialogs.filter((each) => each.checkVisibility({ visibilityProperty: true })).map((each) => each.getBoundingClientRect().toJSON())
    return seen.find(({ width, height }) => width > 0 && height > 0) ?? null
  })()`)
  if (box) expect(box.x >= 0 && box.x + box.width <= width, `a dialog at ${width} px`).toBe(true)
}
