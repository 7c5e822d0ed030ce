/** What stands on the screen before anything is known, how little it takes, and that nothing moves when the rest comes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { isPublic, pages, type PageName } from '../contract/pages.ts'
import { shownCode } from '../server/features/people/accounts/show-code.samples.ts'
import { DAY, MINUTE } from '../server/kit/clock.ts'
import { resultOf } from '../server/testing/read-answer.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, paidForTeam, PASSWORD, type TestWorld } from '../server/testing/test-world.ts'
import { projectRoot } from '../tools/project-root.ts'
import type { Documents } from '../tools/web/documents.ts'
import { cards, story, type Open } from './browser.ts'
import { brightness, colorSchemes, everyTurn } from './check-looks.ts'

const built = (path: string): string => join(projectRoot, 'dist', path)
const documents = JSON.parse(readFileSync(built('documents.json'), 'utf8')) as Documents
const KB = 1024

/** The files a document names, and how many bytes they are on the way. */
function filesOf(name: PageName, visitor: 'guest' | 'person' | 'drawn') {
  const document = documents[name][visitor] ?? ''
  const named = [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(js|css))"/g)]
  const size = (path: string): number => {
    const raw = readFileSync(built(`web${path}`))
    return raw.length < KB ? raw.length : readFileSync(built(`web${path}.br`)).length
  }
  return {
    scripts: named.filter(([, , kind]) => kind === 'js').length,
    styles: named.filter(([, , kind]) => kind === 'css').length,
    bytes: named.reduce((sum, [, path = '']) => sum + size(path), 0),
    scriptBytes: named.reduce((sum, [, path = '', kind]) => sum + (kind === 'js' ? size(path) : 0), 0),
  }
}

/** In KB of scripts; what a new public page may take. */
const COMMON_BUDGET = 160
const scriptBudgets: Partial<Record<PageName, number>> = {
  status: 145,
  blog: 147,
  offer: 149,
  consent: 149,
  privacy: 151,
  'partner-terms': 152,
  reviews: 155,
  contacts: 156,
  'category-search': 165,
  // Comments are written in place.
  article: 180,
}
/** Each public page with its budget. */
const publicPages = (Object.keys(pages) as PageName[])
  .filter(isPublic)
  .map((name) => [name, scriptBudgets[name] ?? COMMON_BUDGET] as const)

describe('a page comes in few files', () => {
  test.each<[PageName, number]>([
    ['home', 177],
    ['order', 190],
    ['feed', 219],
  ])('%s: at most seven scripts, six styles and %i KB of both', (name, kilobytes) => {
    const { scripts, styles, bytes } = filesOf(name, 'person')
    expect(scripts).toBeLessThanOrEqual(7)
    expect(styles).toBeLessThanOrEqual(6)
    expect(bytes / KB).toBeLessThanOrEqual(kilobytes)
  })

  // React, the router, the cache of answers and what Mantine needs for a button are 100 of them.
  test.each(publicPages)('%s, for guests: at most %i KB of scripts', (name, kilobytes) => {
    const { scriptBytes } = filesOf(name, 'drawn')
    expect(scriptBytes).toBeGreaterThan(0)
    expect(scriptBytes / KB).toBeLessThanOrEqual(kilobytes)
  })

  test.each(Object.keys(pages) as PageName[])('%s: no script or style twice, and none that is not there', (name) => {
    for (const visitor of ['guest', 'person'] as const) {
      const named = [...documents[name][visitor].matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
      expect(named).toEqual([...new Set(named)])
      expect(filesOf(name, visitor).bytes).toBeGreaterThan(0)
    }
  })
})

test('no script imports one that imports it: what either of them takes of the other would not be there yet', () => {
  const imports = new Map(
    readdirSync(built('web/assets'))
      .filter((file) => file.endsWith('.js'))
      .map((file) => {
        const code = readFileSync(built(`web/assets/${file}`), 'utf8')
        // What is imported when it is wanted stands in brackets.
        return [
          file,
          [...code.matchAll(/(?:from|import)\s?"\.\/([^"]+\.js)"/g)].map(([, other = '']) => other),
        ] as const
      }),
  )
  expect(imports.size).toBeGreaterThan(20)
  const reaches = (from: string): Set<string> => {
    const reached = new Set<string>()
    const queue = [...(imports.get(from) ?? [])]
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (reached.has(file)) continue
      reached.add(file)
      queue.push(...(imports.get(file) ?? []))
    }
    return reached
  }
  expect([...imports.keys()].filter((file) => reaches(file).has(file))).toEqual([])
})

story('a script says how it is to be taken, and nothing that is meant for pages', async ({ world }) => {
  const [script = ''] = [...documents.home.guest.matchAll(/src="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path)
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { status, headers } = await fetch(world.web.address + script, { headers: { 'accept-encoding': encoding } })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/javascript/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toContain('immutable')
    expect(headers.get('content-security-policy')).toBeNull()
    expect(headers.get('x-frame-options')).toBeNull()
  }
  const page = await fetch(world.web.address)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
})

/** Every address, as someone who may see all of it. */
const addresses = (Object.keys(pages) as PageName[])
  .filter((name) => name !== 'logout' && name !== 'goto')
  .map((name) => [name, addressOf(name)] as const)

function addressOf(name: PageName): string {
  if (name === 'category') return '/category/photographers'
  if (name === 'category-city') return '/category/photographers/omsk'
  return name === 'not-found' ? '/nowhere' : pages[name].path.replace(/:\w+/, '1')
}

/** How far things moved by themselves, as browsers count it, once all has come; with what moved. */
async function movesOf(page: Page): Promise<{ shift: number; what: string[] }> {
  // What the document shows by itself need not say that it waits: its title goes when the page is there.
  await expect.poll(() => page.locator('title[data-first], html[data-drawn]').count()).toBe(0)
  await expect.poll(() => page.locator('main [aria-busy="true"], main .mantine-Skeleton-root').count()).toBe(0)
  return movesUntilNow(page)
}

const movesUntilNow = (page: Page): Promise<{ shift: number; what: string[] }> =>
  page.evaluate<{ shift: number; what: string[] }>(`new Promise((resolve) => {
    const moves = { shift: 0, what: [] }
    const take = (entries) => {
      for (const { hadRecentInput, value, sources } of entries) {
        if (hadRecentInput) continue
        moves.shift += value
        for (const { node, previousRect, currentRect } of sources)
          moves.what.push((node?.className || node?.nodeName) + ' ' + previousRect.y + ' to ' + currentRect.y)
      }
    }
    const watcher = new PerformanceObserver((list) => take(list.getEntries()))
    watcher.observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => { take(watcher.takeRecords()); resolve(moves) }))
  })`)

const STEADY = 0.05

type Visited = readonly (readonly [name: string, path: string])[]
type Look = (page: Page, name: string, path: string) => Promise<void>

/**
 * Each address as someone who has never been here but for their session comes to it: nothing is kept of the one before but that it
 * sent the device. In one tab: another browser for each takes twice as long.
 */
async function visitEach(open: Open, options: Parameters<Open>[1], visited: Visited, look: Look): Promise<void> {
  const page = await open('/favicon.svg', { ...options, expects: [/status of 404/] })
  const context = page.context()
  const cookies = await context.cookies()
  const network = await context.newCDPSession(page)
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.addInitScript(() => {
    localStorage.clear()
    const device = sessionStorage.getItem('device-told')
    sessionStorage.clear()
    if (device !== null) sessionStorage.setItem('device-told', device)
  })
  for (const [name, path] of visited) {
    await context.clearCookies()
    await context.addCookies(cookies)
    await page.goto(path)
    await look(page, name, path)
  }
}

/** A page is looked at so often before it is said to move: what moves by itself does so each time, letters that come late on a busy machine do not. */
const LOOKS = 3

/** The addresses whose pages move, each with what moves there. @param look at each page, once it stands */
async function unsteady(
  open: Open,
  options: Parameters<Open>[1],
  { visited = addresses, look }: { visited?: Visited; look?: Look } = {},
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  await visitEach(open, options, visited, async (page, name, path) => {
    let moves = await movesOf(page)
    for (let looks = 1; moves.shift >= STEADY && looks < LOOKS; looks++) {
      await page.goto(path)
      moves = await movesOf(page)
    }
    if (moves.shift >= STEADY) found[name] = moves
    await look?.(page, name, path)
  })
  return found
}

async function watcher(world: TestWorld, name: string): Promise<TestUser> {
  await world.looksFor('photographers', 'ищу фотографа')
  await world.receive(Array.from({ length: 24 }, (_, at) => world.message(`Ищу фотографа на свадьбу ${at}`)))
  await world.settle()
  return world.somebody(name, ['admin', 'moderator', 'partner'], paid('photographers'), paidForTeam('vets'))
}

/** Where things stand that are there before and after, in the letters of the page: until those come, words stand in others, which are wider. */
const placesOf = (page: Page): Promise<{ what: string; x: number; y: number }[]> =>
  page.evaluate<
    { what: string; x: number; y: number }[]
  >(`document.fonts.ready.then(() => [...document.querySelectorAll('header nav a, h1, main :is([data-waiting], article)')]
    .filter((each) => each.checkVisibility())
    .filter((each, at, all) => !/DIV|ARTICLE/.test(each.tagName) || all.findIndex(({ tagName }) => tagName === each.tagName) === at)
    .map((each) => {
      const { x, y } = each.getBoundingClientRect()
      return { what: /DIV|ARTICLE/.test(each.tagName) ? 'first card' : each.textContent, x: Math.round(x), y: Math.round(y) }
    }))`)

const scripts = /\/assets\/.*\.js/
const scriptsAndAnswers = /\/assets\/.*\.js|\/api\/start/
/** The scripts that a page asks for from now on. */
function watchScripts(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => scripts.test(request.url()) && asked.push(request.url()))
  return asked
}

/** Each of these in `npm run looks`, and one of them, by turns, in a run of the tests. */
const byTurns = <Each>(all: readonly Each[]): Each[] =>
  all.filter((_, at) => everyTurn || at === (inject('seed') >>> 0) % all.length)

describe('before any script has come', () => {
  story.for(byTurns([1440, 768, 360]))(
    'the feed stands where it will stand, at %i px',
    async (width, { world, open }) => {
      const boris = await watcher(world, `boris-${width}`)
      const whole = await open('/feed', { as: boris, width })
      await expect.poll(() => cards(whole).count()).toBe(20)
      const before = await open('/feed', { as: boris, width, without: scriptsAndAnswers, expects: [/ERR_FAILED/] })
      await expect.poll(() => before.title()).toBe('Лента — Эхолот')
      await expect
        .poll(() => before.locator('main [data-waiting]').filter({ visible: true }).count())
        .toBeGreaterThan(4)
      const [seen, after] = [await placesOf(before), await placesOf(whole)]
      // Whether there is a team the document does not know: the way to it comes behind all others in the menu, and moves none.
      const team = after.findIndex(({ what }) => what === 'Команда')
      expect(after[team - 1]?.what).toBe('Тарифы')
      const meant = after.toSpliced(team, 1)
      expect(seen.map(({ what, x }) => [what, x])).toEqual(meant.map(({ what, x }) => [what, x]))
      for (const [at, { what, y }] of seen.entries())
        expect(Math.abs(y - (meant[at]?.y ?? 0)), what).toBeLessThanOrEqual(8)
    },
  )

  story.for(colorSchemes)('it has the colours of the scheme: %s', async (colorScheme, { world, open }) => {
    const vera = await world.customer(`vera-${colorScheme}`)
    const page = await open('/feed', { as: vera, colorScheme, without: scripts, expects: [/ERR_FAILED/] })
    await page.getByRole('link', { name: 'Группы' }).waitFor()
    if (colorScheme === 'dark') await expect.poll(() => brightness(page)).toBeLessThan(64)
    else await expect.poll(() => brightness(page)).toBeGreaterThan(191)
  })

  story.for(colorSchemes)(
    'a guest reads what the server drew, which stays as it is: %s',
    async (colorScheme, { world, open }) => {
      await world.looksFor('photographers', 'ищу фотографа')
      await world.receive(Array.from({ length: 12 }, (_, at) => world.message(`Ищу фотографа на свадьбу ${at}`)))
      await world.settle()
      world.clock.advance(4 * DAY)
      for (const path of ['/', '/category/photographers']) {
        const page = await open(path, { colorScheme, width: 768, untouched: true })
        const asked = watchScripts(page)
        await page.reload({ waitUntil: 'networkidle' })
        // Reading needs no script.
        expect(asked).toEqual([])
        // The same elements are to be there afterwards.
        expect(
          await page.evaluate<number>(
            "(window.drawn = [...document.querySelectorAll('html[data-drawn] :is(h1, main a, main li)')]).length",
          ),
        ).toBeGreaterThan(3)
        // Letters that come late may move a line, scripts may not.
        await page.evaluate('document.fonts.ready.then(() => {})')
        const { shift } = await movesUntilNow(page)
        await page.mouse.move(60, 60, { steps: 3 })
        await expect.poll(() => page.locator('html[data-drawn]').count()).toBe(0)
        expect(asked.length).toBeGreaterThan(1)
        expect(await page.evaluate<boolean>('window.drawn.every((each) => each.isConnected)')).toBe(true)
        expect((await movesOf(page)).shift - shift).toBeLessThan(STEADY)
        if (colorScheme === 'dark') expect(await brightness(page)).toBeLessThan(64)
        // It is alive: what needs scripts works.
        await page.getByRole('banner').getByRole('button', { name: 'Войти' }).click()
        await page.getByRole('dialog').waitFor()
      }
    },
  )

  story('what a guest types and presses before the scripts have come is not lost', async ({ open }) => {
    const page = await open('/faq', { untouched: true })
    // As fingers do it: the page gets no other sign before.
    const stillDrawn = await page.evaluate<boolean>(`{
      const field = document.querySelector('main input')
      field.value = 'ёжики в тумане'
      Array.from(document.querySelectorAll('header button')).find((each) => each.textContent === 'Войти').click()
      document.documentElement.hasAttribute('data-drawn')
    }`)
    expect(stillDrawn).toBe(true)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('main input').inputValue()).toBe('ёжики в тумане')
    // What was typed was heard, and not only left there.
    await page.getByText('Такого вопроса пока нет').waitFor()
  })

  story('a page that comes alive slowly is the page of anyone who comes in meanwhile', async ({ world, open }) => {
    const anna = await world.customer('anna-slow')
    const { secret } = await anna.asks('accounts', 'startSecondFactor', { password: PASSWORD })
    await anna.asks('accounts', 'confirmSecondFactor', { code: shownCode(secret, world.clock.now()) })
    world.clock.advance(MINUTE)
    const code = shownCode(secret, world.clock.now())
    const { secondStep } = resultOf(await world.ask('accounts', 'login', { email: anna.email, password: PASSWORD }))
    const page = await open(`/#second-step=${secondStep}`, { untouched: true, slower: 3 })
    const step = page.getByRole('dialog', { name: 'Подтвердите вход' })
    await step.getByLabel('Код из приложения').fill(code)
    await step.getByRole('button', { name: 'Войти' }).click()
    await page.getByRole('button', { name: 'Меню: anna-slow' }).waitFor()
  })

  story('a page whose scripts do not come says so', async ({ open }) => {
    const page = await open('/about', { untouched: true, without: scripts, expects: [/ERR_FAILED/] })
    await page.mouse.move(60, 60, { steps: 3 })
    await page.getByRole('alert').getByRole('link', { name: 'откройте её ещё раз' }).waitFor()
  })

  story('a guest sees the words of the home page, and how to come in', async ({ open }) => {
    const page = await open('/', { without: scripts, expects: [/ERR_FAILED/] })
    await page.getByRole('heading', { level: 1, name: 'Слышит тех, кто ищет вас' }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'Войти' }).waitFor()
  })
})

story('the feed asks one question before its first message, and that from the document', async ({ world, open }) => {
  const gleb = await watcher(world, 'gleb')
  const page = await open('/feed', { as: gleb })
  await expect.poll(() => cards(page).count()).toBe(20)
  // The clock of the story stands still, and the list of the page's own with it.
  const asked = await page.evaluate<string[]>(`new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const paths = list.getEntries().map(({ name }) => new URL(name).pathname)
      resolve(paths.filter((path) => path.startsWith('/api/')))
    }).observe({ type: 'resource', buffered: true })
  })`)
  expect(asked[0]).toBe('/api/start')
  const again = ['/api/user/me', '/api/filter/list', '/api/feed/query', '/api/category/list', '/api/subscription/list']
  expect(asked.filter((path) => again.includes(path))).toEqual([])
})

describe('the first messages of the feed', () => {
  const drawn = (page: Page) => page.locator('main[inert]').getByRole('article', { includeHidden: true })

  story.for([360, 768, 1440])(
    'stand before any script has come, at %i px, and do not move when they come',
    async (width, { world, open }) => {
      const reader = await watcher(world, `reader-${width}`)
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      const page = await open('/contacts', { as: reader, width })
      await page.route(scripts, async (route) => {
        await released
        await route.continue()
      })
      void page.goto('/feed').catch(() => {})
      await expect.poll(() => drawn(page).count()).toBe(width < 1_200 ? 6 : 20)
      // In the letters of the page: in others a message may take another line.
      await page.evaluate('document.fonts.ready.then(() => {})')
      const seenOf = async (first: Locator) => [
        await first.locator('[data-message-text]').innerText(),
        await first.boundingBox(),
      ]
      const before = await seenOf(drawn(page).first())
      release()
      await expect.poll(() => cards(page).count()).toBe(20)
      await expect.poll(() => seenOf(cards(page).first())).toEqual(before)
    },
  )

  story(
    'are those of a filter as it is changed in this tab, and of the page that the address names',
    async ({ world, open }) => {
      const reader = await watcher(world, 'drafts')
      const page = await open('/feed', { as: reader })
      await page.evaluate(`sessionStorage.setItem('filter-drafts', '{"1":{"kind":"post"}}')`)
      const asked = await askedAtStart(page, '/feed')
      expect(asked.searchParams.get('width')).toBeNull()
      await page.evaluate(`sessionStorage.removeItem('filter-drafts')`)
      expect((await askedAtStart(page, '/feed')).searchParams.get('width')).toBe('1440')
      await page.goto('/contacts')
      expect((await askedAtStart(page, '/feed#2')).searchParams.get('width')).toBeNull()
    },
  )

  async function askedAtStart(page: Page, path: string): Promise<URL> {
    const asking = page.waitForRequest(/\/api\/start/)
    await page.goto(path)
    return new URL((await asking).url())
  }
})

/** Of pages whose heads are to begin at one place. */
const aligned: readonly string[] = [
  '/order',
  '/custom-category',
  '/groups',
  '/podbor-kategorii',
  '/subscribes',
  '/sources',
  '/profile',
  '/contacts',
  '/reviews',
  '/privacy',
  '/feed/blacklist',
]

/** As long as each of them may take alone: one story visits all. */
const timeout = addresses.length * MINUTE

/** Each address at one of the widths by turns, beginning with another one in a run with another seed; at each width in `npm run looks`. */
const visitedAt = (width: number, widths: readonly number[], all: Visited = addresses): Visited =>
  all.filter((_, at) => everyTurn || widths[(at + (inject('seed') >>> 0)) % widths.length] === width)
const ofPeople = [360, 1440, 768]
const ofGuests = [360, 1440]
const seenByGuests: Visited = [...addresses, ['no-category', '/category/nothing']]

/** A page costs most when it is opened: what is asked of it at the widest is asked while it is there for its moves. */
describe('nothing moves when a page comes', { timeout }, () => {
  story.for([768, 360])('of anyone who is signed in, at %i px', async (width, { world, open }) => {
    const anna = await watcher(world, `anna-${width}`)
    expect(await unsteady(open, { as: anna, width }, { visited: visitedAt(width, ofPeople) })).toEqual({})
  })

  story(
    'of anyone who is signed in, at 1440 px, where the head of every page begins where that of the next one does',
    async ({ world, open }) => {
      const anna = await watcher(world, 'anna-1440')
      const places: Record<string, number> = {}
      const look: Look = async (page, _, path) => {
        if (!aligned.includes(path)) return
        const head = page.getByRole('heading', { level: 1 })
        // One that stands while the page waits may be gone between two looks.
        let x = -1
        await expect.poll(async () => (x = (await head.boundingBox())?.x ?? -1)).toBeGreaterThan(0)
        places[path] = x
      }
      const turned = visitedAt(1440, ofPeople)
      const visited = addresses.filter((address) => turned.includes(address) || aligned.includes(address[1]))
      expect(await unsteady(open, { as: anna }, { visited, look })).toEqual({})
      expect(Object.keys(places).toSorted()).toEqual(aligned.toSorted())
      expect([...new Set(Object.values(places))], JSON.stringify(places)).toHaveLength(1)
    },
  )

  story.for(ofGuests)('of a guest, at %i px, and its title is that of the document', async (width, { world, open }) => {
    await world.looksFor('photographers', 'ищу фотографа')
    const look: Look = async (page, name, path) => {
      const { title } = await documentAt(world, path)
      // What the number of an account is, only the page knows.
      if (name !== 'invoice') await expect.poll(() => page.title()).toBe(title)
    }
    const visited = visitedAt(width, ofGuests, seenByGuests)
    expect(await unsteady(open, { width }, { visited, look })).toEqual({})
  })
})

const documentAt = async (world: TestWorld, path: string): Promise<{ status: number; title: string }> => {
  const response = await fetch(world.web.address + path)
  const [, title = ''] = /<title(?: data-first)?>([^<]*)/.exec(await response.text()) ?? []
  return { status: response.status, title }
}

story('the document says to a guest the title of every page, and which addresses there are', async ({ world }) => {
  await world.looksFor('photographers', 'ищу фотографа')
  for (const [name, path] of seenByGuests) {
    const { status, title } = await documentAt(world, path)
    // From Omsk no one wrote here, and no article has this address.
    const absent = ['not-found', 'no-category', 'category-city', 'article'].includes(name)
    expect(status, path).toBe(absent ? 404 : 200)
    expect(title, path).toMatch(/Эхолот/)
  }
})
