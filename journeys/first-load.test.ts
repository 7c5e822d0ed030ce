/** What stands on the screen before anything is known, how little it takes, and that nothing moves when the rest comes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pages, type PageName } from '../contract/pages.ts'
import { paid, paidForTeam, type TestWorld } from '../server/testing/test-world.ts'
import { projectRoot } from '../tools/project-root.ts'
import type { Documents } from '../tools/web/documents.ts'
import { story, type Open } from './browser.ts'

const built = (path: string): string => join(projectRoot, 'dist', path)
const documents = JSON.parse(readFileSync(built('documents.json'), 'utf8')) as Documents
const KB = 1024

/** The files a document names, and how many bytes they are on the way. */
function filesOf(name: PageName, visitor: 'guest' | 'person'): { scripts: number; styles: number; bytes: number } {
  const document = documents[name][visitor]
  const named = [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(js|css))"/g)]
  const size = (path: string): number => {
    const raw = readFileSync(built(`web${path}`))
    return raw.length < KB ? raw.length : readFileSync(built(`web${path}.br`)).length
  }
  return {
    scripts: named.filter(([, , kind]) => kind === 'js').length,
    styles: named.filter(([, , kind]) => kind === 'css').length,
    bytes: named.reduce((sum, [, path = '']) => sum + size(path), 0),
  }
}

describe('a page comes in few files', () => {
  test.each<[PageName, number]>([
    ['home', 160],
    ['order', 260],
    ['feed', 290],
  ])('%s: at most seven scripts, six styles and %i KB of both', (name, kilobytes) => {
    const { scripts, styles, bytes } = filesOf(name, 'person')
    expect(scripts).toBeLessThanOrEqual(7)
    expect(styles).toBeLessThanOrEqual(6)
    expect(bytes / KB).toBeLessThanOrEqual(kilobytes)
  })

  test.each(Object.keys(pages) as PageName[])('%s: no script or style twice, and none that is not there', (name) => {
    for (const visitor of ['guest', 'person'] as const) {
      const named = [...documents[name][visitor].matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
      expect(named).toEqual([...new Set(named)])
      expect(filesOf(name, visitor).bytes).toBeGreaterThan(0)
    }
  })
})

/** Every address, as someone who may see all of it. */
const addresses = (Object.keys(pages) as PageName[])
  .filter((name) => name !== 'logout' && name !== 'goto')
  .map((name) => [name, addressOf(name)] as const)

function addressOf(name: PageName): string {
  if (name === 'category') return '/category/photographers'
  return name === 'not-found' ? '/nowhere' : pages[name].path.replace(/:\w+/, '1')
}

/** How far things moved by themselves, as browsers count it, once all has come; with what moved. */
async function movesOf(page: Page): Promise<{ shift: number; what: string[] }> {
  await expect.poll(() => page.locator('main [aria-busy="true"], main .mantine-Skeleton-root').count()).toBe(0)
  return page.evaluate<{ shift: number; what: string[] }>(`new Promise((tell) => {
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
    requestAnimationFrame(() => requestAnimationFrame(() => { take(watcher.takeRecords()); tell(moves) }))
  })`)
}

const STEADY = 0.05

/** The addresses whose pages move, each with what moves there. */
async function unsteady(open: Open, options: Parameters<Open>[1]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const [name, path] of addresses) {
    const page = await open(path, { ...options, expects: [/status of 404/] })
    const moves = await movesOf(page)
    if (moves.shift >= STEADY) found[name] = moves
    await page.context().close()
  }
  return found
}

async function watcher(world: TestWorld, name: string): Promise<{ token: string }> {
  await world.looksFor('photographers', 'ищу фотографа')
  await world.receive(Array.from({ length: 24 }, (_, at) => world.message(`Ищу фотографа на свадьбу ${at}`)))
  await world.settle()
  return world.somebody(name, ['admin', 'moderator'], paid('photographers'), paidForTeam('vets'))
}

describe('nothing moves when a page comes', () => {
  story.for([1440, 768, 360])('of anyone who is signed in, at %i px', async (width, { world, open }) => {
    const anna = await watcher(world, `anna-${width}`)
    expect(await unsteady(open, { as: anna, width })).toEqual({})
  })

  story.for([1440, 360])('of a guest, at %i px', async (width, { world, open }) => {
    await world.looksFor('photographers', 'ищу фотографа')
    expect(await unsteady(open, { width })).toEqual({})
  })
})
