/** How long to wait before the next try of a connection that keeps breaking: longer each time, and never all at once. */
export interface BackOff {
  /** Milliseconds. @param least what the network asked for */
  next(least?: number | null): number
  /** It works again. */
  reset(): void
}

const FIRST = 1_000
const LONGEST = 60_000

export function backOff({
  first = FIRST,
  longest = LONGEST,
  random = Math.random,
}: { first?: number; longest?: number; random?: () => number } = {}): BackOff {
  let tries = 0
  return {
    next(least) {
      const wait = Math.min(longest, first * 2 ** tries)
      tries = Math.min(tries + 1, 20)
      return Math.max(least ?? 0, wait * (0.5 + random() / 2))
    },
    reset: () => {
      tries = 0
    },
  }
}
