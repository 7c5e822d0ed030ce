/** What the engine says of a message that is kept, beside what it fits. */
import { intentLevels } from '../../../contract/filters.ts'
import { fingerprint, type Fingerprint } from '../../../engine/duplicates/fingerprint.ts'
import type { Scorer } from '../../../engine/relevance/score.ts'
import type { Mark, Place } from '../../features/feed/feed.public.ts'
import { withhold } from '../../features/projects/projects.public.ts'
import type { Hit } from '../match/query-index.ts'
import type { Message } from '../normalise/normalise.ts'

export interface Scores {
  /** 0 to 1. */
  unwanted: number
  /** 0 to 1. */
  intent: number
  isUnwanted: boolean
  /** The place in `intentLevels`: 0 cold, 1 warm, 2 hot. */
  level: number
  /** By which copies of the text are known; null when it is too short to have any. */
  fingerprint: Fingerprint | null
  place: Place | null
}

/** Where a message was written, null when that is not sure. */
export type FindPlace = (message: Message) => Place | null

export function scoreMessage(scorer: Scorer, findPlace: FindPlace, message: Message): Scores {
  const { unwanted, intent, isUnwanted, level } = scorer.score(message.text)
  return {
    unwanted,
    intent,
    isUnwanted,
    level: intentLevels.indexOf(level),
    fingerprint: fingerprint(message.text),
    place: findPlace(message),
  }
}

/** What a message fits, with what the filters of its product make of it. */
export function markOf(scorer: Scorer, text: string, { withholding, ...hit }: Hit, scores: () => Scores): Mark {
  return { ...hit, withheld: withhold(scorer, text, withholding, () => scores().isUnwanted) }
}
