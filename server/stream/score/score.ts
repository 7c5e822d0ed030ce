/** What the engine says of a message that is kept, beside what it fits. */
import type { IntentLevel } from '../../../contract/reading/filters.ts'
import { fingerprint, type Fingerprint } from '../../../engine/duplicates/fingerprint.ts'
import type { WordPrint } from '../../../engine/duplicates/word-print.ts'
import type { Scorer } from '../../../engine/relevance/score.ts'
import type { ProductMatch, TextPlace } from '../../features/reading/feed/feed.stream.ts'
import { suppress } from '../../features/watching/projects/projects.public.ts'
import { loadWordPrinter } from '../../kit/engine-data.ts'
import type { Hit } from '../match/query-index.ts'
import type { Message } from '../normalise/normalise.ts'

export interface Scores {
  /** 0 to 1. */
  unwantedScore: number
  /** 0 to 1. */
  intentScore: number
  isUnwanted: boolean
  isPlainlyUnwanted: boolean
  intentLevel: IntentLevel
  /** By which copies of the text are known; null when it is too short to have any. */
  fingerprint: Fingerprint | null
  /** Beside the fingerprint: what tells copies of short texts. */
  words: WordPrint | null
  place: TextPlace | null
}

/** Where a message was written, null when that is not sure. */
export type FindPlace = (message: Message) => TextPlace | null

export function scoreMessage(scorer: Scorer, findPlace: FindPlace, message: Message): Scores {
  const { text, kind } = message
  return {
    ...scorer.score(text, kind),
    fingerprint: fingerprint(text),
    words: loadWordPrinter()(text),
    place: findPlace(message),
  }
}

/** What a message fits, with what the filters of its product make of it. */
export function markOf(scorer: Scorer, text: string, { suppression, ...hit }: Hit, scores: () => Scores): ProductMatch {
  return { ...hit, suppressedBy: suppress(scorer, text, suppression, scores) }
}
