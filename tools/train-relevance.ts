/**
 * Trains `engine/relevance/model.bin` on our own examples, the real messages beside the project and marks of people. The
 * thresholds are taken from messages that were held back, never from `leads.ndjson`, which only `npm run bench:relevance`
 * reads its figures from. `--marks` is a file of lines `{"text": "…", "unwanted": true, "intent": false}`, a head or both.
 *
 *   npm run train:relevance -- [--marks FILE] [--keep-meaning] [--epochs 4] [--seed 1] [--out engine/relevance/model.bin]
 *
 * `--keep-meaning` takes what words have to do with each other from the present model: much quicker, good for new marks.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { tokenise } from '../engine/language/tokenise.ts'
import { MAX_WORDS } from '../engine/relevance/features.ts'
import { parseMarks } from '../engine/relevance/marks.ts'
import { trainMeaning } from '../engine/relevance/meaning-train.ts'
import { createMeaningReader } from '../engine/relevance/meaning.ts'
import { fitMention, readContext, readMention } from '../engine/relevance/mention.ts'
import { loadModel, saveModel } from '../engine/relevance/model.ts'
import { createScorer } from '../engine/relevance/score.ts'
import { relevanceTraining } from '../engine/relevance/train.ts'
import { projectRoot } from './project-root.ts'
import type { Judged } from './relevance-data.ts'
import { readRelevanceData, readUnmarkedData, relevanceDataThere } from './relevance-data.ts'
import { falseAlarms, trainRelevance } from './relevance-training.ts'
import { runTool, Trouble } from './trouble.ts'

const MODEL = 'engine/relevance/model.bin'
/** A message is hot above a threshold that fewer of the real messages come above than `falseAlarms.intent`. */
const HOT_FALSE_ALARMS = 0.001

const { values } = parseArgs({
  options: {
    marks: { type: 'string' },
    'keep-meaning': { type: 'boolean', default: false },
    epochs: { type: 'string', default: String(relevanceTraining.epochs) },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: MODEL },
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
  const marks = values.marks === undefined ? [] : parseMarks(readFileSync(resolve(values.marks), 'utf8'))
  const { examples, presumed, hamHeld, intentDev } = readRelevanceData({ marks })
  console.log(`${examples.length + presumed.length} examples, ${marks.length} of them marks of people`)
  const { texts, mentions } = readUnmarkedData()
  if (!values['keep-meaning'])
    console.log(`What words have to do with each other, from ${texts.length} messages: takes a minute`)
  const meaning = values['keep-meaning']
    ? loadModel(readFileSync(resolve(projectRoot, MODEL))).meaning
    : trainMeaning(texts)
  const model = trainRelevance(examples, presumed, meaning, {
    epochs: Number(values.epochs),
    seed: Number(values.seed),
    onEpoch: (part, epoch, loss) => console.log(`${part}, epoch ${epoch}: loss ${loss.toFixed(4)}`),
  })
  const reader = createMeaningReader(model.meaning)
  model.mention = fitMention(
    mentions.map(({ text, words, about }) => ({
      ...readMention(reader, tokenise(text).slice(0, MAX_WORDS), readContext(reader, words)),
      about,
    })),
  )
  const scorer = createScorer(model)
  const intent = (text: string): number => scorer.score(text).intent
  const talk = intentDev.filter(({ source }) => source !== 'samples')
  model.thresholds = {
    unwanted: thresholdFor(falseAlarms.unwanted, hamHeld, (text) => scorer.score(text).unwanted),
    warm: thresholdFor(falseAlarms.intent, talk, intent),
    hot: Math.max(0.5, thresholdFor(HOT_FALSE_ALARMS, talk, intent)),
  }
  const bytes = saveModel(model)
  writeFileSync(resolve(projectRoot, values.out), bytes)
  console.log(
    `${values.out}: ${(bytes.length / 2 ** 20).toFixed(1)} MiB, thresholds ${JSON.stringify(model.thresholds)}, mention ${[...model.mention].map((each) => each.toFixed(2)).join(' ')}`,
  )
})
