/**
 * What every story stands on: a town of people, a real browser, and pages in it.
 *
 *   story('reads the feed', async ({ town, open }) => {
 *     const anna = await town.customer('anna', paid('photographers'))
 *     const page = await open('/feed', { as: anna })
 *     await page.getByRole('heading', { name: 'Лента' }).waitFor()
 *   })
 *
 * A story fails when a page of it throws, or writes an error to the console that `expects` does not name.
 */
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { MINUTE } from '../server/kit/clock.ts'
import { sessionCookieName } from '../server/gate/cookies.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { openTestWorld } from '../server/testing/test-world.ts'
import { launchChromium } from '../tools/chromium.ts'
import { projectRoot } from '../tools/project-root.ts'
import './built-web.ts'

interface OpenOptions {
  /** Who is signed in; a guest unless it is given. */
  as?: Pick<TestUser, 'token' | 'userId'>
  /** The first page of a visit reads which device it is on, for more than a second; other pages come after it. */
  first?: boolean
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  /** By finger, without a mouse. */
  touch?: boolean
  /** What moves by itself does, as for someone who does not mind. */
  motion?: boolean
  /** How many times slower the page's processor is than this one; all pages with TEST_SLOWER. */
  slower?: number
  /** Another way to the town's server than the straight one. */
  address?: string
  /** A public page stays as the server drew it: no sign of anyone who is about to do something reaches it. */
  untouched?: boolean
  /** Requests that come to nothing. */
  without?: RegExp
  /** Errors that the browser will write to the console because the story makes them happen. */
  expects?: RegExp[]
}

export type Open = (path: string, options?: OpenOptions) => Promise<Page>

/** Longer than anything takes on a busy machine; nothing waits this long unless it fails. */
const PATIENCE = 60_000
/**
 * Sliding, fading and blinking cost a machine without a graphics card much, and show nothing in most stories. Adopted by
 * script, since the page's security policy lets no inline style in.
 */
const stopMotion = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important }')
  document.adoptedStyleSheets = [sheet]
}`
/**
 * What was done is shown for some seconds, with a way back, and a busy machine may let them pass before a story presses it. It stays for as long
 * as a pointer rests on it: here one comes to rest on whatever is shown, as soon as it is drawn, and leaves it only with the story's own pointer.
 */
const restOnNotices = `{
  const rested = new WeakSet()
  new MutationObserver(() => {
    for (const notice of document.getElementsByClassName('mantine-Notification-root')) {
      if (rested.has(notice)) continue
      rested.add(notice)
      notice.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
    }
  }).observe(document, { childList: true, subtree: true })
}`
/** As `web/features/people/accounts/use-device-check.ts` leaves it; not in documents that have no storage. */
function laterInVisit(userId: number): void {
  if (location.protocol.startsWith('http')) sessionStorage.setItem('device-told', String(userId))
}
/** Pictures of the pages of failed stories. */
const pictures = join(projectRoot, '.data', 'journeys')

/** Of the worker: stories that extend others would each be given one more, which stays open beside it. */
let launched: Promise<Browser> | undefined

export const story = test
  .extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
    const world = await openTestWorld()
    onCleanup(() => world.close())
    return world
  })
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await (launched ??= launchChromium())
    onCleanup(() => browser.close())
    return browser
  })
  /** Opens an address in a browser of someone's own: no cookies and nothing stored but theirs. */
  .extend('open', async ({ world, browser, task }, { onCleanup }) => {
    const pages: Page[] = []
    const complaints: string[] = []
    onCleanup(async () => {
      if (task.result?.state === 'fail') await takePictures(pages, task.name)
      await Promise.all(pages.map((page) => page.context().close()))
      expect(complaints, 'what the browser complains of').toEqual([])
    })
    const open: Open = async (
      path,
      {
        as,
        first = false,
        width = 1440,
        height = 900,
        colorScheme = 'light',
        touch = false,
        motion = false,
        slower = Number(process.env.TEST_SLOWER ?? 0),
        address = world.web.address,
        untouched = false,
        without,
        expects = [],
      } = {},
    ) => {
      const context = await browser.newContext({
        baseURL: address,
        viewport: { width, height },
        colorScheme,
        hasTouch: touch,
        locale: 'ru-RU',
        timezoneId: 'Europe/Moscow',
        reducedMotion: motion ? 'no-preference' : 'reduce',
      })
      context.setDefaultTimeout(PATIENCE)
      if (as)
        await context.addCookies([
          { name: sessionCookieName(world.config), value: as.token, url: address, httpOnly: true, sameSite: 'Lax' },
        ])
      if (as && !first) await context.addInitScript(laterInVisit, as.userId)
      // The town's clock stands still; anyone who looks at its messages does so a little later.
      await context.clock.setFixedTime(new Date(world.clock.now().getTime() + 5 * MINUTE))
      if (!motion) await context.addInitScript(stopMotion)
      await context.addInitScript(restOnNotices)
      if (without) await context.route(without, (route) => route.abort())
      const page = await context.newPage()
      if (slower) await slowDown(page, slower)
      pages.push(page)
      page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)))
      page.on('console', (message) => {
        const complaint = `${message.text()} (${message.location().url})`
        if (message.type() !== 'error' || expects.some((expected) => expected.test(complaint))) return
        complaints.push(complaint)
      })
      if (!untouched && !without) waitForScripts(page)
      await page.goto(path)
      if (!untouched && without) await giveSign(page)
      return page
    }
    return open
  })

async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

async function takePictures(pages: Page[], name: string): Promise<void> {
  const file = name.replaceAll(/[^\p{L}\d]+/gu, '-')
  await Promise.all(
    pages.map((page, at) => page.screenshot({ path: join(pictures, `${file}-${at + 1}.png`) }).catch(() => {})),
  )
}

/** A public page that the server drew fetches its scripts with the first sign that someone is about to do more than read. */
const giveSign = (page: Page): Promise<void> => page.evaluate("void dispatchEvent(new Event('scroll'))")

/** What stands before a page's scripts have come hears no key and no press. */
export async function comeAlive(page: Page): Promise<void> {
  const alive = page.locator(':root:not([data-visitor])')
  // A page may lead on to another one, which waits for a sign of its own.
  await expect
    .poll(async () => {
      await giveSign(page).catch(() => {})
      return alive.count()
    })
    .toBe(1)
}

/** A story goes on when a page that was gone to is alive. */
function waitForScripts(page: Page): void {
  const [goTo, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...to) => {
    const response = await goTo(...to)
    await comeAlive(page)
    return response
  }
  page.reload = async (...how) => {
    const response = await reload(...how)
    await comeAlive(page)
    return response
  }
}

/** The messages on the screen. */
export const cards = (page: Page): Locator => page.getByRole('main').getByRole('article')

/** The button that announces what came meanwhile, and shows it. */
export const news = (page: Page): Locator => page.getByRole('button', { name: /нов\S+ сообщени\S+ — показать/ })

/** Waits until the page hears of new messages as they come. */
export async function untilLive(page: Page): Promise<void> {
  await page.getByText('Новые сообщения появятся здесь').waitFor()
}
