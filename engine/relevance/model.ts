/**
 * The model as it is used (`model-file.ts` is how it is kept): a committee of small networks, each with an embedding of 8-bit numbers for each hashed
 * feature and one hidden layer, and beside them a linear part, one number for each feature and head. Each head's output is
 * the sum of all; `judge.ts` adds what phrases and the convolutional network say of intent. Reading a message is a sum of rows, so it needs no library and
 * no allocation.
 */
import type { Cnn } from './cnn.ts'
import { MAX_FEATURES } from './features.ts'
import type { Meaning } from './meaning.ts'
import type { Phrases } from './phrases.ts'

export const heads = ['unwanted', 'intent'] as const
export type Head = (typeof heads)[number]

/** Networks of few numbers that were trained apart err apart: together they judge better than one of as many numbers. */
export const MEMBERS = 4
export const MEMBER_WIDTH = 4
export const MEMBER_HIDDEN = 12
export const WIDTH = MEMBERS * MEMBER_WIDTH
export const HIDDEN = MEMBERS * MEMBER_HIDDEN
export const OUTPUTS = heads.length

/**
 * The layers above the embeddings, of one member or of all, one member after another. Of all, `hidden` is HIDDEN ×
 * MEMBER_WIDTH, since a member sees only its own stretch of the embedding, `output` OUTPUTS × HIDDEN, `direct` OUTPUTS ×
 * WIDTH, row by row. `direct` goes past the hidden layer: what words simply add up to need not be learnt in a roundabout way.
 */
export interface Layers {
  hidden: Float32Array
  hiddenBias: Float32Array
  output: Float32Array
  direct: Float32Array
  outputBias: Float32Array
}

/** From these probabilities on a message is unwanted, and its intent warm or hot. */
export interface Thresholds {
  unwanted: number
  warm: number
  hot: number
}

export interface Model {
  layers: Layers
  thresholds: Thresholds
  /** For `mention`, the personal layer and the groups of `phrases`. */
  meaning: Meaning
  /** Has a share in intent, `judge.ts`; none when it is empty. */
  phrases: Phrases
  /** Has a share in intent too. */
  cnn: Cnn
  /** A bias and a weight for each clue of `mention.ts`. */
  mention: Float32Array
  /** ROWS × WIDTH; a row is multiplied by its scale. A row that training has never seen is nothing but zeroes. */
  embeddings: Int8Array
  scales: Float32Array
  /** ROWS × OUTPUTS; the numbers of a head are multiplied by its scale. */
  linear: Int8Array
  linearScales: Float32Array
}

export const MENTION_CLUES = 4

/** Room for one message on its way through the model. */
export interface Pass {
  pooled: Float32Array
  /** What the linear part adds to each logit. */
  linear: Float32Array
  active: Float32Array
  logits: Float32Array
  /** The rows of the message that training has seen, what each weighs, and the same times its scale. */
  records: Int32Array
  shares: Float32Array
  weighed: Float64Array
}

export const createPass = (members = MEMBERS): Pass => ({
  pooled: new Float32Array(members * MEMBER_WIDTH),
  linear: new Float32Array(OUTPUTS),
  active: new Float32Array(members * MEMBER_HIDDEN),
  logits: new Float32Array(OUTPUTS),
  records: new Int32Array(MAX_FEATURES),
  shares: new Float32Array(MAX_FEATURES),
  weighed: new Float64Array(MAX_FEATURES),
})

/** From the sums on: the same for training and use, for one member and for all. */
export function runLayers(
  { hidden, hiddenBias, output, direct, outputBias }: Layers,
  { pooled, linear, active, logits }: Pass,
): void {
  const units = active.length
  const width = pooled.length
  for (let j = 0; j < units; j++) {
    const start = Math.floor(j / MEMBER_HIDDEN) * MEMBER_WIDTH
    let sum = hiddenBias[j]!
    for (let k = 0; k < MEMBER_WIDTH; k++) sum += hidden[j * MEMBER_WIDTH + k]! * pooled[start + k]!
    active[j] = sum > 0 ? sum : 0
  }
  for (let o = 0; o < OUTPUTS; o++) {
    let sum = outputBias[o]! + linear[o]!
    for (let j = 0; j < units; j++) sum += output[o * units + j]! * active[j]!
    for (let k = 0; k < width; k++) sum += direct[o * width + k]! * pooled[k]!
    logits[o] = sum
  }
}

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit))
