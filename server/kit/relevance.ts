/** The scorer of this process: the model's file is read once, and what the scorer has learnt of words is kept. */
import { readFile } from 'node:fs/promises'
import { loadModel } from '../../engine/relevance/model.ts'
import { createScorer, type Scorer } from '../../engine/relevance/score.ts'

let loading: Promise<Scorer> | undefined

/** One for all: scoring never waits in the middle of a message. */
export function loadScorer(): Promise<Scorer> {
  loading ??= readFile(new URL('../../engine/relevance/model.bin', import.meta.url)).then((bytes) => createScorer(loadModel(bytes)))
  return loading
}
