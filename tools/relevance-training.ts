/** How the judges of `unwanted` and `intent` are trained: `npm run train:relevance` and `npm run bench:relevance` do it alike. */
import type { Meaning } from '../engine/relevance/meaning.ts'
import type { Head, Model } from '../engine/relevance/model.ts'
import { loadModel, quantise, saveModel } from '../engine/relevance/model.ts'
import { trainPhrases } from '../engine/relevance/phrases-train.ts'
import { createScorer } from '../engine/relevance/score.ts'
import type { Example, TrainOptions } from '../engine/relevance/train.ts'
import { relevanceTraining, train } from '../engine/relevance/train.ts'

/**
 * So many of the real messages that nobody should lose, or that ask for nothing, may come above a threshold. Of what is held
 * for asking nothing, one in some hundred does ask: nobody read them all.
 */
export const falseAlarms: Readonly<Record<Head, number>> = { unwanted: 0.004, intent: 0.003 }

/** From here on a message that is presumed to ask for nothing is not shown as such. */
const MISTAKEN = 0.5

/**
 * @param presumed messages with asking words that nobody read, and of which few ask for a service or a thing. Those that a
 *   first model, trained without them, takes for requests mostly are some: they are left out of the second.
 */
export function trainRelevance(
  examples: readonly Example[],
  presumed: readonly Example[],
  meaning: Meaning,
  options: TrainOptions = {},
): Model {
  const first = createScorer(trainOnce(examples, meaning, options))
  const believed = presumed.filter(({ text }) => first.score(text).intent < MISTAKEN)
  return trainOnce([...examples, ...believed], meaning, options)
}

function trainOnce(examples: readonly Example[], meaning: Meaning, options: TrainOptions): Model {
  const trained = train(examples, { ...relevanceTraining, ...options })
  // As it will be read from the file, where words of the same hash have become one row: the groups of phrases go by rows.
  const model: Model = loadModel(saveModel(quantise(trained, { unwanted: 0.5, warm: 0.5, hot: 0.8 }, meaning)))
  model.phrases = trainPhrases(examples, model.meaning, options.seed ?? 1)
  return model
}
