/**
 * The model as it is kept and used: an embedding of 8-bit numbers for each hashed feature, one hidden layer, one output
 * for each head. Reading a message is a sum of rows, so it needs no library and no allocation.
 */
import type { Features } from './features.ts'
import { ROWS } from './features.ts'
import type { Meaning } from './meaning.ts'
import { meaningBytes, readMeaning, writeMeaning } from './meaning.ts'

export const heads = ['unwanted', 'intent'] as const
export type Head = (typeof heads)[number]

export const WIDTH = 16
export const HIDDEN = 24
export const OUTPUTS = heads.length

/**
 * The layers above the embeddings. `hidden` is HIDDEN × WIDTH, `output` OUTPUTS × HIDDEN, `direct` OUTPUTS × WIDTH, row by
 * row. `direct` goes past the hidden layer: what words simply add up to need not be learnt in a roundabout way.
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
  /** For `mention` and the personal layer; the heads do not look at it. */
  meaning: Meaning
  /** A bias and a weight for each clue of `mention.ts`. */
  mention: Float32Array
  /** ROWS × WIDTH; a row is multiplied by its scale. A row that training has never seen is nothing but zeroes. */
  embeddings: Int8Array
  scales: Float32Array
}

export const MENTION_CLUES = 4

/** Room for one message on its way through the model. */
export interface Pass {
  pooled: Float32Array
  active: Float32Array
  logits: Float32Array
}

export const createPass = (): Pass => ({
  pooled: new Float32Array(WIDTH),
  active: new Float32Array(HIDDEN),
  logits: new Float32Array(OUTPUTS),
})

/** Fills `pass` for a message; without the features of the word or mark `without`, when there is one. */
export function forward(model: Model, features: Features, pass: Pass, without?: number): void {
  const { embeddings, scales } = model
  const { rows, weights, first, last, count, divisor } = features
  const { pooled } = pass
  pooled.fill(0)
  for (let i = 0; i < count; i++) {
    if (without !== undefined && (first[i] === without || last[i] === without)) continue
    const row = rows[i]!
    const scale = scales[row]!
    if (scale === 0) continue
    const weight = weights[i]! * scale
    const start = row * WIDTH
    for (let k = 0; k < WIDTH; k++) pooled[k] = pooled[k]! + weight * embeddings[start + k]!
  }
  for (let k = 0; k < WIDTH; k++) pooled[k] = pooled[k]! / divisor
  runLayers(model.layers, pass)
}

/** From the pooled embeddings on: the same for training and use. */
export function runLayers({ hidden, hiddenBias, output, direct, outputBias }: Layers, { pooled, active, logits }: Pass): void {
  for (let j = 0; j < HIDDEN; j++) {
    let sum = hiddenBias[j]!
    for (let k = 0; k < WIDTH; k++) sum += hidden[j * WIDTH + k]! * pooled[k]!
    active[j] = sum > 0 ? sum : 0
  }
  for (let o = 0; o < OUTPUTS; o++) {
    let sum = outputBias[o]!
    for (let j = 0; j < HIDDEN; j++) sum += output[o * HIDDEN + j]! * active[j]!
    for (let k = 0; k < WIDTH; k++) sum += direct[o * WIDTH + k]! * pooled[k]!
    logits[o] = sum
  }
}

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit))

/** Rounds trained embeddings to 8 bits, row by row. */
export function quantise(trained: Float32Array, layers: Layers, thresholds: Thresholds, meaning: Meaning): Model {
  const embeddings = new Int8Array(ROWS * WIDTH)
  const scales = new Float32Array(ROWS)
  for (let row = 0; row < ROWS; row++) {
    let largest = 0
    for (let k = 0; k < WIDTH; k++) largest = Math.max(largest, Math.abs(trained[row * WIDTH + k]!))
    if (largest === 0) continue
    const scale = largest / 127
    scales[row] = scale
    for (let k = 0; k < WIDTH; k++) embeddings[row * WIDTH + k] = Math.round(trained[row * WIDTH + k]! / scale)
  }
  return { layers, thresholds, meaning, mention: new Float32Array(1 + MENTION_CLUES), embeddings, scales }
}

/** «ЭХР» and the version of the format and of the features. */
const MAGIC = 0x45485202

function floatsOf({ layers, thresholds, mention }: Pick<Model, 'layers' | 'thresholds' | 'mention'>): Float32Array[] {
  const { unwanted, warm, hot } = thresholds
  return [new Float32Array([unwanted, warm, hot]), layers.hidden, layers.hiddenBias, layers.output, layers.direct, layers.outputBias, mention]
}

/**
 * Little-endian: magic, ROWS, WIDTH, HIDDEN, OUTPUTS, number of rows kept, all floats of thresholds, layers and
 * mention, then each kept row as its number (4 bytes), scale (4) and WIDTH bytes, then the meanings. Rows of zeroes are left out.
 */
export function saveModel(model: Model): Uint8Array {
  const kept: number[] = []
  for (let row = 0; row < ROWS; row++) if (model.scales[row] !== 0) kept.push(row)
  const floats = floatsOf(model)
  const floatCount = floats.reduce((sum, { length }) => sum + length, 0)
  const bytes = new Uint8Array(24 + floatCount * 4 + kept.length * (8 + WIDTH) + meaningBytes(model.meaning))
  const view = new DataView(bytes.buffer)
  let at = 0
  const put = (value: number): void => {
    view.setUint32(at, value, true)
    at += 4
  }
  const putFloat = (value: number): void => {
    view.setFloat32(at, value, true)
    at += 4
  }
  for (const value of [MAGIC, ROWS, WIDTH, HIDDEN, OUTPUTS, kept.length]) put(value)
  for (const each of floats) each.forEach(putFloat)
  for (const row of kept) {
    put(row)
    putFloat(model.scales[row]!)
    for (let k = 0; k < WIDTH; k++) view.setInt8(at++, model.embeddings[row * WIDTH + k]!)
  }
  writeMeaning(model.meaning, view, at)
  return bytes
}

/** Error when the bytes are no model of this shape. */
export function loadModel(bytes: Uint8Array): Model {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const layers: Layers = {
    hidden: new Float32Array(HIDDEN * WIDTH),
    hiddenBias: new Float32Array(HIDDEN),
    output: new Float32Array(OUTPUTS * HIDDEN),
    direct: new Float32Array(OUTPUTS * WIDTH),
    outputBias: new Float32Array(OUTPUTS),
  }
  const thresholds: Thresholds = { unwanted: 0.5, warm: 0.5, hot: 0.5 }
  const mention = new Float32Array(1 + MENTION_CLUES)
  const floats = floatsOf({ layers, thresholds, mention })
  const headLength = 24 + floats.reduce((sum, { length }) => sum + length, 0) * 4
  const expected = [MAGIC, ROWS, WIDTH, HIDDEN, OUTPUTS]
  const fits = bytes.length >= headLength && expected.every((value, i) => view.getUint32(i * 4, true) === value)
  const kept = fits ? view.getUint32(20, true) : 0
  const meaning = fits ? readMeaning(view, headLength + kept * (8 + WIDTH)) : null
  if (!meaning) throw new Error('not a relevance model of this version')
  let at = 24
  for (const each of floats) {
    for (let i = 0; i < each.length; i++, at += 4) each[i] = view.getFloat32(at, true)
  }
  const [unwanted, warm, hot] = floats[0] as unknown as [number, number, number]
  const embeddings = new Int8Array(ROWS * WIDTH)
  const scales = new Float32Array(ROWS)
  for (let n = 0; n < kept; n++) {
    const row = view.getUint32(at, true)
    if (row >= ROWS) throw new Error('not a relevance model of this version')
    scales[row] = view.getFloat32(at + 4, true)
    for (let k = 0; k < WIDTH; k++) embeddings[row * WIDTH + k] = view.getInt8(at + 8 + k)
    at += 8 + WIDTH
  }
  return { layers, thresholds: { unwanted, warm, hot }, meaning, mention, embeddings, scales }
}
