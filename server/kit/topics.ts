/** The judges of topics of this process, with the models that are shipped: checked against the manifest that training wrote beside them. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createTopicJudge, logOddsAbove, type TopicModel } from '../../engine/topics/topic-judge.ts'
import { createClassifier, readClassifier, type Classifier } from '../../engine/topics/topic-classifier.ts'
import type { TopicJudges } from '../../engine/topics/entering.ts'
import { loadWordKinds } from './engine-data.ts'
import { loadScorer } from './relevance.ts'
import { sha256 } from './shipped-model.ts'

export const topicModelFolder = fileURLToPath(new URL('../../engine/topics/model', import.meta.url))

/** What was trained from what. Checksums are SHA-256 in hexadecimal. */
export interface TopicManifest extends Omit<TopicModel, 'weights'> {
  /** Of `weights.bin`. */
  weights: string
  /** Of `classifier.bin`. */
  classifier: string
  /** The categories that the classifier knows, in the order of its numbers. */
  slugs: string[]
  trained: {
    command: string
    node: string
    seed: number
    /** Of the relevance model whose intent the threshold was set with. */
    relevance: string
    /** Labels, by their path in the project: another label is another model. */
    labels: Record<string, string>
    /** Examples, topics and word kinds, by their path: a small change of them is good without a training. */
    lists: Record<string, string>
    /** Files of real messages that lie beside the project, by their names. */
    data: Record<string, string>
  }
}

export const readTopicManifest = async (folder = topicModelFolder): Promise<TopicManifest> =>
  JSON.parse(await readFile(`${folder}/manifest.json`, 'utf8')) as TopicManifest

export interface TopicModels {
  judge: TopicModel
  classifier: Classifier
}

/** Error when a part is not what training wrote. */
export async function readTopicModels(folder = topicModelFolder): Promise<TopicModels> {
  const manifest = await readTopicManifest(folder)
  const { scale, intentShare, framed, threshold } = manifest
  const weights = await readPart(`${folder}/weights.bin`, manifest.weights)
  const classifier = readClassifier(
    viewOf(await readPart(`${folder}/classifier.bin`, manifest.classifier)),
    manifest.slugs,
  )
  if (classifier === null)
    throw new Error(`${folder}/classifier.bin is no classifier of ${manifest.slugs.length} categories`)
  return { judge: { weights: new Int8Array(weights), scale, intentShare, framed, threshold }, classifier }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView => new DataView(buffer, byteOffset, byteLength)

async function readPart(path: string, sum: string): Promise<Buffer> {
  const bytes = await readFile(path)
  const found = sha256(bytes)
  if (found === sum) return bytes
  throw new Error(
    `${path} is not the model of topics that manifest.json names: its SHA-256 is ${found}, not ${sum}. ` +
      'Take all of it from the repository again, or train the model: npm run train:topics',
  )
}

let loading: Promise<TopicJudges> | undefined

async function load(): Promise<TopicJudges> {
  const [{ judge: model, classifier }, scorer] = await Promise.all([readTopicModels(), loadScorer()])
  const judge = createTopicJudge(model, loadWordKinds())
  // A message may be about many categories, and its intent is one.
  let last: { text: string; intent: number } | undefined
  function intentOf(text: string): number {
    if (last?.text !== text)
      last = { text, intent: logOddsAbove(scorer.score(text).intentScore, scorer.thresholds.warm) }
    return last.intent
  }
  return {
    certaintyOf: (about) => judge.certainty(about, () => intentOf(about.text)),
    intentOf,
    classify: createClassifier(classifier),
  }
}

export const loadTopicJudges = (): Promise<TopicJudges> => (loading ??= load())
