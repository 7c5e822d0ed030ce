import { useEffect, useRef, type RefObject } from 'react'

/** By place on the keyboard, so that they work in either layout. */
const steps: Record<string, number> = { KeyJ: 1, KeyK: -1 }

/** Where keys mean something else. A checkbox is not written into. */
const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"], [role="listbox"]'

/**
 * J and K move from item to item: the elements in `list` that carry `data-item`.
 * @param onKey any other key, with the item the reader is on, if they are on one; says whether the key meant something
 */
export function useItemKeys(
  list: RefObject<HTMLElement | null>,
  onKey: (event: KeyboardEvent, item: HTMLElement | null) => boolean,
): void {
  const handler = useRef(onKey)
  useEffect(() => {
    handler.current = onKey
  })
  useEffect(() => {
    /** Where the reader was: what they pressed may have gone from the screen, and the focus with it. */
    let last: HTMLElement | null = null
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element) last = target.closest<HTMLElement>('[data-item]') ?? last
    }
    const currentOf = (items: HTMLElement[]): HTMLElement | null => {
      const { activeElement } = document
      const focused = items.find((item) => item.contains(activeElement))
      if (focused) return focused
      return activeElement === document.body && last && items.includes(last) && isInSight(last) ? last : null
    }
    const listener = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(typing)) return
      const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
      const step = steps[event.code]
      const current = currentOf(items)
      if (step === undefined) {
        // Whatever opens by the key gives the focus back to where it was.
        if (document.activeElement === document.body) current?.focus({ preventScroll: true })
        if (handler.current(event, current)) event.preventDefault()
        return
      }
      const next = items[nextItem(items, current, step)]
      if (!next) return
      event.preventDefault()
      next.focus({ preventScroll: true })
      // A key that is held down outruns a gentle movement.
      const gentle = !event.repeat && !window.matchMedia('(prefers-reduced-motion: reduce)').matches
      next.scrollIntoView({ block: 'nearest', behavior: gentle ? 'smooth' : 'auto' })
    }
    window.addEventListener('keydown', listener)
    document.addEventListener('focusin', onFocus)
    return () => {
      window.removeEventListener('keydown', listener)
      document.removeEventListener('focusin', onFocus)
    }
  }, [list])
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
