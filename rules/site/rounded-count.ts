/** Numbers on pages for visitors: counted, and said as roughly as they are known. */

/** Below this a number is said as it is. */
const EXACT_BELOW = 100

/** Down to two digits that count: 12 345 is 12 000. Never more than there were. */
export function roundedDown(count: number): number {
  if (count < EXACT_BELOW) return count
  const unit = 10 ** (String(Math.trunc(count)).length - 2)
  return Math.floor(count / unit) * unit
}
