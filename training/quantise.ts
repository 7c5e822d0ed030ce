/** From what training gives to what is kept: numbers of 8 bits. */
import { emptyCnn } from '../engine/relevance/cnn.ts'
import { ROWS } from '../engine/relevance/features.ts'
import type { Meaning } from '../engine/relevance/meaning.ts'
import type { Model, Thresholds } from '../engine/relevance/model.ts'
import { MENTION_CLUES, OUTPUTS, WIDTH } from '../engine/relevance/model.ts'
import { emptyPhrases } from '../engine/relevance/phrases.ts'
import type { Trained } from './train-heads.ts'

/** How finely trained numbers are rounded. The coarser, the smaller the model packs. */
export interface Precision {
  /** Embeddings are multiples of it, where 8 bits would hold more; rows that then say nothing are left out. */
  step: number
  /** Of the linear part, of phrases and of the convolutional network: so many different numbers on each side of zero, at most 127. */
  linear: number
  phrases: number
  cnn: number
}

/** All that 8 bits hold. */
export const fine: Precision = { step: 0, linear: 127, phrases: 127, cnn: 127 }
/** Packs to a seventh of it and judges as well; measured in docs/decisions/shipped-model.md. */
export const compact: Precision = { step: 0.5, linear: 32, phrases: 32, cnn: 8 }

/** Rounds trained numbers to 8 bits: embeddings row by row, the linear part head by head. */
export function quantise(
  { embeddings: trained, layers, linear: exact }: Trained,
  thresholds: Thresholds,
  meaning: Meaning,
  precision = fine,
): Model {
  const embeddings = new Int8Array(ROWS * WIDTH)
  const scales = new Float32Array(ROWS)
  for (let row = 0; row < ROWS; row++) {
    let largest = 0
    for (let k = 0; k < WIDTH; k++) largest = Math.max(largest, Math.abs(trained[row * WIDTH + k]!))
    if (largest === 0) continue
    const scale = Math.max(precision.step, largest / 127)
    scales[row] = scale
    for (let k = 0; k < WIDTH; k++) embeddings[row * WIDTH + k] = Math.round(trained[row * WIDTH + k]! / scale)
  }
  const linearScales = new Float32Array(OUTPUTS)
  const linear = new Int8Array(exact.length)
  for (let at = 0; at < exact.length; at++) {
    const o = at % OUTPUTS
    linearScales[o] = Math.max(linearScales[o]!, Math.abs(exact[at]!) / precision.linear)
  }
  for (let at = 0; at < exact.length; at++)
    if (exact[at] !== 0) linear[at] = Math.round(exact[at]! / linearScales[at % OUTPUTS]!)
  if (precision.step > 0) {
    for (let row = 0; row < ROWS; row++) if (isEmptyRow(row)) scales[row] = 0
  }
  return {
    layers,
    thresholds,
    meaning,
    phrases: emptyPhrases(),
    cnn: emptyCnn(),
    mention: new Float32Array(1 + MENTION_CLUES),
    embeddings,
    scales,
    linear,
    linearScales,
  }

  function isEmptyRow(row: number): boolean {
    for (let k = 0; k < WIDTH; k++) if (embeddings[row * WIDTH + k] !== 0) return false
    for (let o = 0; o < OUTPUTS; o++) if (linear[row * OUTPUTS + o] !== 0) return false
    return true
  }
}
