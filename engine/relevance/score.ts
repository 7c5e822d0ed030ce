/** What the rest of the product asks of the relevance model: two scores of a message, a level, and a reason in words. */
import type { Reason } from './explain.ts'
import { explainHead } from './explain.ts'
import { createFeatures, readFeatures } from './features.ts'
import type { Head, Model } from './model.ts'
import { createPass, forward, sigmoid } from './model.ts'

/** Горячий, Тёплый, Холодный. */
export type Level = 'hot' | 'warm' | 'cold'

const levelNames: Readonly<Record<Level, string>> = { hot: 'Горячий', warm: 'Тёплый', cold: 'Холодный' }

export interface Relevance {
  /** 0 to 1: spam, advertising, a bot. */
  unwanted: number
  /** 0 to 1: somebody looks for a service or a thing. */
  intent: number
  /** `unwanted` is above the model's own threshold. */
  isUnwanted: boolean
  level: Level
}

export interface Scorer {
  score(text: string): Relevance
  /** What raised the score of this head, the strongest first; empty when nothing stands out. */
  reasons(text: string, head: Head): Reason[]
  /** The level, or the suspicion, and the words behind it in one Russian line. */
  explain(text: string): string
}

/** One scorer for one thread: it keeps its room for the message at hand, and nothing else. */
export function createScorer(model: Model): Scorer {
  const features = createFeatures()
  const pass = createPass()

  function score(text: string): Relevance {
    readFeatures(text, features)
    forward(model, features, pass)
    const unwanted = sigmoid(pass.logits[0]!)
    const intent = sigmoid(pass.logits[1]!)
    const { thresholds } = model
    const level = intent >= thresholds.hot ? 'hot' : intent >= thresholds.warm ? 'warm' : 'cold'
    return { unwanted, intent, isUnwanted: unwanted >= thresholds.unwanted, level }
  }

  function reasons(text: string, head: Head): Reason[] {
    readFeatures(text, features)
    return explainHead(model, text, features, head)
  }

  function explain(text: string): string {
    const { isUnwanted, level } = score(text)
    const head: Head = isUnwanted ? 'unwanted' : 'intent'
    const title = isUnwanted ? 'Похоже на спам или рекламу' : levelNames[level]
    const told = isUnwanted || level !== 'cold' ? reasons(text, head) : []
    return told.length === 0 ? title : `${title}: ${told.map(({ words, span }) => (span ? `«${words}»` : words)).join(', ')}`
  }

  return { score, reasons, explain }
}
