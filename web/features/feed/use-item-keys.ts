import { useEffect, type RefObject } from 'react'

/** By place on the keyboard, so that they work in either layout. */
const steps: Record<string, number> = { KeyJ: 1, KeyK: -1 }

const typing = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"]'

/** J and K move from item to item: the elements in `list` that carry `data-item`. */
export function useItemKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = steps[event.code]
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(typing)) return
      const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
      const next = items[nextItem(items, step)]
      if (!next) return
      event.preventDefault()
      next.focus({ preventScroll: true })
      next.scrollIntoView({ block: 'nearest' })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [list])
}

/** From the focused item; from the first one in sight when none is. */
function nextItem(items: HTMLElement[], step: number): number {
  const focused = items.findIndex((item) => item.contains(document.activeElement))
  if (focused >= 0) return focused + step
  const inSight = items.findIndex((item) => item.getBoundingClientRect().bottom > 80)
  return step > 0 ? inSight : inSight - 1
}
