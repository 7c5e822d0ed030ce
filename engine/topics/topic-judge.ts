/**
 * Says whether a message that is about a topic asks for it: how the words of the topic stand in it (`ask-features.ts`),
 * an exact frame that fits, and the intent of the whole message, as log-odds that add up.
 */
import type { WordKinds } from '../relevance/word-kinds.ts'
import { createAskReader, ASK_ROWS, type AskAbout } from './ask-features.ts'

/** As trained by `training/train-topics.ts`. */
export interface TopicModel {
  /** ASK_ROWS numbers of 8 bits, to be multiplied by `scale`. */
  weights: Int8Array
  scale: number
  /** What the log-odds of intent above `warm` count beside those of the topic. */
  intentShare: number
  /** What an exact frame that fits counts beside what `weights` say of it. */
  framed: number
  /** From this sum on a message asks for the topic. */
  threshold: number
}

export interface TopicJudge {
  /**
   * By how much (log-odds) the message is on the side of those that ask for the topic; below 0 it does not ask. Below `LEAST_CERTAINTY` it may be
   * even less.
   * @param intent log-odds of its intent above `warm`, asked for only where they can decide
   */
  certainty(about: AskAbout, intent: () => number): number
}

/** Scores of intent are sure beyond all measure: from here on they say no more. */
export const MOST_INTENT = 8
/** Among people of one trade the model is as sure that they ask for nothing: what is plainly asked for must outweigh it. */
export const LEAST_INTENT = -1.5

/** Of what is less certain the classifier lets nothing in either (`entering.ts`). */
export const LEAST_CERTAINTY = -4

export const boundedIntent = (intent: number): number => Math.max(LEAST_INTENT, Math.min(MOST_INTENT, intent))

/** The log-odds of `score` above those of `threshold`, both from 0 to 1. */
export function logOddsAbove(score: number, threshold: number): number {
  const inside = Math.max(1e-6, Math.min(1 - 1e-6, score))
  return Math.log(inside / (1 - inside)) - Math.log(threshold / (1 - threshold))
}

/** One for one thread: it keeps its room for the message at hand. */
export function createTopicJudge(
  { weights, scale, intentShare, framed, threshold }: TopicModel,
  wordKinds: WordKinds,
): TopicJudge {
  if (weights.length !== ASK_ROWS)
    throw new RangeError(`the model of topics has ${weights.length} rows, not ${ASK_ROWS}`)
  const read = createAskReader(wordKinds)
  return {
    certainty(about, intent) {
      const { count, rows, values } = read(about)
      let sum = about.framed ? framed - threshold : -threshold
      for (let i = 0; i < count; i++) sum += scale * weights[rows[i]!]! * values[i]!
      // Not even the surest intent would let it in, or the classifier with it.
      const most = sum + intentShare * MOST_INTENT
      if (most < LEAST_CERTAINTY) return most
      return sum + intentShare * boundedIntent(intent())
    },
  }
}
