/** When a message counts as spam to one reader (spec §4 Spam and moderation): as a function, and as SQL for anyone who asks many at once. */
import { SPAM_COUNT } from '../../contract/reading/feed.ts'

export interface SpamFacts {
  /** The reader marked it themselves. */
  spamMarked: boolean
  /** How many people marked it. */
  spamCount: number
  /** The model holds it for advertising, spam or a bot. */
  isUnwanted: boolean
  verdict: string | null
}

/** The first that makes it spam, or null. A moderator's approval outweighs the model, and no people: docs/decisions/approval-and-spam-marks.md. */
export function whySpam({
  spamMarked,
  spamCount,
  isUnwanted,
  verdict,
}: SpamFacts): 'spamMark' | 'spamCount' | 'spamModel' | null {
  if (spamMarked) return 'spamMark'
  if (isMarkedByMany(spamCount)) return 'spamCount'
  return isUnwanted && verdict !== 'approved' ? 'spamModel' : null
}

export function isSpam(facts: SpamFacts): boolean {
  return whySpam(facts) !== null
}

/**
 * `isSpam` in SQL to a reader who did not mark it.
 * @param item the name of a row of feed_items in the query around it
 */
export const isSpamSql = (item: string): string =>
  `(${isMarkedByManySql(`${item}.spam_count`)} or (${item}.is_unwanted and ${item}.verdict is distinct from 'approved'))`

/** This many people marked it that it is spam to others too. */
export const isMarkedByMany = (spamCount: number): boolean => spamCount >= SPAM_COUNT
/** The same in SQL of any number. */
export const isMarkedByManySql = (spamCount: string): string => `${spamCount} >= ${SPAM_COUNT}`
