import { useEffect, useRef, type RefObject } from 'react'

/**
 * Anyone who deletes the item they are on finds themselves on the one that takes its place, and not at the beginning of the page.
 * @param ids of the elements in `list` that carry `data-item`, in their order
 */
export function useFocusPastRemoved(list: RefObject<HTMLElement | null>, ids: readonly number[]): void {
  /** The item that the focus was in last. */
  const last = useRef<number | null>(null)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const item = target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null
      if (item) last.current = Number(item.dataset.item)
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])

  const before = useRef(ids)
  useEffect(() => {
    const place = last.current === null ? -1 : before.current.indexOf(last.current)
    // Another page is no removal, and is read from its top.
    const fewer = ids.every((id) => before.current.includes(id))
    const gone = fewer && place >= 0 && last.current !== null && !ids.includes(last.current)
    before.current = ids
    if (!gone || document.activeElement !== document.body) return
    const next = ids[Math.min(place, ids.length - 1)]
    list.current?.querySelector<HTMLElement>(`[data-item="${next}"]`)?.focus({ preventScroll: true })
  }, [list, ids])
}
