/** What fits a name, a text or a label, as Playwright reads them, in a document without a layout. */
import { window } from './window.ts'

export type Wanted = string | RegExp
export type Fits = (text: string) => boolean

const clean = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** A string stands anywhere and in any case unless it is to be exact. */
export function fitting(wanted: Wanted, exact = false): Fits {
  if (wanted instanceof RegExp) return (text) => wanted.test(clean(text))
  const whole = clean(wanted)
  if (exact) return (text) => clean(text) === whole
  const low = whole.toLowerCase()
  return (text) => clean(text).toLowerCase().includes(low)
}

/** By what the elements say of themselves; style sheets are not read. */
export function isSeen(element: Element): boolean {
  if (!element.isConnected) return false
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const { hidden, style } = at as HTMLElement
    if (hidden || style?.display === 'none' || style?.visibility === 'hidden') return false
    const closed = at instanceof window.HTMLDetailsElement && !at.open
    if (closed && at !== element && element.closest('summary') === null) return false
  }
  return true
}

/** Whether people who have a page read to them meet it. */
export const isReachable = (element: Element): boolean =>
  isSeen(element) && element.closest('[aria-hidden="true"], [inert]') === null

/** The innermost elements with such a text, the root among them. */
export function withText(root: Element, fits: Fits): Element[] {
  const found: Element[] = []
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (/^(SCRIPT|STYLE|NOSCRIPT|TITLE)$/.test(element.tagName)) continue
    if (!fits(textOf(element))) continue
    if (![...element.children].some((child) => fits(textOf(child)))) found.push(element)
  }
  return found
}

/** A button of a form says its text in its value. */
const textOf = (element: Element): string =>
  element instanceof window.HTMLInputElement && /^(submit|button)$/.test(element.type)
    ? element.value
    : (element.textContent ?? '')

export function withLabel(root: ParentNode, fits: Fits): Element[] {
  return [...root.querySelectorAll('[aria-label], [aria-labelledby], input, textarea, select')].filter(
    (element) => isSeen(element) && labelsOf(element).some(fits),
  )
}

export function labelsOf(element: Element): string[] {
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  const labelled = ids.map((id) => window.document.getElementById(id)?.textContent ?? '')
  const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
  return [
    element.getAttribute('aria-label') ?? '',
    ...labelled,
    ...labels.map((label) => label.textContent ?? ''),
  ].filter((label) => label !== '')
}
