import { AppError } from './app-error.ts'

/** In seconds: by then a queue of the usual length is done. */
const RETRY_AFTER = 3

export interface ConcurrencyLimit {
  /** So many run at once … */
  running: number
  /** … and so many more wait for their turn. */
  waiting: number
}

/**
 * Expensive work of the whole process: what there is neither room nor a place to wait for is refused at once, with RATE_LIMIT_EXCEEDED.
 * What waits begins in the order in which it came.
 */
export function concurrencyLimit({
  running: mostRunning,
  waiting: mostWaiting,
}: ConcurrencyLimit): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < mostRunning) running += 1
    else if (waiting.length >= mostWaiting) throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfter: RETRY_AFTER })
    // Its place is handed over by the work that ends, so that nothing comes in between.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
