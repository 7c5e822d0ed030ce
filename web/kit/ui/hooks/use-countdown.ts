import { useLayoutEffect, useState } from 'react'

const SECOND = 1000

/** When a countdown ends by the clock of this browser, which may be wrong: never later than `atMost` seconds after it was first seen. */
export function countdownEndOf(until: string, atMost: number, now: number): number {
  return Math.min(Date.parse(until), now + atMost * SECOND)
}

/**
 * Whole seconds until a moment the server named; 0 when it is over, or when there is none.
 * @param atMost the longest it may take, in seconds
 */
export function useCountdown(until: string | null, atMost: number): number {
  const [shown, setShown] = useState<{ until: string; left: number } | null>(null)
  // Before anything is painted: what is over must not flash up as if it were not.
  useLayoutEffect(() => {
    if (until === null) return
    const end = countdownEndOf(until, atMost, Date.now())
    const timer = setInterval(tick, SECOND / 2)
    tick()
    return () => clearInterval(timer)

    function tick(): void {
      const left = Math.max(0, Math.ceil((end - Date.now()) / SECOND))
      setShown((before) => (before?.until === until && before.left === left ? before : { until: until ?? '', left }))
      if (left === 0) clearInterval(timer)
    }
  }, [until, atMost])
  if (until === null) return 0
  return shown?.until === until ? shown.left : atMost
}

/** «0:45», «2:00». */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
