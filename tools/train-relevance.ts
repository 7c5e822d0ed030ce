/**
 * Trains `engine/relevance/model.bin` on our own examples and the real messages beside the project. The thresholds are
 * taken from the dev parts, never from `leads.ndjson`, which only `npm run bench:relevance` reads its figures from.
 *
 *   npm run train:relevance -- [--epochs 3] [--seed 1] [--out engine/relevance/model.bin]
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Model } from '../engine/relevance/model.ts'
import { quantise, saveModel } from '../engine/relevance/model.ts'
import { createScorer } from '../engine/relevance/score.ts'
import { train } from '../engine/relevance/train.ts'
import { projectRoot } from './project-root.ts'
import type { Judged } from './relevance-data.ts'
import { readRelevanceData, relevanceDataThere } from './relevance-data.ts'
import { runTool, Trouble } from './trouble.ts'

/** So many of the real messages that nobody should lose, or that ask for nothing, may come above a threshold. */
const UNWANTED_FALSE_ALARMS = 0.003
const WARM_FALSE_ALARMS = 0.003
const HOT_FALSE_ALARMS = 0.0003

const { values } = parseArgs({
  options: {
    epochs: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'engine/relevance/model.bin' },
  },
})

/** The smallest threshold, in steps of 0.01, that few enough of these texts reach. */
function thresholdFor(share: number, texts: readonly Judged[], score: (text: string) => number): number {
  const scores = texts.filter(({ yes }) => !yes).map(({ text }) => score(text))
  for (let step = 5; step < 99; step++) {
    if (scores.filter((each) => each >= step / 100).length <= share * scores.length) return step / 100
  }
  return 0.99
}

await runTool(async () => {
  if (!relevanceDataThere()) throw new Trouble('The real messages are not there (../shared/data): nothing to train on.')
  const { examples, spamDev, intentDev } = readRelevanceData()
  console.log(`${examples.length} examples`)
  const { embeddings, layers } = train(examples, {
    epochs: Number(values.epochs),
    seed: Number(values.seed),
    hide: 0.25,
    onEpoch: (epoch, loss) => console.log(`epoch ${epoch}: loss ${loss.toFixed(4)}`),
  })
  const model: Model = quantise(embeddings, layers, { unwanted: 0.5, warm: 0.5, hot: 0.8 })
  const scorer = createScorer(model)
  const intent = (text: string): number => scorer.score(text).intent
  const talk = intentDev.filter(({ source }) => source !== 'samples')
  model.thresholds = {
    unwanted: thresholdFor(UNWANTED_FALSE_ALARMS, spamDev, (text) => scorer.score(text).unwanted),
    warm: thresholdFor(WARM_FALSE_ALARMS, talk, intent),
    hot: Math.max(0.5, thresholdFor(HOT_FALSE_ALARMS, talk, intent)),
  }
  const bytes = saveModel(model)
  writeFileSync(join(projectRoot, values.out), bytes)
  console.log(`${values.out}: ${(bytes.length / 2 ** 20).toFixed(1)} MiB, thresholds ${JSON.stringify(model.thresholds)}`)
})
