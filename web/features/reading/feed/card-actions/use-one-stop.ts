import { useEffect, type RefObject } from 'react'

const controls = 'a[href], button, input, [tabindex]'
/** Where what stood in `tabindex` is kept meanwhile; «natural» when nothing did. */
const KEPT = 'data-stop'

/**
 * A list of a hundred items is one stop of Tab: the item the reader was on last, and what can be pressed in it. Others are reached
 * from there (useItemKeys), by mouse and by a screen reader, to whom nothing is different.
 */
export function useOneStop(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = list.current
    if (!root) return
    let current: Element | null = null
    const settle = (): void => {
      const items = [...root.querySelectorAll('[data-item]')]
      if (!current || !items.includes(current))
        current = items.find((item) => item.contains(document.activeElement)) ?? items[0] ?? null
      for (const item of items) setStop(item, item === current)
    }
    const onFocus = ({ target }: FocusEvent): void => {
      const item = target instanceof Element ? target.closest('[data-item]') : null
      if (!item || item === current) return
      if (current) setStop(current, false)
      current = item
      setStop(item, true)
    }
    settle()
    // Cards come and go, and what stands in them comes when it is asked for.
    const watcher = new MutationObserver(settle)
    watcher.observe(root, { childList: true, subtree: true })
    root.addEventListener('focusin', onFocus)
    return () => {
      watcher.disconnect()
      root.removeEventListener('focusin', onFocus)
    }
  }, [list])
}

function setStop(item: Element, isStop: boolean): void {
  item.setAttribute('tabindex', isStop ? '0' : '-1')
  for (const control of item.querySelectorAll(controls)) {
    const kept = control.getAttribute(KEPT)
    if (isStop && kept !== null) {
      control.removeAttribute(KEPT)
      if (kept === 'natural') control.removeAttribute('tabindex')
      else control.setAttribute('tabindex', kept)
    } else if (!isStop && kept === null) {
      control.setAttribute(KEPT, control.getAttribute('tabindex') ?? 'natural')
      control.setAttribute('tabindex', '-1')
    }
  }
}
