/** Work that is repeated for as long as the process listens. */
import type { Time } from '../receive/shared/adapter.ts'

export interface Repeating {
  time: Time
  every: number
  /** Milliseconds from being asked for to the work, so that what is asked for in a burst is done once. */
  after: number
  failed(error: Error): void
}

/** Works now, then periodically, and soon after it is asked for; never twice at once. */
export function repeat(
  work: () => Promise<void>,
  { time, every, after, failed }: Repeating,
  signal: AbortSignal,
): { soon(): void; ended: Promise<void> } {
  let asked = new AbortController()
  async function run(): Promise<void> {
    while (!signal.aborted) {
      asked = new AbortController()
      await work().catch((error: unknown) => (signal.aborted ? undefined : failed(error as Error)))
      await time.sleep(every, AbortSignal.any([signal, asked.signal]))
      if (asked.signal.aborted) await time.sleep(after, signal)
    }
  }
  return { soon: () => asked.abort(), ended: run() }
}
