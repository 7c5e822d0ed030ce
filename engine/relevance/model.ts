/**
 * The model as it is kept and used: a committee of small networks, each with an embedding of 8-bit numbers for each hashed
 * feature and one hidden layer, and beside them a linear part, one number for each feature and head. Each head's output is
 * the sum of all; `judge.ts` adds what phrases say of intent. Reading a message is a sum of rows, so it needs no library and
 * no allocation.
 */
import type { Features } from './features.ts'
import { ROWS } from './features.ts'
import type { Meaning } from './meaning.ts'
import { meaningBytes, readMeaning, writeMeaning } from './meaning.ts'
import type { Phrases } from './phrases.ts'
import { emptyPhrases, phraseBytes, readPhrases, writePhrases } from './phrases.ts'

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

/** What training gives: ROWS × WIDTH embeddings, the layers above them, and the linear part, ROWS × OUTPUTS. */
export interface Trained {
  embeddings: Float32Array
  layers: Layers
  linear: Float32Array
}

export interface Model {
  layers: Layers
  thresholds: Thresholds
  /** For `mention`, the personal layer and the groups of `phrases`. */
  meaning: Meaning
  /** Has a share in intent, `judge.ts`; none when it is empty. */
  phrases: Phrases
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
}

export const createPass = (members = MEMBERS): Pass => ({
  pooled: new Float32Array(members * MEMBER_WIDTH),
  linear: new Float32Array(OUTPUTS),
  active: new Float32Array(members * MEMBER_HIDDEN),
  logits: new Float32Array(OUTPUTS),
})

/** Fills `pass` for a message; without the features of the word or mark `without`, when there is one. */
export function forward(model: Model, features: Features, pass: Pass, without?: number): void {
  const { embeddings, scales, linear, linearScales } = model
  const { rows, weights, first, last, count, divisor } = features
  const { pooled, linear: added } = pass
  pooled.fill(0)
  added.fill(0)
  for (let i = 0; i < count; i++) {
    if (without !== undefined && (first[i] === without || last[i] === without)) continue
    const row = rows[i]!
    const scale = scales[row]!
    if (scale === 0) continue
    const share = weights[i]!
    const weight = share * scale
    const start = row * WIDTH
    for (let k = 0; k < WIDTH; k++) pooled[k] = pooled[k]! + weight * embeddings[start + k]!
    for (let o = 0; o < OUTPUTS; o++) added[o] = added[o]! + share * linear[row * OUTPUTS + o]!
  }
  for (let k = 0; k < WIDTH; k++) pooled[k] = pooled[k]! / divisor
  for (let o = 0; o < OUTPUTS; o++) added[o] = (added[o]! * linearScales[o]!) / divisor
  runLayers(model.layers, pass)
}

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

/** Rounds trained numbers to 8 bits: embeddings row by row, the linear part head by head. */
export function quantise(
  { embeddings: trained, layers, linear: exact }: Trained,
  thresholds: Thresholds,
  meaning: Meaning,
): Model {
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
  const linearScales = new Float32Array(OUTPUTS)
  const linear = new Int8Array(exact.length)
  for (let at = 0; at < exact.length; at++) {
    const o = at % OUTPUTS
    linearScales[o] = Math.max(linearScales[o]!, Math.abs(exact[at]!) / 127)
  }
  for (let at = 0; at < exact.length; at++)
    if (exact[at] !== 0) linear[at] = Math.round(exact[at]! / linearScales[at % OUTPUTS]!)
  return {
    layers,
    thresholds,
    meaning,
    phrases: emptyPhrases(),
    mention: new Float32Array(1 + MENTION_CLUES),
    embeddings,
    scales,
    linear,
    linearScales,
  }
}

/** «ЭХР» and the version of the format and of the features. */
const MAGIC = 0x45485204
const SHAPE = [MAGIC, ROWS, MEMBERS, MEMBER_WIDTH, MEMBER_HIDDEN, OUTPUTS] as const
const HEAD_BYTES = 4 * (SHAPE.length + 1)
/** Which rows are kept, a bit for each. */
const KEPT_BYTES = ROWS / 8
const ROW_BYTES = 4 + WIDTH + OUTPUTS

function floatsOf({
  layers,
  thresholds,
  mention,
  linearScales,
}: Pick<Model, 'layers' | 'thresholds' | 'mention' | 'linearScales'>): Float32Array[] {
  const { unwanted, warm, hot } = thresholds
  const { hidden, hiddenBias, output, direct, outputBias } = layers
  return [
    new Float32Array([unwanted, warm, hot]),
    hidden,
    hiddenBias,
    output,
    direct,
    outputBias,
    mention,
    linearScales,
  ]
}

/**
 * Little-endian: magic, ROWS, the shape of the committee, number of rows kept, all floats of thresholds, layers, mention
 * and scales of the linear part, a bit for each row that is kept, then each kept row as its scale (4 bytes), WIDTH bytes
 * and OUTPUTS bytes of the linear part, then the phrases and the meanings. Rows whose embedding is nothing but zeroes are left out.
 */
export function saveModel(model: Model): Uint8Array {
  const kept: number[] = []
  for (let row = 0; row < ROWS; row++) if (model.scales[row] !== 0) kept.push(row)
  const floats = floatsOf(model)
  const floatCount = floats.reduce((sum, { length }) => sum + length, 0)
  const bytes = new Uint8Array(
    HEAD_BYTES +
      floatCount * 4 +
      KEPT_BYTES +
      kept.length * ROW_BYTES +
      phraseBytes(model.phrases) +
      meaningBytes(model.meaning),
  )
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const value of [...SHAPE, kept.length]) {
    view.setUint32(at, value, true)
    at += 4
  }
  const putFloat = (value: number): void => {
    view.setFloat32(at, value, true)
    at += 4
  }
  for (const each of floats) each.forEach(putFloat)
  for (const row of kept) bytes[at + (row >> 3)] = bytes[at + (row >> 3)]! | (1 << (row & 7))
  at += KEPT_BYTES
  for (const row of kept) {
    putFloat(model.scales[row]!)
    for (let k = 0; k < WIDTH; k++) view.setInt8(at++, model.embeddings[row * WIDTH + k]!)
    for (let o = 0; o < OUTPUTS; o++) view.setInt8(at++, model.linear[row * OUTPUTS + o]!)
  }
  writePhrases(model.phrases, view, at)
  writeMeaning(model.meaning, view, at + phraseBytes(model.phrases))
  return bytes
}

/** Error when the bytes are no model of this shape. */
export function loadModel(bytes: Uint8Array): Model {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const layers: Layers = {
    hidden: new Float32Array(HIDDEN * MEMBER_WIDTH),
    hiddenBias: new Float32Array(HIDDEN),
    output: new Float32Array(OUTPUTS * HIDDEN),
    direct: new Float32Array(OUTPUTS * WIDTH),
    outputBias: new Float32Array(OUTPUTS),
  }
  const mention = new Float32Array(1 + MENTION_CLUES)
  const linearScales = new Float32Array(OUTPUTS)
  const floats = floatsOf({ layers, thresholds: { unwanted: 0.5, warm: 0.5, hot: 0.5 }, mention, linearScales })
  const keptStart = HEAD_BYTES + floats.reduce((sum, { length }) => sum + length, 0) * 4
  const fits =
    bytes.length >= keptStart + KEPT_BYTES && SHAPE.every((value, i) => view.getUint32(i * 4, true) === value)
  const kept = fits ? keptRows(bytes.subarray(keptStart, keptStart + KEPT_BYTES)) : []
  const rowsStart = keptStart + KEPT_BYTES
  const counted = fits && kept.length === view.getUint32(HEAD_BYTES - 4, true)
  const phrasesStart = rowsStart + kept.length * ROW_BYTES
  const phrases = counted ? readPhrases(view, phrasesStart) : null
  const meaning = phrases ? readMeaning(view, phrasesStart + phraseBytes(phrases)) : null
  if (!phrases || !meaning || (phrases.groups.length !== 0 && phrases.groups.length !== meaning.scales.length))
    throw new Error('not a relevance model of this version')
  let at = HEAD_BYTES
  for (const each of floats) {
    for (let i = 0; i < each.length; i++, at += 4) each[i] = view.getFloat32(at, true)
  }
  const [unwanted, warm, hot] = floats[0] as unknown as [number, number, number]
  const embeddings = new Int8Array(ROWS * WIDTH)
  const scales = new Float32Array(ROWS)
  const linear = new Int8Array(ROWS * OUTPUTS)
  at = rowsStart
  for (const row of kept) {
    scales[row] = view.getFloat32(at, true)
    at += 4
    for (let k = 0; k < WIDTH; k++) embeddings[row * WIDTH + k] = view.getInt8(at++)
    for (let o = 0; o < OUTPUTS; o++) linear[row * OUTPUTS + o] = view.getInt8(at++)
  }
  return {
    layers,
    thresholds: { unwanted, warm, hot },
    meaning,
    phrases,
    mention,
    embeddings,
    scales,
    linear,
    linearScales,
  }
}

function keptRows(bits: Uint8Array): number[] {
  const rows: number[] = []
  for (let row = 0; row < ROWS; row++) if (bits[row >> 3]! & (1 << (row & 7))) rows.push(row)
  return rows
}
