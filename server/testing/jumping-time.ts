/** Time for tests of what waits: it stands still while anybody works, and jumps to the next who sleeps when no one does. */
import { setImmediate } from 'node:timers/promises'
import type { Time } from '../stream/receive/shared/adapter.ts'

export interface JumpingTime extends Time {
  /** Milliseconds since it was opened. */
  readonly elapsed: number
  /** Lets time go on until this is done. */
  until<Result>(work: Promise<Result>): Promise<Result>
}

/** This many turns without anything new, and everybody is taken to be asleep: enough for promises, not for the network. */
const QUIET_TURNS = 5

/** @param isBusy someone waits for an answer and not for time: it stands still */
export function jumpingTime(start = '2026-11-20T12:00:00Z', isBusy = (): boolean => false): JumpingTime {
  const began = new Date(start).getTime()
  let now = began
  const sleepers = new Set<{ at: number; wake(): void }>()
  return {
    now: () => new Date(now),
    get elapsed() {
      return now - began
    },
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const sleeper = {
          at: now + Math.max(0, milliseconds),
          wake() {
            sleepers.delete(sleeper)
            signal?.removeEventListener('abort', sleeper.wake)
            resolve()
          },
        }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', sleeper.wake)
      }),
    async until(work) {
      let done = false
      work.then(
        () => (done = true),
        () => (done = true),
      )
      while (!done) {
        for (let turn = 0; turn < QUIET_TURNS && !done; turn = isBusy() ? 0 : turn + 1) await setImmediate()
        let next: { at: number; wake(): void } | undefined
        for (const sleeper of sleepers) if (!next || sleeper.at < next.at) next = sleeper
        if (done || !next) continue
        now = Math.max(now, next.at)
        next.wake()
      }
      return work
    },
  }
}
