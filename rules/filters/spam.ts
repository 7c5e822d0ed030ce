/** When a message counts as spam to one reader (spec §4 Spam and moderation). */
import { SPAM_COUNT } from '../../contract/feed.ts'

export interface SpamFacts {
  /** The reader marked it himself. */
  spamMarked: boolean
  /** How many people marked it. */
  spamCount: number
  /** The model holds it for advertising, spam or a bot. */
  unwanted: boolean
  verdict: string | null
}

/** The first that makes it spam, or null. A moderator's approval outweighs everybody but the reader himself. */
export function whySpam({
  spamMarked,
  spamCount,
  unwanted,
  verdict,
}: SpamFacts): 'spamMark' | 'spamCount' | 'spamModel' | null {
  if (spamMarked) return 'spamMark'
  if (verdict === 'approved') return null
  if (spamCount >= SPAM_COUNT) return 'spamCount'
  return unwanted ? 'spamModel' : null
}

export function isSpam(facts: SpamFacts): boolean {
  return whySpam(facts) !== null
}
