/** When a message counts as spam to one reader (spec §4 Spam and moderation): as a function, and as SQL for anyone who asks many at once. */
import { SPAM_COUNT } from '../../contract/reading/feed.ts'

/** What the model says of a text. */
export interface UnwantedVerdict {
  isUnwanted: boolean
  isPlainlyUnwanted: boolean
}

/**
 * Does the model hold a message for spam under a product of this type? Who looks for clients wants no advertisement. Who watches a
 * brand or groups of their choice wants the news, prices and offers there too: only what is plainly unwanted is spam to them.
 */
export const isUnwantedIn = (productType: string, { isUnwanted, isPlainlyUnwanted }: UnwantedVerdict): boolean =>
  productType === 'category' ? isUnwanted : isPlainlyUnwanted
/** The same in SQL, of SQL. */
export const isUnwantedInSql = (productType: string, columns: Record<keyof UnwantedVerdict, string>): string =>
  `case when ${productType} = 'category' then ${columns.isUnwanted} else ${columns.isPlainlyUnwanted} end`

export interface SpamFacts {
  /** The reader marked it themselves. */
  spamMarked: boolean
  /** How many people marked it. */
  spamCount: number
  /** The model holds it for advertising, spam or a bot: `isUnwantedIn` its product. */
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
