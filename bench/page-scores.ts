/** What Lighthouse thinks of pages: its mobile preset, the project's Chromium. */
import lighthouse from 'lighthouse'
import { launchChromium } from '../tools/chromium.ts'
import { freePort } from '../tools/postgres.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export interface PageToScore {
  path: string
  /** A cookie of someone who is signed in; null: a guest. */
  session: string | null
}

/**
 * Prints a line for each page: the median of each category, and what fails in all but performance.
 * @param times turns, each with an empty cache
 */
export async function scorePages(address: string, pages: readonly PageToScore[], times: number): Promise<void> {
  const port = await freePort()
  const browser = await launchChromium([`--remote-debugging-port=${port}`])
  try {
    for (const { path, session } of pages) {
      const scores: Record<string, number[]> = {}
      const failed = new Set<string>()
      for (let time = 0; time < times; time++) {
        const result = await lighthouse(address + path, {
          port,
          logLevel: 'error',
          onlyCategories: [...categories],
          ...(session !== null && { extraHeaders: { Cookie: session } }),
        })
        if (!result) throw new Error(`Lighthouse says nothing of ${path}`)
        const { lhr } = result
        for (const name of categories) {
          const category = lhr.categories[name]
          ;(scores[name] ??= []).push(Math.round((category?.score ?? 0) * 100))
          if (name === 'performance') continue
          for (const { id, weight } of category?.auditRefs ?? [])
            if (weight > 0 && (lhr.audits[id]?.score ?? 1) < 1) failed.add(id)
        }
        for (const [name, id] of [
          ['LCP', 'largest-contentful-paint'],
          ['TBT', 'total-blocking-time'],
          ['CLS', 'cumulative-layout-shift'],
        ] as const)
          (scores[name] ??= []).push(lhr.audits[id]?.numericValue ?? NaN)
      }
      const figures = Object.entries(scores).map(([name, all]) => `${name} ${shown(name, median(all))}`)
      console.log(
        `${path.padEnd(28)} ${figures.join(', ')}${failed.size > 0 ? `; fails: ${[...failed].join(' ')}` : ''}`,
      )
    }
  } finally {
    await browser.close()
  }
}

const shown = (name: string, value: number): string =>
  name === 'CLS' ? value.toFixed(3) : `${Math.round(value)}${name === 'LCP' || name === 'TBT' ? ' ms' : ''}`
const median = (all: number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN
