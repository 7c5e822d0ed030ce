/** The judge of topics of this process, with the model that is shipped: checked against the manifest that training wrote beside it. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createTopicJudge, logOddsAbove, type TopicModel } from '../../engine/topics/topic-judge.ts'
import type { AskAbout } from '../../engine/topics/ask-features.ts'
import { loadWordKinds } from './engine-data.ts'
import { loadScorer } from './relevance.ts'
import { sha256 } from './shipped-model.ts'

export const topicModelFolder = fileURLToPath(new URL('../../engine/topics/model', import.meta.url))

/** What was trained from what. Checksums are SHA-256 in hexadecimal. */
export interface TopicManifest extends Omit<TopicModel, 'weights'> {
  /** Of `weights.bin`. */
  weights: string
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

/** Error when the weights are not what training wrote. */
export async function readTopicModel(folder = topicModelFolder): Promise<TopicModel> {
  const { weights, scale, intentShare, framed, threshold } = await readTopicManifest(folder)
  const path = `${folder}/weights.bin`
  const bytes = await readFile(path)
  const found = sha256(bytes)
  if (found !== weights)
    throw new Error(
      `${path} is not the model of topics that manifest.json names: its SHA-256 is ${found}, not ${weights}. ` +
        'Take both from the repository again, or train the model: npm run train:topics',
    )
  return { weights: new Int8Array(bytes), scale, intentShare, framed, threshold }
}

/** By how much (log-odds) a message that is about something asks for it; below 0 it does not. */
export type CertaintyOf = (about: AskAbout) => number

let loading: Promise<CertaintyOf> | undefined

async function load(): Promise<CertaintyOf> {
  const [model, scorer] = await Promise.all([readTopicModel(), loadScorer()])
  const judge = createTopicJudge(model, loadWordKinds())
  // A message may be about many categories, and its intent is one.
  let last: { text: string; intent: number } | undefined
  function intentOf(text: string): number {
    if (last?.text !== text)
      last = { text, intent: logOddsAbove(scorer.score(text).intentScore, scorer.thresholds.warm) }
    return last.intent
  }
  return (about) => judge.certainty(about, () => intentOf(about.text))
}

export const loadCertaintyOf = (): Promise<CertaintyOf> => (loading ??= load())
