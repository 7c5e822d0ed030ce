import { useLayoutEffect, useRef, type RefObject } from 'react'

/** By place on the keyboard, so that they work in either layout. */
const steps: Record<string, number> = { KeyJ: 1, KeyK: -1 }
/** On an item itself; elsewhere they scroll. */
const arrowSteps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Where keys mean something else. A checkbox is not written into. */
const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"], [role="listbox"]'

export interface ItemKeys {
  /**
   * Any other key; says whether it meant something.
   * @param item the item the reader is on, if they are on one
   * @param step goes that many items on; says whether there was one to go to
   */
  onKey: (event: KeyboardEvent, item: HTMLElement | null, step: (by: number) => boolean) => boolean
  /** A key has led on from this item to another. */
  onLeave: (item: HTMLElement) => void
}

/** J and K, and the arrows, move from item to item: the elements in `list` that carry `data-item`. */
export function useItemKeys(list: RefObject<HTMLElement | null>, keys: ItemKeys): void {
  const handlers = useRef(keys)
  // With what is drawn, and not a moment after it: a list that is seen answers to keys.
  useLayoutEffect(() => {
    handlers.current = keys
  })
  useLayoutEffect(() => {
    /** Where the reader was: what they pressed may have gone from the screen, and the focus with it. */
    let last: HTMLElement | null = null
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element) last = target.closest<HTMLElement>('[data-item]') ?? last
    }
    const currentOf = (items: HTMLElement[]): HTMLElement | null => {
      const { activeElement } = document
      const focused = items.find((item) => item.contains(activeElement))
      if (focused) return focused
      if (!last || !items.includes(last)) return null
      return activeElement === document.body && isInSight(last) ? last : null
    }
    const listener = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && meansOther(event.target)) return
      const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
      const current = currentOf(items)
      const go = (by: number): boolean => {
        const next = items[nextItem(items, current, by)]
        if (!next) return false
        focusItem(next, event.repeat)
        return true
      }
      const onItem = current !== null && event.target === current && !event.shiftKey
      const step = steps[event.code] ?? (onItem ? arrowSteps[event.code] : undefined)
      if (step !== undefined) {
        if (!go(step)) return
        event.preventDefault()
        if (current) handlers.current.onLeave(current)
        return
      }
      // Whatever opens by the key gives the focus back to where it was.
      if (document.activeElement === document.body) current?.focus({ preventScroll: true })
      if (handlers.current.onKey(event, current, go)) event.preventDefault()
    }
    window.addEventListener('keydown', listener)
    document.addEventListener('focusin', onFocus)
    return () => {
      window.removeEventListener('keydown', listener)
      document.removeEventListener('focusin', onFocus)
    }
  }, [list])
}

function meansOther(target: Element): boolean {
  return target.closest(typing) !== null
}

/** @param held a key that is held down outruns a gentle movement */
export function focusItem(item: HTMLElement, held = false): void {
  item.focus({ preventScroll: true })
  const gentle = !held && !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  item.scrollIntoView({ block: 'nearest', behavior: gentle ? 'smooth' : 'auto' })
}

/** From the item the reader is on; from the first one in sight when they are on none. */
function nextItem(items: HTMLElement[], current: HTMLElement | null, step: number): number {
  if (current) return items.indexOf(current) + step
  const inSight = items.findIndex((item) => item.getBoundingClientRect().bottom > 80)
  return step > 0 ? inSight : inSight - 1
}

function isInSight(item: HTMLElement): boolean {
  const { top, bottom } = item.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}
