/**
 * Trains the relevance model in `engine/relevance/model` on our own examples, the real messages beside the project and marks
 * of people. The thresholds are fixed numbers (`relevance-training.ts`). The same inputs give the same bytes; `manifest.json` says which they were.
 *
 *   npm run train:relevance -- [--marks FILE] [--keep-meaning] [--compact] [--epochs 4] [--seed 1]
 *                              [--out engine/relevance/model] [--check]
 *
 * `--marks` is a file of lines `{"text": "…", "unwanted": true, "intent": false}`, a head or both. `--keep-meaning` takes what
 * words have to do with each other from the present model: much quicker, good for new marks. `--compact`
 * rounds more coarsely, so that the history grows by a seventh of what it would (docs/decisions/shipped-model.md). `--check`
 * writes nothing and says whether the shipped model is what this training makes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { tokenise } from '../engine/language/tokenise.ts'
import { MAX_WORDS } from '../engine/relevance/features.ts'
import { createMeaningReader } from '../engine/relevance/meaning.ts'
import { readContext, readMention } from '../engine/relevance/mention.ts'
import { modelParts, saveModel, splitModel } from '../engine/relevance/model-file.ts'
import type { Model } from '../engine/relevance/model.ts'
import type { ModelManifest } from '../server/kit/shipped-model.ts'
import { manifestFile, partFile, readManifest, readShippedMeaning, sha256 } from '../server/kit/shipped-model.ts'
import { projectRoot } from '../tools/project-root.ts'
import { runTool, ToolError } from '../tools/tool-error.ts'
import { parseMarks } from './marks.ts'
import { changedSince, readDataSums, readInputSums, readListSums } from './model-manifest.ts'
import type { MentionCase } from './relevance-data.ts'
import { readRelevanceData, readUnmarkedData } from './relevance-data.ts'
import { relevanceDataThere } from './read-data-file.ts'
import { compact, fine } from './quantise.ts'
import { intentThresholds, trainRelevance, unwantedThreshold } from './relevance-training.ts'
import { relevanceTraining } from './train-heads.ts'
import { meaningTraining, trainMeaning } from './train-meaning.ts'
import { trainMention } from './train-mention.ts'

const { values } = parseArgs({
  options: {
    marks: { type: 'string' },
    'keep-meaning': { type: 'boolean', default: false },
    epochs: { type: 'string', default: String(relevanceTraining.epochs) },
    seed: { type: 'string', default: '1' },
    compact: { type: 'boolean', default: false },
    out: { type: 'string', default: 'engine/relevance/model' },
    check: { type: 'boolean', default: false },
  },
})
const epochs = Number(values.epochs)
const seed = Number(values.seed)

await runTool(async () => {
  if (!relevanceDataThere())
    throw new ToolError('The real messages are not there (../shared/data): nothing to train on.')
  const marks = values.marks === undefined ? null : readFileSync(resolve(values.marks), 'utf8')
  const marked = marks === null ? [] : parseMarks(marks, values.marks)
  const data = readRelevanceData({ marks: marked })
  console.log(`${data.examples.length + data.presumed.length} examples, ${marked.length} of them marks of people`)
  const { texts, mentions } = readUnmarkedData()
  if (!values['keep-meaning'])
    console.log(`What words have to do with each other, from ${texts.length} messages: takes a minute`)
  const meaning = values['keep-meaning'] ? await readShippedMeaning() : trainMeaning(texts)
  const model = trainRelevance(data.examples, data.presumed, meaning, {
    epochs,
    seed,
    precision: values.compact ? compact : fine,
    onEpoch: (part, epoch, loss) => console.log(`${part}, epoch ${epoch}: loss ${loss.toFixed(4)}`),
  })
  fitMention(model, mentions)
  model.thresholds = { unwanted: unwantedThreshold, ...intentThresholds }
  const { thresholds, mention } = model
  console.log(
    `thresholds ${JSON.stringify(thresholds)}, mention ${[...mention].map((each) => each.toFixed(2)).join(' ')}`,
  )
  if (values.check) return checkShipped(model)
  await write(model, marks)
})

function fitMention(model: Model, mentions: readonly MentionCase[]): void {
  const reader = createMeaningReader(model.meaning)
  model.mention = trainMention(
    mentions.map(({ text, words, about }) => ({
      ...readMention(reader, tokenise(text).slice(0, MAX_WORDS), readContext(reader, words)),
      about,
    })),
  )
}

async function write(model: Model, marks: string | null): Promise<void> {
  const folder = resolve(projectRoot, values.out)
  mkdirSync(folder, { recursive: true })
  const parts = splitModel(model)
  for (const part of modelParts) writeFileSync(join(folder, partFile(part)), parts[part])
  writeFileSync(join(folder, manifestFile), `${JSON.stringify(await describe(model, marks), null, 2)}\n`)
  const sizes = modelParts.map((part) => `${part} ${(parts[part].length / 2 ** 20).toFixed(2)} MiB`)
  console.log(`${values.out}: ${sizes.join(', ')}`)
}

async function describe(model: Model, marks: string | null): Promise<ModelManifest> {
  const parts = splitModel(model)
  const data = readDataSums()
  const keeps = values['keep-meaning']
  const options = [
    ...(marks === null ? [] : ['--marks FILE']),
    ...(keeps ? ['--keep-meaning'] : []),
    ...(values.compact ? ['--compact'] : []),
    ...(epochs === relevanceTraining.epochs ? [] : [`--epochs ${epochs}`]),
    ...(seed === 1 ? [] : [`--seed ${seed}`]),
  ]
  const command = ['npm run train:relevance', ...(options.length > 0 ? ['--', ...options] : [])].join(' ')
  const made = { command, node: process.version }
  return {
    model: sha256(saveModel(model)),
    parts: {
      layers: sha256(parts.layers),
      rows: sha256(parts.rows),
      phrases: sha256(parts.phrases),
      cnn: sha256(parts.cnn),
      meaning: sha256(parts.meaning),
    },
    trained: {
      ...made,
      seed,
      epochs,
      data,
      inputs: readInputSums(),
      lists: readListSums(),
      marks: marks === null ? null : sha256(marks),
    },
    meaning: keeps ? (await readManifest()).meaning : { ...made, ...meaningTraining, data },
  }
}

async function checkShipped(model: Model): Promise<number> {
  const shipped = await readManifest()
  const parts = splitModel(model)
  const other = modelParts.filter((part) => sha256(parts[part]) !== shipped.parts[part])
  console.log(
    other.length === 0
      ? 'This training makes the shipped model, to the bit.'
      : `This training makes other parts than the shipped ones: ${other.join(', ')}.`,
  )
  const { inputs, lists, data } = shipped.trained
  const changed = [
    ...changedSince(inputs, readInputSums()),
    ...changedSince(lists, readListSums()),
    ...changedSince(data, readDataSums()),
  ]
  if (changed.length > 0) console.log(`Changed since the shipped one was trained: ${changed.join(', ')}.`)
  return other.length === 0 ? 0 : 1
}
