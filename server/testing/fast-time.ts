/** Time that runs so many times faster than the real one: for what speaks to a database or over a connection. */
import type { Clock } from '../kit/clock.ts'
import { pause } from '../kit/pause.ts'
import type { Time } from '../stream/receive/shared/adapter.ts'

export interface FastTime extends Time, Clock {}

export function fastTime(times: number, start = '2026-11-20T12:00:00Z'): FastTime {
  const began = performance.now()
  const at = new Date(start).getTime()
  return {
    now: () => new Date(at + (performance.now() - began) * times),
    sleep: (milliseconds, signal) => pause(milliseconds / times, signal),
  }
}
