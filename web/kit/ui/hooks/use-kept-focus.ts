import { useEffect, useRef, type RefObject } from 'react'

/**
 * Anyone who pressed a button that is gone after the press finds themselves on the next one in the same place, and not at the
 * beginning of the page. `state` is what makes buttons come and go.
 */
export function useKeptFocus<Place extends HTMLElement>(state: unknown): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    if (document.activeElement === document.body) place.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [state])
  return place
}
