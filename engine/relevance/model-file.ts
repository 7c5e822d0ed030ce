/**
 * The model as bytes, and in the parts that are kept apart: what a training changes and what it seldom does, so that one more
 * training adds no more than it must to the history of the project.
 */
import { cnnBytes, readCnn, writeCnn } from './cnn.ts'
import { ROWS } from './features.ts'
import { meaningBytes, readMeaning, writeMeaning } from './meaning.ts'
import type { Layers, Model } from './model.ts'
import { HIDDEN, MEMBER_HIDDEN, MEMBER_WIDTH, MEMBERS, MENTION_CLUES, OUTPUTS, WIDTH } from './model.ts'
import { phraseBytes, readPhrases, writePhrases } from './phrases.ts'

/** «ЭХР» and the version of the format and of the features. */
const MAGIC = 0x45485205
const SHAPE = [MAGIC, ROWS, MEMBERS, MEMBER_WIDTH, MEMBER_HIDDEN, OUTPUTS] as const
const HEAD_BYTES = 4 * (SHAPE.length + 1)
/** The head, and all floats. */
const LAYERS_BYTES =
  HEAD_BYTES +
  4 * (3 + HIDDEN * MEMBER_WIDTH + HIDDEN + OUTPUTS * HIDDEN + OUTPUTS * WIDTH + OUTPUTS + 1 + MENTION_CLUES + OUTPUTS)
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
 * and OUTPUTS bytes of the linear part, then the phrases, the convolutional network and the meanings. Rows whose embedding is nothing but zeroes are left out.
 */
export function saveModel(model: Model): Uint8Array {
  const kept: number[] = []
  for (let row = 0; row < ROWS; row++) if (model.scales[row] !== 0) kept.push(row)
  const bytes = new Uint8Array(
    LAYERS_BYTES +
      KEPT_BYTES +
      kept.length * ROW_BYTES +
      phraseBytes(model.phrases) +
      cnnBytes(model.cnn) +
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
  for (const each of floatsOf(model)) each.forEach(putFloat)
  for (const row of kept) bytes[at + (row >> 3)] = bytes[at + (row >> 3)]! | (1 << (row & 7))
  at += KEPT_BYTES
  for (const row of kept) {
    putFloat(model.scales[row]!)
    for (let k = 0; k < WIDTH; k++) view.setInt8(at++, model.embeddings[row * WIDTH + k]!)
    for (let o = 0; o < OUTPUTS; o++) view.setInt8(at++, model.linear[row * OUTPUTS + o]!)
  }
  writePhrases(model.phrases, view, at)
  at += phraseBytes(model.phrases)
  writeCnn(model.cnn, view, at)
  writeMeaning(model.meaning, view, at + cnnBytes(model.cnn))
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
  const fits =
    bytes.length >= LAYERS_BYTES + KEPT_BYTES && SHAPE.every((value, i) => view.getUint32(i * 4, true) === value)
  const kept = fits ? keptRows(bytes.subarray(LAYERS_BYTES, LAYERS_BYTES + KEPT_BYTES)) : []
  const rowsStart = LAYERS_BYTES + KEPT_BYTES
  const counted = fits && kept.length === view.getUint32(HEAD_BYTES - 4, true)
  const phrasesStart = rowsStart + kept.length * ROW_BYTES
  const phrases = counted ? readPhrases(view, phrasesStart) : null
  const cnnStart = phrasesStart + (phrases ? phraseBytes(phrases) : 0)
  const cnn = phrases ? readCnn(view, cnnStart) : null
  const meaning = cnn ? readMeaning(view, cnnStart + cnnBytes(cnn)) : null
  if (!phrases || !cnn || !meaning || (phrases.groups.length !== 0 && phrases.groups.length !== meaning.scales.length))
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
    cnn,
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

/**
 * `layers`: head, thresholds, layers, mention, a few KB; `rows`: which rows are kept, and these; `phrases`; `cnn`, the convolutional network; `meaning`, which is
 * learnt without labels and seldom again.
 */
export const modelParts = ['layers', 'rows', 'phrases', 'cnn', 'meaning'] as const
export type ModelPart = (typeof modelParts)[number]
export type ModelParts = Record<ModelPart, Uint8Array>

/** Joined again they are `saveModel` to the bit. Rows are put byte by byte, first those of all, then the second … */
export function splitModel(model: Model): ModelParts {
  const bytes = saveModel(model)
  const meaning = bytes.length - meaningBytes(model.meaning)
  const cnn = meaning - cnnBytes(model.cnn)
  const phrases = cnn - phraseBytes(model.phrases)
  const kept = LAYERS_BYTES + KEPT_BYTES
  const rows = bytes.slice(LAYERS_BYTES, phrases)
  // Like bytes beside each other are packed a tenth smaller.
  rows.set(transpose(bytes.subarray(kept, phrases), ROW_BYTES), KEPT_BYTES)
  return {
    layers: bytes.slice(0, LAYERS_BYTES),
    rows,
    phrases: bytes.slice(phrases, cnn),
    cnn: bytes.slice(cnn, meaning),
    meaning: bytes.slice(meaning),
  }
}

/** For `loadModel`, which refuses what does not fit together. */
export function joinModel(parts: ModelParts): Uint8Array {
  const bytes = new Uint8Array(modelParts.reduce((sum, name) => sum + parts[name].length, 0))
  let at = 0
  for (const name of modelParts) {
    bytes.set(parts[name], at)
    at += parts[name].length
  }
  const planes = parts.rows.subarray(KEPT_BYTES)
  if (planes.length % ROW_BYTES !== 0) throw new Error('not a relevance model of this version')
  bytes.set(transpose(planes, planes.length / ROW_BYTES), parts.layers.length + KEPT_BYTES)
  return bytes
}

/** A table of this many columns, column by column. */
function transpose(table: Uint8Array, columns: number): Uint8Array {
  const rows = table.length / columns
  const turned = new Uint8Array(table.length)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) turned[column * rows + row] = table[row * columns + column]!
  return turned
}
