/**
 * Why a message got its score: what the score would lose without each of its words, and without each of its marks. The
 * model is asked again each time, so the reason is the model's own and not a guess about it.
 */
import { markNames, markOwner } from './features.ts'
import type { Judge } from './judge.ts'
import type { Head } from './model.ts'
import { heads } from './model.ts'

export interface Reason {
  /** As it stands in the text, or the name of a mark («ссылка»). */
  words: string
  /** UTF-16 offsets in the text; null for a mark. */
  span: [start: number, end: number] | null
  /** How much the log-odds of the head rise because of it; always above zero. */
  weight: number
}

/** Below this a word is no reason. */
const LEAST_WEIGHT = 0.2
const MOST_REASONS = 4

/** What raised the head's score most, the strongest first. Costs one pass for each word of the message. */
export function explainHead(judge: Judge, text: string, head: Head, limit = MOST_REASONS): Reason[] {
  const o = heads.indexOf(head)
  const whole = judge.turnTo(text, head)
  const { words, marks } = judge.features
  const reasons: Reason[] = []
  const weigh = (without: number, words: string, span: Reason['span']): void => {
    const weight = whole - judge.without(without)[o]!
    if (weight >= LEAST_WEIGHT) reasons.push({ words, span, weight })
  }
  words.forEach(({ start, end, form }, at) => {
    // «в» and «на» weigh by the pairs they stand in and would tell the reader nothing.
    if (form.length > 2) weigh(at, text.slice(start, end), [start, end])
  })
  for (const mark of marks) weigh(markOwner(mark), markNames[mark]!, null)
  return strongest(reasons, limit)
}

/** The same word twice is one reason. */
export function strongest(reasons: readonly Reason[], limit = MOST_REASONS): Reason[] {
  const seen = new Set<string>()
  const once = [...reasons]
    .sort((a, b) => b.weight - a.weight)
    .filter(({ words }) => {
      const key = words.toLowerCase()
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
  return once.slice(0, limit)
}
