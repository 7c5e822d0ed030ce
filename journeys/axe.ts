/** What axe-core finds on a page: WCAG 2.0 to 2.2, A and AA, and its best practices. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

const source = readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Experimental in axe, yet what someone who speaks to the page needs: the name of a button has the words that are on it. */
const more = { 'label-content-name-mismatch': { enabled: true } }

/**
 * Each violation as «rule: the elements», of the page as it is. It reads the whole document, so it is asked at the widths and
 * schemes that differ in it, and waits for nothing: it is asked until it is empty.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  // By the protocol, not by a script of the page: its policy lets none in.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(`${await source}; undefined`)
  return page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify({
      runOnly: { type: 'tag', values: tags },
      rules: more,
      resultTypes: ['violations'],
      elementRef: false,
    })}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, any }) => target.join(' ') + (any[0]?.message ? ' (' + any[0].message.slice(0, 120) + ')' : '')).slice(0, 4).join('; ')))`,
  )
}
