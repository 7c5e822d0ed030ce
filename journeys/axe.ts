/** What axe-core finds on a page: WCAG 2.0 to 2.2, A and AA, and its best practices. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

const source = readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Experimental in axe, yet what someone who speaks to the page needs: the name of a button has the words that are on it. */
const more = { 'label-content-name-mismatch': { enabled: true } }

/** Rules that ask about colours; the others read elements, what is seen of them and where it lies. */
const ofColours = ['color-contrast', 'link-in-text-block']

/**
 * Each violation as «rule: the elements», of the page as it is. It reads the whole document, so it is asked at the widths and
 * schemes that differ in it, and waits for nothing: it is asked until it is empty.
 * @param which rules: all of them take more than twice the time of those of colours
 */
export async function axeViolations(page: Page, which: 'all' | 'colours' = 'all'): Promise<string[]> {
  // By the protocol, not by a script of the page: its policy lets none in.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(`${await source}; undefined`)
  return page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify({
      ...(which === 'all' ? { runOnly: { type: 'tag', values: tags }, rules: more } : { runOnly: ofColours }),
      resultTypes: ['violations'],
      elementRef: false,
    })}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, any }) => target.join(' ') + (any[0]?.message ? ' (' + any[0].message.slice(0, 120) + ')' : '')).slice(0, 4).join('; ')))`,
  )
}
