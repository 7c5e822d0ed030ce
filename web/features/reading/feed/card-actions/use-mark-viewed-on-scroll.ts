import { useEffect, type RefObject } from 'react'

/** So long a card has to be in sight as a whole. */
const LONG_ENOUGH_MS = 2_000

/** Calls `seen` with the id of each item (`data-item`) in `list` that was fully in sight for a while, once. Tall ones count when they fill the screen. */
export function useMarkViewedOnScroll(
  list: RefObject<HTMLElement | null>,
  on: boolean,
  ids: readonly number[],
  seen: (id: number) => void,
): void {
  useEffect(() => {
    const root = list.current
    if (!on || !root) return
    const timers = new Map<Element, ReturnType<typeof setTimeout>>()
    const stop = (item: Element): void => {
      clearTimeout(timers.get(item))
      timers.delete(item)
    }
    const watcher = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio, intersectionRect } of entries) {
          const whole = intersectionRatio > 0.98 || intersectionRect.height > window.innerHeight * 0.7
          if (!whole || document.hidden) stop(target)
          else if (!timers.has(target)) {
            const id = Number(target.getAttribute('data-item'))
            timers.set(
              target,
              setTimeout(() => {
                watcher.unobserve(target)
                seen(id)
              }, LONG_ENOUGH_MS),
            )
          }
        }
      },
      { threshold: [0, 0.25, 0.5, 0.75, 0.99] },
    )
    for (const item of root.querySelectorAll('[data-item]:not([data-viewed])')) watcher.observe(item)
    return () => {
      watcher.disconnect()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [list, on, ids, seen])
}
