/** How fast a receiving service is sent letters: slowly at first, faster while it takes them, half as fast when it says so. */

/** Letters a second at the beginning. */
const FIRST_RATE = 1
const SLOWEST = 0.05
/** Taken one after the other before the rate doubles. */
const TAKEN_BEFORE_FASTER = 20

export interface SendRate {
  /** Letters a second. */
  rate: number
  /** In a row, since the rate last changed. */
  taken: number
}

export const firstRate = (ceiling: number): SendRate => ({ rate: Math.min(FIRST_RATE, ceiling), taken: 0 })

/** @param ceiling letters a second at most */
export function rateAfter({ rate, taken }: SendRate, answer: 'taken' | 'slow down', ceiling: number): SendRate {
  if (answer === 'slow down') return { rate: Math.max(SLOWEST, rate / 2), taken: 0 }
  if (taken + 1 < TAKEN_BEFORE_FASTER || rate >= ceiling) return { rate, taken: taken + 1 }
  return { rate: Math.min(ceiling, rate * 2), taken: 0 }
}
