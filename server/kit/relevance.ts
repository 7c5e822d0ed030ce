/** The scorer of this process: the model's file is read once, and what the scorer has learnt of words is kept. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { loadModel } from '../../engine/relevance/model.ts'
import { createScorer, type Scorer } from '../../engine/relevance/score.ts'

let loading: Promise<{ scorer: Scorer; print: string }> | undefined

function load(): Promise<{ scorer: Scorer; print: string }> {
  loading ??= readFile(new URL('../../engine/relevance/model.bin', import.meta.url)).then((bytes) => ({
    scorer: createScorer(loadModel(bytes)),
    print: createHash('sha256').update(bytes).digest('base64url').slice(0, 16),
  }))
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
