/** How the judges of `unwanted` and `intent` are trained: `npm run train:relevance` and `npm run bench:relevance` do it alike. */
import type { Meaning } from '../engine/relevance/meaning.ts'
import type { Head, Model } from '../engine/relevance/model.ts'
import { loadModel, saveModel } from '../engine/relevance/model-file.ts'
import type { Precision } from './quantise.ts'
import { fine, quantise } from './quantise.ts'
import { trainPhrases } from './train-phrases.ts'
import { createScorer } from '../engine/relevance/score.ts'
import type { Example, TrainOptions } from './train-heads.ts'
import { relevanceTraining, trainHeads } from './train-heads.ts'
import { loadWordKinds } from '../server/kit/engine-data.ts'

/**
 * The share of real messages that must not be lost, or that ask for nothing, which may come above a threshold. Of what is
 * presumed to ask for nothing one in some hundred does ask: not all were read.
 */
export const falseAlarms: Readonly<Record<Head, number>> = { unwanted: 0.0015, intent: 0.003 }

/** From here on a message that is presumed to ask for nothing is not shown as such. */
const MISTAKEN = 0.5

export interface RelevanceOptions extends TrainOptions {
  /** Of what is kept; what is learnt is the same. */
  precision?: Precision
}

/**
 * @param presumed messages with asking words that were not read, and of which few ask for a service or a thing. Those that a
 *   first model, trained without them, takes for requests mostly are some: they are left out of the second.
 */
export function trainRelevance(
  examples: readonly Example[],
  presumed: readonly Example[],
  meaning: Meaning,
  { precision = fine, ...options }: RelevanceOptions = {},
): Model {
  const first = createScorer(trainOnce(examples, meaning, options, fine), loadWordKinds())
  const believed = presumed.filter(({ text }) => first.score(text).intentScore < MISTAKEN)
  return trainOnce([...examples, ...believed], meaning, options, precision)
}

function trainOnce(examples: readonly Example[], meaning: Meaning, options: TrainOptions, precision: Precision): Model {
  const trained = trainHeads(examples, { ...relevanceTraining, ...options })
  // As it will be read from the file, where words of the same hash have become one row: the groups of phrases go by rows.
  const model: Model = loadModel(
    saveModel(quantise(trained, { unwanted: 0.5, warm: 0.5, hot: 0.8 }, meaning, precision)),
  )
  model.phrases = trainPhrases(examples, model.meaning, loadWordKinds(), options.seed ?? 1, precision)
  return model
}
