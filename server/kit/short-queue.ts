/** Work that is dear: so much of it at once, and a short queue before it. Anyone who comes when the queue is full is refused at once. */
import { AppError } from './app-error.ts'

/** In seconds: by then a queue of the usual length is done. */
const RETRY_AFTER = 3

export type ShortQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Refuses with RATE_LIMIT_EXCEEDED. */
export function openShortQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): ShortQueue {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfter: RETRY_AFTER })
      // Its place is handed over by the one before, and so is never free in between.
      await new Promise<void>((resolve) => void queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
