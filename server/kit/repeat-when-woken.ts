/** Work that is done again whenever there is something to do: it is woken then, it knows when something is due, and it looks now and then all the same. */
import { SECOND } from './clock.ts'
import type { AppContext } from './context.ts'
import { pause } from './pause.ts'
import { isPassing } from './sql.ts'

/** Looked at so often whatever is heard: a bus message may be missed. */
const AT_LEAST_EVERY = 30 * SECOND
const AFTER_FAILURE = SECOND

interface Repeated {
  /** What it is, in the log. */
  part: string
  /** Said where it fails. */
  broken: string
  /** What passes by itself, apart from a database that is away. */
  passes?: (error: unknown) => boolean
}

/** Until the signal aborts. @param work returns when it is due next; null: nothing is */
export async function repeatWhenWoken(
  { clock, log }: Pick<AppContext, 'clock' | 'log'>,
  { part, broken, passes = () => false }: Repeated,
  signal: AbortSignal,
  wake: Wake,
  work: () => Promise<Date | null>,
): Promise<void> {
  while (!signal.aborted) {
    const heard = wake.count
    let wait = AT_LEAST_EVERY
    try {
      const next = await work()
      if (next) wait = Math.min(wait, Math.max(0, next.getTime() - clock.now().getTime()))
    } catch (error) {
      const how = isPassing(error) || passes(error) ? 'warn' : 'error'
      log[how]({ err: error, part }, broken)
      await pause(AFTER_FAILURE, signal)
      continue
    }
    if (wake.count !== heard) continue
    const woken = new AbortController()
    await Promise.race([wake.next(), pause(wait, AbortSignal.any([signal, woken.signal]))])
    woken.abort()
  }
}

/** Something to do: how often it was said, and the next time. */
export class Wake {
  count = 0
  #next = Promise.withResolvers<void>()
  up(): void {
    this.count += 1
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }
  next(): Promise<void> {
    return this.#next.promise
  }
}
