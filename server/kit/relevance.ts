/** The scorer of this process: the model is read once, and what the scorer has learnt of words is kept. */
import { createScorer, type Scorer } from '../../engine/relevance/score.ts'
import { loadWordKinds } from './engine-data.ts'
import { readShippedModel } from './shipped-model.ts'

let loading: Promise<{ scorer: Scorer; print: string }> | undefined

function load(): Promise<{ scorer: Scorer; print: string }> {
  loading ??= readShippedModel().then(({ model, print }) => ({ scorer: createScorer(model, loadWordKinds()), print }))
  return loading
}

/** One for all: scoring never waits in the middle of a message. */
export async function loadScorer(): Promise<Scorer> {
  return (await load()).scorer
}

/** What tells this model from another: what is learnt of its traits means nothing to the next one. */
export async function readModelPrint(): Promise<string> {
  return (await load()).print
}
