/** Of all processes that could, one listens to the networks: their limits are for all of us together. */
import type { Log } from '../../kit/log.ts'
import { beOneProcess } from '../../kit/one-process.ts'
import type { Time } from '../receive/shared/adapter.ts'

export interface OneListenerOptions {
  databaseUrl: string
  log: Log
  time: Time
  tryEvery?: number
}

/** As `beOneProcess`. */
export function beOneListener(
  { time, ...options }: OneListenerOptions,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const sleep = (milliseconds: number, ends: AbortSignal): Promise<void> => time.sleep(milliseconds, ends)
  return beOneProcess({ ...options, sleep, lock: ['listening to the networks'], name: 'listener' }, signal, work)
}
