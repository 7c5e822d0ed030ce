/**
 * Elements as a person names them: the part of Playwright's `Locator` that stories need, so that a story moves between a page in a
 * browser and one without by its imports alone. Looks again until what it needs is there.
 */
import { queryAllByRole } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { fitting, isReachable, isSeen, labelsOf, withLabel, withText, type Wanted } from './find.ts'
import { window } from './window.ts'

export interface RoleOptions {
  name?: Wanted
  exact?: boolean
  level?: number
  includeHidden?: boolean
  checked?: boolean
  selected?: boolean
  pressed?: boolean
  expanded?: boolean
}
interface TextOptions {
  exact?: boolean
}

/** Longer than anything takes on a busy machine; nothing waits this long unless it fails. */
const PATIENCE = 60_000
const LOOK_AGAIN = 50

const hands = userEvent.setup({ document: window.document, pointerEventsCheck: 0, delay: null })

const typed = (text: string): string => text.replaceAll(/[{[]/g, '$&$&')

export const typeText = (text: string): Promise<void> => hands.keyboard(typed(text))

/** @param keys like `Enter`, `Space`, `a` or `Shift+Tab` */
export async function pressKeys(keys: string): Promise<void> {
  const held = keys.split('+')
  const last = held.pop() ?? ''
  const key = last === 'Space' ? ' ' : last
  const pressed = key.length === 1 ? typed(key) : `{${key}}`
  const down = held.map((each) => `{${each}>}`).join('')
  const up = held.map((each) => `{/${each}}`).join('')
  await hands.keyboard(`${down}${pressed}${up}`)
}

/** @throws Error with the text of the page when it never comes */
export async function until<Found>(look: () => Found | null, what: string): Promise<Found> {
  // Not `Date`, which stands still for pages.
  const end = performance.now() + PATIENCE
  for (;;) {
    const found = look()
    if (found !== null) return found
    if (performance.now() > end) throw neverCame(what)
    await nextChange()
  }
}

const neverCame = (what: string): Error => new Error(`${what} did not come. The page:\n${textOfPage()}`)

function textOfPage(): string {
  const body = window.document.body.cloneNode(true) as HTMLElement
  for (const style of body.querySelectorAll('style')) style.remove()
  return (body.textContent ?? '').slice(0, 3_000)
}

function observeAll(observer: MutationObserver): void {
  observer.observe(window.document, { subtree: true, childList: true, attributes: true, characterData: true })
}

function nextChange(): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      observer.disconnect()
      clearTimeout(timer)
      setTimeout(resolve, 0)
    }
    const observer = new window.MutationObserver(done)
    observeAll(observer)
    // Not everything that is waited for changes the document: an address does not.
    const timer = setTimeout(done, LOOK_AGAIN)
  })
}

export class DomLocator {
  readonly #find: () => Element[]
  readonly #words: string

  constructor(find: () => Element[], words: string) {
    this.#find = find
    this.#words = words
  }

  toString(): string {
    return this.#words
  }

  #within(find: (root: Element) => Element[], words: string): DomLocator {
    return new DomLocator(() => distinct(this.#find().flatMap(find)), `${this.#words} › ${words}`)
  }

  getByRole(role: string, { name, exact, includeHidden = false, ...states }: RoleOptions = {}): DomLocator {
    const fits = name === undefined ? undefined : fitting(name, exact)
    const options = { ...states, ...(fits && { name: fits }), hidden: true }
    const find = (root: Element): Element[] =>
      [
        ...queryAllByRole(root as HTMLElement, role, options),
        ...(role === 'textbox' ? passwords(root).filter((field) => !fits || labelsOf(field).some(fits)) : []),
      ].filter((element) => includeHidden || isReachable(element))
    return this.#within(find, name === undefined ? role : `${role} «${name}»`)
  }

  getByText(text: Wanted, { exact }: TextOptions = {}): DomLocator {
    return this.#within((root) => withText(root, fitting(text, exact)), `text «${text}»`)
  }

  getByLabel(label: Wanted, { exact }: TextOptions = {}): DomLocator {
    return this.#within((root) => withLabel(root, fitting(label, exact)), `label «${label}»`)
  }

  getByPlaceholder(text: Wanted): DomLocator {
    const fits = fitting(text)
    const find = (root: Element): Element[] =>
      [...root.querySelectorAll('[placeholder]')].filter((element) => fits(element.getAttribute('placeholder') ?? ''))
    return this.#within(find, `placeholder «${text}»`)
  }

  locator(selector: string): DomLocator {
    return this.#within((root) => [...root.querySelectorAll(selector)], selector)
  }

  filter({ hasText, has }: { hasText?: Wanted; has?: DomLocator }): DomLocator {
    const fits = hasText === undefined ? () => true : fitting(hasText)
    const find = (): Element[] => {
      const inner = has === undefined ? undefined : has.#find()
      const holds = (element: Element): boolean =>
        inner === undefined || inner.some((each) => each !== element && element.contains(each))
      return this.#find().filter((element) => fits(element.textContent ?? '') && holds(element))
    }
    return new DomLocator(find, `${this.#words} with «${hasText ?? has}»`)
  }

  and(other: DomLocator): DomLocator {
    return this.filterBy((element) => other.#find().includes(element), `and ${other}`)
  }

  private filterBy(keep: (element: Element) => boolean, words: string): DomLocator {
    return new DomLocator(() => this.#find().filter(keep), `${this.#words} ${words}`)
  }

  or(other: DomLocator): DomLocator {
    const both = (): Element[] => distinct([...this.#find(), ...other.#find()])
    const inOrder = (a: Element, b: Element): number => (a.compareDocumentPosition(b) & 4 ? -1 : 1)
    return new DomLocator(() => both().toSorted(inOrder), `${this.#words} or ${other}`)
  }

  nth(at: number): DomLocator {
    return new DomLocator(() => this.#find().slice(at).slice(0, 1), `${this.#words} (${at})`)
  }
  first(): DomLocator {
    return this.nth(0)
  }
  last(): DomLocator {
    return this.nth(-1)
  }

  /** The one element, once it is as it has to be and stays. More than one is a mistake of the story. */
  async #one(ready: (element: HTMLElement) => boolean = () => true): Promise<HTMLElement> {
    const look = (): HTMLElement | null => {
      const [element, second] = this.#find() as HTMLElement[]
      if (second !== undefined) throw new Error(`more than one fits: ${this.#words}`)
      return element !== undefined && ready(element) ? element : null
    }
    for (;;) {
      const found = await until(look, this.#words)
      await effects()
      if (look() === found) return found
    }
  }

  async waitFor({ state = 'visible' }: { state?: 'visible' | 'attached' | 'detached' | 'hidden' } = {}): Promise<void> {
    if (state === 'visible' || state === 'attached') await this.#one(state === 'visible' ? isSeen : undefined)
    else {
      const there = state === 'detached' ? () => true : isSeen
      await until(() => (this.#find().some(there) ? null : true), `the end of ${this.#words}`)
    }
  }

  /** Once it is there, if only for a moment. For what goes by itself, and begun before what brings it: a busy machine may look too late. */
  glimpse(): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        observer.disconnect()
        clearTimeout(timer)
      }
      const look = (): void => {
        if (!this.#find().some(isSeen)) return
        stop()
        resolve()
      }
      const observer = new window.MutationObserver(look)
      observeAll(observer)
      const timer = setTimeout(() => {
        stop()
        reject(neverCame(this.#words))
      }, PATIENCE)
      look()
    })
  }

  count(): Promise<number> {
    return now(() => this.#find().length)
  }
  all(): Promise<DomLocator[]> {
    return now(() => this.#find().map((_, at) => this.nth(at)))
  }
  isVisible(): Promise<boolean> {
    return now(() => this.#find().some(isSeen))
  }
  allTextContents(): Promise<string[]> {
    return now(() => this.#find().map((element) => element.textContent ?? ''))
  }
  /** As `allTextContents`: what style sheets make of a text is not known. */
  allInnerTexts(): Promise<string[]> {
    return this.allTextContents()
  }
  evaluateAll<Answer>(read: (all: HTMLElement[]) => Answer): Promise<Answer> {
    return now(() => read(this.#find() as HTMLElement[]))
  }
  async textContent(): Promise<string> {
    return (await this.#one()).textContent ?? ''
  }
  innerText(): Promise<string> {
    return this.textContent()
  }
  async getAttribute(name: string): Promise<string | null> {
    return (await this.#one()).getAttribute(name)
  }
  async inputValue(): Promise<string> {
    return ((await this.#one()) as HTMLInputElement).value
  }
  async isChecked(): Promise<boolean> {
    return ((await this.#one()) as HTMLInputElement).checked
  }
  async isDisabled(): Promise<boolean> {
    return isDisabled(await this.#one())
  }
  async isEnabled(): Promise<boolean> {
    return !isDisabled(await this.#one())
  }

  async click(): Promise<void> {
    await hands.click(await this.#one(isUsable))
  }
  async hover(): Promise<void> {
    await hands.hover(await this.#one(isSeen))
  }
  async focus(): Promise<void> {
    ;(await this.#one(isSeen)).focus()
  }
  async fill(value: string): Promise<void> {
    const element = (await this.#one((field) => isUsable(field) && !field.matches(':read-only'))) as HTMLInputElement
    element.focus()
    const { prototype } =
      element instanceof window.HTMLTextAreaElement ? window.HTMLTextAreaElement : window.HTMLInputElement
    // React hears only of what the element itself did not set.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value)
    element.dispatchEvent(new window.InputEvent('input', { bubbles: true, data: value }))
    element.dispatchEvent(new window.Event('change', { bubbles: true }))
  }
  /** Chooses files in a field of them, which may be hidden behind a button. */
  async setInputFiles(files: readonly { name: string; mimeType: string; bytes: Buffer<ArrayBuffer> }[]): Promise<void> {
    const chosen = files.map(({ name, mimeType, bytes }) => new window.File([bytes], name, { type: mimeType }))
    await hands.upload(await this.#one(), chosen)
  }
  async evaluate<Given>(work: (element: HTMLElement, given: Given) => void, given: Given): Promise<void> {
    work(await this.#one(), given)
  }
  async press(keys: string): Promise<void> {
    await this.focus()
    await pressKeys(keys)
  }
  async pressSequentially(text: string): Promise<void> {
    await this.focus()
    await typeText(text)
  }
  async check(): Promise<void> {
    if (!(await this.isChecked())) await this.click()
  }
  async uncheck(): Promise<void> {
    if (await this.isChecked()) await this.click()
  }
  async selectOption(label: string): Promise<void> {
    await hands.selectOptions(await this.#one(isUsable), label)
  }
}

/** Browsers give them no role, and Playwright that of any other field of text. */
const passwords = (root: Element): Element[] => [...root.querySelectorAll('input[type="password"]:not([role])')]

const distinct = (elements: Element[]): Element[] => [...new Set(elements)]
const isDisabled = (element: Element): boolean => element.matches(':disabled, [aria-disabled="true"]')
const isUsable = (element: Element): boolean => isSeen(element) && !isDisabled(element)

/** What is drawn first may be drawn once more by its own effects (of the width, of less motion), with its fields empty again. */
const effects = (): Promise<void> => new Promise((resolve) => setTimeout(() => setImmediate(resolve), 0))

/** After what has just been done had its effect: a browser answers no sooner. */
async function now<Answer>(answer: () => Answer): Promise<Answer> {
  await new Promise((resolve) => setTimeout(resolve, 0))
  return answer()
}
