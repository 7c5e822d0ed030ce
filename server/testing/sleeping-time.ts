/** Time for tests in which one thing happens after another: it passes only while someone sleeps, or when it is moved. */
import type { Time } from '../stream/receive/shared/adapter.ts'

export interface SleepingTime extends Time {
  /** In milliseconds. */
  at: number
}

export function sleepingTime(start = '2026-11-20T12:00:00Z'): SleepingTime {
  const time: SleepingTime = {
    at: Date.parse(start),
    now: () => new Date(time.at),
    async sleep(milliseconds) {
      time.at += milliseconds
    },
  }
  return time
}
