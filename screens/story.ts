/**
 * What a story of a page stands on that needs no browser: a world of people, the real server and database, and the pages in a
 * document without a layout. Ten times as fast as `journeys/browser.ts`, whose words it speaks; what is drawn, scrolled, printed,
 * downloaded or leads to another site stands there. What another tab does meanwhile is a call.
 *
 *   story('reads the feed', async ({ world, open }) => {
 *     const anna = await world.customer('anna', paid('photographers'))
 *     const page = await open('/feed', { as: anna })
 *     await page.getByRole('heading', { name: 'Лента' }).waitFor()
 *   })
 *
 * A story fails when a page of it writes an error to the console.
 */
import { notifications } from '@mantine/notifications'
import { flushSync } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { MINUTE } from '../server/kit/clock.ts'
import { sessionCookieName } from '../server/gate/cookies.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { openTestWorld } from '../server/testing/test-world.ts'
import { DomLocator, pressKeys, typeText, until } from './dom/locator.ts'
import { changeVisitor, isSignedIn, display, installWindow, setAddress, window } from './dom/window.ts'

installWindow()
const { openApp } = await import('../web/app.tsx')
const { closeAuthDialog } = await import('../web/features/people/accounts/auth-dialog-state.ts')

// In a browser what a letting go has changed is there before its click; here nothing comes between the two.
window.addEventListener('mouseup', () => flushSync(() => {}))

/**
 * What was done is shown for some seconds, with a way back, and a busy machine may let them pass before a story presses it. Here what is shown
 * stays until another action, a press or the end of its page takes it away; `action-toast.test.ts` has how long people see it.
 */
const showForSeconds = notifications.show
Object.assign(notifications, {
  show: (...[notice, store]: Parameters<typeof showForSeconds>) =>
    showForSeconds({ ...notice, autoClose: false }, store),
})

interface OpenOptions {
  /** Who is signed in; a guest unless it is given. */
  as?: Pick<TestUser, 'token'>
  width?: number
}

export type Open = (path: string, options?: OpenOptions) => Promise<DomPage>

/** A tab. There is one at a time: opening another closes it. */
export class DomPage extends DomLocator {
  static #shown: DomPage | null = null
  readonly #server: string
  #close = (): void => {}
  readonly keyboard = { press: pressKeys, type: typeText }

  constructor(server: string) {
    super(() => {
      if (DomPage.#shown !== this) throw new Error('this page is closed: another one is open')
      return [window.document.body]
    }, 'page')
    this.#server = server
  }

  /** Another place of the page that is open leaves it open, as in a browser. */
  async goto(path: string): Promise<void> {
    const wanted = new URL(path, this.#server)
    if (DomPage.#shown === this && isPlaceOf(wanted, new URL(this.url()))) window.location.hash = wanted.hash
    else await this.#load(wanted)
  }

  #load(address: URL): Promise<void> {
    this.close()
    setAddress(address.href)
    const root = window.document.createElement('div')
    window.document.body.replaceChildren(root)
    DomPage.#shown = this
    // As the server says with its document.
    this.#close = openApp(root, isSignedIn(this.#server) ? 'person' : null)
    return Promise.resolve()
  }

  reload(): Promise<void> {
    return this.#load(new URL(this.url()))
  }

  goBack(): Promise<void> {
    return passing(() => window.history.back())
  }
  goForward(): Promise<void> {
    return passing(() => window.history.forward())
  }

  url(): string {
    return window.location.href
  }
  title(): Promise<string> {
    return Promise.resolve(window.document.title)
  }

  async waitForURL(wanted: string | RegExp | ((url: URL) => boolean)): Promise<void> {
    const fits = (url: URL): boolean => {
      if (typeof wanted === 'function') return wanted(url)
      return wanted instanceof RegExp ? wanted.test(url.href) : new URL(wanted, this.#server).href === url.href
    }
    await until(() => fits(new URL(this.url())) || null, `address ${wanted}`)
  }

  close(): void {
    this.#close()
    this.#close = () => {}
    DomPage.#shown = null
    // What stands beside the tree of components, as in a new tab.
    closeAuthDialog()
    notifications.clean()
  }
}

const isPlaceOf = (address: URL, open: URL): boolean =>
  address.href.includes('#') && address.href.split('#')[0] === open.href.split('#')[0]

async function passing(move: () => void): Promise<void> {
  const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  move()
  await moved
}

export const story = test
  /** Whether categories look for what their seeds say. */
  .extend('seeded', { scope: 'file' }, (): boolean => false)
  .extend('world', { scope: 'file' }, async ({ seeded }, { onCleanup }) => {
    const world = await openTestWorld({ seeded })
    onCleanup(() => {
      // A connection of a request that was given up before it was sent would be waited for until it is overdue.
      world.web.app.server.closeAllConnections()
      return world.close()
    })
    return world
  })
  /** Opens an address in a browser of someone's own: no cookies and nothing stored but theirs. */
  .extend('open', async ({ world }, { onCleanup }) => {
    let page: DomPage | null = null
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
    onCleanup(() => {
      page?.close()
      vi.useRealTimers()
      const messages = complaints.mock.calls.map((words) => words.map(String).join(' '))
      complaints.mockRestore()
      expect(messages, 'what the page complains of').toEqual([])
    })
    const open: Open = async (path, { as, width = 1440 } = {}) => {
      page?.close()
      display.width = width
      const cookie = as ? { name: sessionCookieName(world.config), value: as.token } : null
      await changeVisitor(world.web.address, cookie)
      // The world's clock stands still; anyone who looks at its messages does so a little later.
      vi.useFakeTimers({ toFake: ['Date'], now: world.clock.now().getTime() + 5 * MINUTE })
      page = new DomPage(world.web.address)
      await page.goto(path)
      return page
    }
    return open
  })

/** The messages on the screen. */
export const cards = (page: DomPage): DomLocator => page.getByRole('main').getByRole('article')

/** The button that announces what came meanwhile, and shows it. */
export const news = (page: DomPage): DomLocator => page.getByRole('button', { name: /нов\S+ сообщени\S+ — показать/ })

/** Waits until the page hears of new messages as they come. */
export async function untilLive(page: DomPage): Promise<void> {
  await page.getByText('Новые сообщения появятся здесь').waitFor()
}
