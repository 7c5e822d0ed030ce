/** What a project's own filters keep from its readers, and by which of them: never deleted, shown among what is hidden. */
import { queryWords } from '../../../../engine/queries/query-words.ts'
import type { Scorer } from '../../../../engine/relevance/score.ts'
import { isUnwantedIn, type UnwantedVerdict } from '../../../../rules/filters/spam.ts'
import { loadCensor } from '../../../kit/engine-data.ts'
import { parseStored } from './read-queries.ts'

export type SuppressedBy = 'censor' | 'neural'

/** The filters of a project that are on; `mention`: its words, by which the model tells what is meant. */
export interface Suppression {
  censor: boolean
  mention: readonly string[] | null
}

/**
 * What hides must be surer than what only tells two things apart, for which the threshold is 0.5: below this, of 89 messages
 * about the thing three are hidden and of 118 that mean something else 64, and of short tweets about brands 1 to 4 in a hundred
 * (training/labels/mentions.ndjson, and with a guard: a message in which the model finds no word of the project is not judged).
 */
const LEAST_MENTION = 0.3
/** With fewer words the model does not know what is meant: with three of them a quarter of the tweets would be hidden. */
const FEWEST_WORDS = 6

/** Null when no filter is on. */
export function suppressionOf(project: {
  censorFilter: boolean
  neuralFilter: boolean
  keywords: readonly string[]
  context: readonly string[]
}): Suppression | null {
  const { censorFilter: censor, neuralFilter } = project
  if (!censor && !neuralFilter) return null
  return { censor, mention: neuralFilter ? wordsOf([...project.keywords, ...project.context]) : null }
}

function wordsOf(texts: readonly string[]): string[] {
  return [...new Set(parseStored(texts).flatMap(queryWords))]
}

/** @param scores what the model says of the text, asked for only when it matters */
export function suppress(
  scorer: Scorer,
  text: string,
  suppression: Suppression | null,
  scores: () => UnwantedVerdict,
): SuppressedBy | null {
  if (!suppression) return null
  const { censor, mention } = suppression
  if (censor && loadCensor()(text)) return 'censor'
  if (mention === null) return null
  if (isUnwantedIn('project', scores())) return 'neural'
  const means =
    mention.length < FEWEST_WORDS ||
    scorer.mention(text, mention) >= LEAST_MENTION ||
    scorer.mentionReasons(text, mention).length === 0
  return means ? null : 'neural'
}
