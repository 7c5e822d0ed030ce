/** How the judges of `unwanted` and `intent` are trained: `npm run train:relevance` and `npm run bench:relevance` do it alike. */
import type { Meaning } from '../engine/relevance/meaning.ts'
import type { Model } from '../engine/relevance/model.ts'
import { loadModel, saveModel } from '../engine/relevance/model-file.ts'
import type { Precision } from './quantise.ts'
import { fine, quantise } from './quantise.ts'
import { trainCnn } from './train-cnn.ts'
import { trainPhrases } from './train-phrases.ts'
import type { Example, TrainOptions } from './train-heads.ts'
import { relevanceTraining, trainHeads, trainLinearIntent } from './train-heads.ts'
import { loadWordKinds } from '../server/kit/engine-data.ts'

/**
 * Chosen on a chat of neighbours and tweets, which no training reads, and on spam of a source never trained on: a share of talk held
 * back of a source that is trained on says too little of other places.
 */
export const unwantedThreshold = 0.35

/**
 * Chosen on two chats of neighbours by a model that was trained without either: hot so that three of four it takes are
 * requests, warm where every second request below hot is found and what is shown beside them can still be read.
 */
export const intentThresholds = { warm: 0.5, hot: 0.8 } as const

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
  const first = trainLinearIntent(examples, { ...relevanceTraining, ...options })
  const believed = presumed.filter(({ text }) => first(text) < MISTAKEN)
  return trainOnce([...examples, ...believed], meaning, options, precision)
}

function trainOnce(examples: readonly Example[], meaning: Meaning, options: TrainOptions, precision: Precision): Model {
  const trained = trainHeads(examples, { ...relevanceTraining, ...options })
  // As it will be read from the file, where words of the same hash have become one row: the groups of phrases go by rows.
  const model: Model = loadModel(
    saveModel(quantise(trained, { unwanted: 0.5, warm: 0.5, hot: 0.8 }, meaning, precision)),
  )
  model.phrases = trainPhrases(examples, model.meaning, loadWordKinds(), options.seed ?? 1, precision)
  model.cnn = trainCnn(examples, options.seed ?? 1, precision)
  return model
}
