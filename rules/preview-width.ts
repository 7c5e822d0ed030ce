/** Whether a project looks for too little or too much, by what it would have found in the stored days. */
import { MOST_FOUND } from '../contract/watching/projects.ts'
import type { Preview } from '../contract/watching/projects.ts'

/** Fewer a day, and days pass without a single message. */
export const FEWEST_A_DAY = 1
/** More a day than one person reads: a message every three minutes of a working day. */
export const MOST_A_DAY = 150

/**
 * @param total messages found in `days` stored days; less than one day counts as one
 * @returns «tooWide»: saving would be refused; «empty»: there is nothing to look for
 */
export function decideWidth(looksForSomething: boolean, total: number, days: number): Preview['width'] {
  if (!looksForSomething) return 'empty'
  if (total > MOST_FOUND) return 'tooWide'
  const aDay = total / Math.max(days, 1)
  if (aDay > MOST_A_DAY) return 'wide'
  return aDay < FEWEST_A_DAY ? 'narrow' : 'good'
}
