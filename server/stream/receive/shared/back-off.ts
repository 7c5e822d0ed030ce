/** How long what fails is left alone: twice as long each time. */
import { SECOND } from '../../../kit/clock.ts'

/** @param failures in a row, from 1. @returns milliseconds: `first`, then twice as long each time, `longest` at most */
export function backOffAfter(failures: number, { first, longest }: { first: number; longest: number }): number {
  return Math.min(longest, first * 2 ** (failures - 1))
}

/** How long to wait before the next try of a connection that keeps breaking: longer each time, and never all at once. */
export interface BackOff {
  /** Milliseconds. @param least what the network asked for */
  next(least?: number | null): number
  /** It works again. */
  reset(): void
}

const FIRST = SECOND
const LONGEST = 60 * SECOND

export function backOff({
  first = FIRST,
  longest = LONGEST,
  random = Math.random,
}: { first?: number; longest?: number; random?: () => number } = {}): BackOff {
  let failures = 0
  return {
    next(least) {
      failures += 1
      const wait = backOffAfter(failures, { first, longest })
      return Math.max(least ?? 0, wait * (0.5 + random() / 2))
    },
    reset: () => {
      failures = 0
    },
  }
}
