/**
 * A message as the personal layer sees it: which way it points in `Meaning`, how the model's first layer reads it, and its
 * words, hashed into few places. Small enough to learn from twenty marks.
 */
import type { Features } from './features.ts'
import { forward } from './forward.ts'
import type { MeaningReader } from './meaning.ts'
import { MEANING_WIDTH, hashStem, normaliseVector, plainForm, speaks } from './meaning.ts'
import type { Model, Pass } from './model.ts'
import { WIDTH } from './model.ts'

const WORD_PLACES = 224
/** First the meaning, then what the model pools, then the words. */
export const TRAITS = MEANING_WIDTH + WIDTH + WORD_PLACES

export type Traits = Float32Array

/** What the three parts weigh beside each other; each has length 1 before. */
const MEANING_SHARE = 2
const POOLED_SHARE = 1
const WORDS_SHARE = 1

/** Reads the traits of the message in `features`; without one of its words, when `without` is given. */
export type TraitReader = (features: Features, without?: number) => Traits

export function createTraitReader(model: Model, reader: MeaningReader, pass: Pass): TraitReader {
  const direction = new Float32Array(MEANING_WIDTH)
  const words = new Float32Array(WORD_PLACES)
  const pooled = new Float32Array(WIDTH)

  return (features, without) => {
    const traits = new Float32Array(TRAITS)
    const shown = without === undefined ? features.words : features.words.filter((_, at) => at !== without)
    reader.direction(shown, direction)
    forward(model, features, pass, without)
    pooled.set(pass.pooled)
    normaliseVector(pooled)
    words.fill(0)
    for (const word of shown)
      if (speaks(word) && word.form.length > 2) words[hashStem(reader.stem(plainForm(word))) % WORD_PLACES] = 1
    normaliseVector(words)
    const put = (part: Float32Array, at: number, share: number): void =>
      part.forEach((value, k) => (traits[at + k] = value * share))
    put(direction, 0, MEANING_SHARE)
    put(pooled, MEANING_WIDTH, POOLED_SHARE)
    put(words, MEANING_WIDTH + WIDTH, WORDS_SHARE)
    return traits
  }
}
