/** What both heads say about a message, all parts of the model together: `forward` and, for intent, the share of phrases. */
import type { Features } from './features.ts'
import { createFeatures, readFeatures } from './features.ts'
import type { MeaningReader } from './meaning.ts'
import type { Model } from './model.ts'
import { createPass, forward, heads } from './model.ts'
import { createFoundPhrases, createPhraseReader, phraseLogit } from './phrases.ts'

export interface Judge {
  /** Of the message read last. */
  readonly features: Features
  /** Log-odds of each head. The array is used again for the next answer. */
  read(text: string): Float32Array
  /** The same for the message read last, without one of its words or marks. */
  without(part: number): Float32Array
}

const INTENT = heads.indexOf('intent')
/**
 * Below these log-odds a message is cold whatever its phrases say, and they are not read: most messages are, and to find the
 * class of a new word takes longer than all the rest.
 */
const DOUBT = -5

export function createJudge(model: Model, meaning: MeaningReader): Judge {
  const { phrases } = model
  const features = createFeatures()
  const pass = createPass()
  const found = createFoundPhrases()
  const readPhrases = createPhraseReader(phrases, meaning)
  let asksPhrases = false

  function addPhrases(without?: number): void {
    const { logits } = pass
    logits[INTENT] = (1 - phrases.share) * logits[INTENT]! + phrases.share * phraseLogit(phrases, found, features.divisor, without)
  }

  return {
    features,
    read(text) {
      readFeatures(text, features)
      forward(model, features, pass)
      asksPhrases = phrases.share > 0 && pass.logits[INTENT]! >= DOUBT
      if (!asksPhrases) return pass.logits
      readPhrases(features, found)
      addPhrases()
      return pass.logits
    },
    without(part) {
      forward(model, features, pass, part)
      if (asksPhrases) addPhrases(part)
      return pass.logits
    },
  }
}
