/**
 * A gap is what lies between the pages that were read and what was known before them, when the pages in between come empty:
 * too many questions, a server that is being mended. It stays in the cursor and is asked for again, ever more rarely.
 */
import { HOUR, MINUTE } from '../../../kit/clock.ts'
import { backOffAfter } from './back-off.ts'

/** These come one after the other, each at the next reading. */
const AT_ONCE = 3
const BACK_OFF = { first: 5 * MINUTE, longest: 6 * HOUR }
/** More than a week: by then there is most likely nothing. */
const MOST_TRIES = 40

/** @returns how long to wait after this many tries, in milliseconds; null: it is to be given up */
export function restOfGap(tries: number): number | null {
  if (tries >= MOST_TRIES) return null
  return tries < AT_ONCE ? 0 : backOffAfter(tries - AT_ONCE + 1, BACK_OFF)
}
