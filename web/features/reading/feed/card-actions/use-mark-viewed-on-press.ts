import { useEffect, type RefObject } from 'react'

const SECOND_BUTTON = 2

/** Calls `seen` with the id of the item (`data-item`) whose author or text the mouse is pressed on (spec §4 Feed). */
export function useMarkViewedOnPress(list: RefObject<HTMLElement | null>, seen: (id: number) => void): void {
  useEffect(() => {
    const root = list.current
    if (!root) return
    const press = ({ target, button }: MouseEvent): void => {
      if (button === SECOND_BUTTON || !(target instanceof Element) || !target.closest('[data-press-reads]')) return
      const item = target.closest('[data-item]:not([data-viewed])')
      if (item) seen(Number(item.getAttribute('data-item')))
    }
    root.addEventListener('mousedown', press)
    return () => root.removeEventListener('mousedown', press)
  }, [list, seen])
}
