/** Time as it passes. */
import type { Clock } from '../../kit/clock.ts'
import type { Time } from '../receive/adapter.ts'

/** The longest a timer of Node can wait. */
const LONGEST = 2 ** 31 - 1

export function realTime(clock: Clock): Time {
  return {
    now: () => clock.now(),
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const done = (): void => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, Math.min(milliseconds, LONGEST))
        signal?.addEventListener('abort', done)
      }),
  }
}
