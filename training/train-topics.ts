/**
 * Trains the judge of topics, `engine/topics/model`, on our own examples and on the real messages beside the project that are
 * about a lead category. The same inputs give the same bytes; `manifest.json` says which they were. How well it judges what it
 * was not trained on: `npm run bench:topics`.
 *
 *   npm run train:topics -- [--out engine/topics/model] [--check]
 *
 * `--check` writes nothing and says whether the shipped model is what this training makes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { wordKindFiles } from '../engine/relevance/word-kinds.ts'
import { writeClassifier } from '../engine/topics/topic-classifier.ts'
import { loadSeededCategories } from '../server/features/watching/categories/categories.seed.ts'
import { loadWordKinds } from '../server/kit/engine-data.ts'
import { loadLanguage } from '../server/kit/language.ts'
import { readManifest, sha256 } from '../server/kit/shipped-model.ts'
import { readTopicManifest, type TopicManifest } from '../server/kit/topics.ts'
import { projectRoot } from '../tools/project-root.ts'
import { runTool, ToolError } from '../tools/tool-error.ts'
import { exampleFileNames, exampleFolder } from './example-files.ts'
import { labelFolder } from './label-files.ts'
import { compact } from './quantise.ts'
import { dataFolder } from './read-data-file.ts'
import {
  classifierExamples,
  createTopicFinder,
  readNeeds,
  readTopicExamples,
  topicDataFiles,
  topicDataThere,
} from './topic-data.ts'
import { trainClassifier } from './train-classifier.ts'
import { topicAskPath } from './topic-asks.ts'
import { topicLabelPath } from './topic-labels.ts'
import {
  FRAMED,
  INTENT_SHARE,
  quantiseWeights,
  readAsks,
  THRESHOLD,
  TRAINING_SEEDS,
  trainTopics,
} from './topic-training.ts'

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'engine/topics/model' }, check: { type: 'boolean', default: false } },
})

const partNames = ['weights', 'classifier'] as const

await runTool(async () => {
  if (!topicDataThere()) throw new ToolError('The real messages are not there (../shared/data): nothing to train on.')
  const find = createTopicFinder(await loadLanguage())
  const examples = readTopicExamples(find)
  const set = readAsks(examples, loadWordKinds())
  console.log(`${set.length} readings, ${set.filter(({ asks }) => asks).length} of them ask`)
  const { weights, scale } = quantiseWeights(trainTopics(set, TRAINING_SEEDS))
  const slugs = loadSeededCategories().map(({ slug }) => slug)
  const classifier = trainClassifier(classifierExamples(readNeeds(find), examples), slugs, TRAINING_SEEDS[0]!, compact)
  const parts = {
    weights: new Uint8Array(weights.buffer),
    classifier: writeClassifier(classifier),
  }
  const sums = { weights: sha256(parts.weights), classifier: sha256(parts.classifier) }
  if (values.check) {
    const shipped = await readTopicManifest()
    const same = partNames.every((part) => shipped[part] === sums[part])
    console.log(same ? 'The shipped model is what this training makes.' : 'The shipped model is another one.')
    if (!same) process.exitCode = 1
    return
  }
  const out = resolve(projectRoot, values.out)
  mkdirSync(out, { recursive: true })
  for (const part of partNames) writeFileSync(join(out, `${part}.bin`), parts[part])
  const manifest: TopicManifest = {
    ...sums,
    slugs,
    scale,
    intentShare: INTENT_SHARE,
    framed: FRAMED,
    threshold: THRESHOLD,
    trained: {
      command: 'npm run train:topics',
      node: process.version,
      seed: TRAINING_SEEDS[0]!,
      relevance: (await readManifest()).model,
      labels: projectSums([topicLabelPath]),
      lists: projectSums([
        ...exampleFileNames.map((name) => `${exampleFolder}/${name}`),
        topicAskPath,
        `${labelFolder}/asks.ndjson`,
        ...wordKindFiles.map((name) => `engine/data/${name}`),
        'server/features/watching/categories/seeds/topics.txt',
        'server/features/watching/categories/category-labels.ndjson',
      ]),
      data: Object.fromEntries(topicDataFiles.map((name) => [name, sha256(readFileSync(join(dataFolder, name)))])),
    },
  }
  writeFileSync(join(out, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  console.log(`wrote ${values.out}`)
})

function projectSums(paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, sha256(readFileSync(join(projectRoot, path)))]))
}
