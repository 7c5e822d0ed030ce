/** What axe-core finds on a page: WCAG 2.0 to 2.2, A and AA, and its best practices. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

const source = readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Experimental in axe, yet what someone who speaks to the page needs: the name of a button has the words that are on it. */
const more = { 'label-content-name-mismatch': { enabled: true } }

/** Rules that ask about colours; the others read elements, what is seen of them and where it lies: those are the same in both schemes. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** Rules that ask where things lie and how large they are. Contrast is looked at at every width by our own check (`check-looks.ts`). */
const ofPlaces = ['target-size', 'scrollable-region-focusable']

/** The digests of what axe found nothing in, of a tab and the schemes it was asked in: as it lay, and as it is wherever it lies. */
const flawless = new WeakMap<Page, Record<string, Set<string>>>()

/**
 * Each violation as «scheme: rule: the elements», of the page as it is: of all rules in the first of these colour schemes, and of those
 * of colours in the others. All colours hang on one attribute of the page, which it takes over from the browser: with that changed, it
 * is asked about without being drawn. A part of the page that stands where and as it stood when axe found nothing is not asked about
 * again, as what lies behind a dialog; one that has the same elements, and the same of them seen, but lies elsewhere, as at another width, is asked about
 * places alone. It waits for nothing: it is asked until it is empty.
 */
export async function axeViolations(
  page: Page,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<string[]> {
  // By the protocol, not by a script of the page: its policy lets none in. Nothing is said of the markup, so none is kept of every element.
  if (!(await page.evaluate<boolean>(`'axe' in window`)))
    await page.evaluate(`${await source}; axe.configure({ noHtml: true }); undefined`)
  const ofTab = flawless.get(page) ?? {}
  flawless.set(page, ofTab)
  const known = (ofTab[schemes.join()] ??= new Set())
  const { found, parts } = await page.evaluate<{ found: string[]; parts: string[] }>(`(async () => {
    ${digests}
    const known = new Set(${JSON.stringify([...known])})
    const before = digestParts()
    const leftOut = (element, isKnown) =>
      [...element.children].flatMap((child) => (isKnown(before.get(child)) ? [child] : leftOut(child, isKnown)))
    const asItLay = leftOut(document.body, (part) => part !== undefined && known.has(part.lies))
    const asItIs = leftOut(document.body, (part) => part !== undefined && (known.has(part.lies) || known.has(part.is)))
    const root = document.documentElement
    const shown = root.getAttribute(schemeName)
    const ask = async (rules, exclude) => {
      const context = { include: [document], exclude }
      const { violations } = await axe.run(context, { ...rules, resultTypes: ['violations'], elementRef: false })
      return violations.map(({ id, nodes }) => root.getAttribute(schemeName) + ': ' + id + ': ' +
        nodes.map(({ target, any }) => target.join(' ') + (any[0]?.message ? ' (' + any[0].message.slice(0, 120) + ')' : '')).slice(0, 4).join('; '))
    }
    const found = []
    try {
      for (const [at, scheme] of ${JSON.stringify(schemes)}.entries()) {
        root.setAttribute(schemeName, scheme)
        if (at > 0) {
          found.push(...await ask(${JSON.stringify({ runOnly: ofColours })}, asItIs))
          continue
        }
        found.push(...await ask(${JSON.stringify({ runOnly: { type: 'tag', values: tags }, rules: more })}, asItIs))
        if (asItIs.some((part) => !asItLay.includes(part))) found.push(...await ask(${JSON.stringify({ runOnly: ofPlaces })}, asItLay))
      }
    } finally {
      root.setAttribute(schemeName, shown)
    }
    // What has changed meanwhile was not asked about as it was or as it is.
    const after = digestParts()
    const same = [...before].filter(([element, { lies }]) => after.get(element)?.lies === lies)
    return { found, parts: same.flatMap(([, { lies, is }]) => [lies, is]) }
  })()`)
  if (found.length === 0) for (const part of parts) known.add(part)
  return found
}

/**
 * Of each larger part of the page: all that can be read off it except its colours, that is its elements and their attributes and
 * which of them are seen (`is`), and where as well (`lies`). Ids that React makes are others with every drawing: what they refer to stands for them.
 */
const digests = `
  const schemeName = 'data-mantine-color-scheme'
  const LARGE = 12
  const digest = (text) => {
    let [a, b] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      a = Math.imul(a ^ code, 2654435761)
      b = Math.imul(b ^ code, 1597334677)
    }
    a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
    b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
    return (a >>> 0).toString(36) + '.' + (b >>> 0).toString(36)
  }
  const referring = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-details', 'aria-activedescendant']
  const isMade = (id) => /^(mantine-|_r_)/.test(id)
  const valueOf = ({ name, value }) => {
    if (name === 'id' && isMade(value)) return 'made'
    if (!referring.includes(name)) return value
    return value.split(' ').map((id) => {
      const other = isMade(id) && document.getElementById(id)
      return other ? other.tagName + other.textContent : id
    }).join(' ')
  }
  const digestParts = () => {
    const parts = new Map()
    const read = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const seen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const words = [element.tagName, seen]
      const places = [x, y, width, height]
      for (const attribute of element.attributes) words.push(attribute.name, valueOf(attribute))
      let size = 1
      for (const child of element.childNodes) {
        if (child.nodeType !== Node.ELEMENT_NODE) {
          words.push(child.data)
          continue
        }
        const inner = read(child)
        size += inner.size
        words.push(inner.is)
        places.push(inner.lies)
      }
      const is = digest(words.join('\\0'))
      const lies = digest(is + places.join('\\0'))
      if (size >= LARGE) parts.set(element, { is, lies })
      return { size, is, lies }
    }
    read(document.body)
    return parts
  }`
