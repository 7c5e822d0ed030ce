/** What a project's own filters keep from its readers, and by which of them: never deleted, shown among what is hidden. */
import { isObscene } from '../../../engine/censor/censor.ts'
import { queryWords } from '../../../engine/queries/query-words.ts'
import type { Scorer } from '../../../engine/relevance/score.ts'
import { parseStored } from './read-queries.ts'

export type Withheld = 'censor' | 'neural'

/** The filters of a project that are on; `mention`: its words, by which the model tells what is meant. */
export interface Withholding {
  censor: boolean
  mention: readonly string[] | null
}

/**
 * What hides must be surer than what only tells two things apart, for which the threshold is 0.5: below this, of 89 messages
 * about the thing three are hidden and of 118 that mean something else 64, and of short tweets about brands 1 to 4 in a hundred
 * (tools/relevance-mentions.ts, and with a guard: a message in which the model finds no word of the project is not judged).
 */
const LEAST_MENTION = 0.3
/** With fewer words the model does not know what is meant: with three of them a quarter of the tweets would be hidden. */
const FEWEST_WORDS = 6

/** Null when no filter is on. */
export function withholdingOf(project: {
  censorFilter: boolean
  neuralFilter: boolean
  keywords: readonly string[]
  context: readonly string[]
}): Withholding | null {
  const { censorFilter: censor, neuralFilter } = project
  if (!censor && !neuralFilter) return null
  return { censor, mention: neuralFilter ? wordsOf([...project.keywords, ...project.context]) : null }
}

function wordsOf(texts: readonly string[]): string[] {
  return [...new Set(parseStored(texts).flatMap(queryWords))]
}

/** @param isUnwanted what the model said of the text, asked for only when it matters */
export function withhold(
  scorer: Scorer,
  text: string,
  withholding: Withholding | null,
  isUnwanted: () => boolean,
): Withheld | null {
  if (!withholding) return null
  const { censor, mention } = withholding
  if (censor && isObscene(text)) return 'censor'
  if (mention === null) return null
  if (isUnwanted()) return 'neural'
  const means =
    mention.length < FEWEST_WORDS ||
    scorer.mention(text, mention) >= LEAST_MENTION ||
    scorer.mentionReasons(text, mention).length === 0
  return means ? null : 'neural'
}
