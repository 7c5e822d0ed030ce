/**
 * Reads the words of a message in their order, which sums of words and pairs cannot: a convolutional network (TextCNN). Each word is the mean of the rows of
 * its features, the word and its letter n-grams; three convolutions with growing gaps see up to fifteen words at once; what is strongest anywhere and what
 * there is in all decide. It has a share in the intent of a message.
 */
import type { Features } from './features.ts'
import { MAX_WORDS, ROWS } from './features.ts'
import { keptRowsBytes, readKeptRows, writeKeptRows } from './kept-rows.ts'

/** Numbers of a word, and of what a convolution says of it. */
export const CNN_WIDTH = 16
export const CNN_CHANNELS = 32
/** How far apart the three words are that each convolution looks at. */
export const CNN_GAPS = [1, 2, 4] as const
/** Words and signs. What is asked for further on is read sentence by sentence (`judge.ts`). */
export const MAX_TOKENS = 64
export const TAPS = 3
/** What stands between words and is read as a word itself; whatever else is no space is all one. */
const signs = new Map([...'.,?!:;()-–—«»"…/+*%№#\n'].map((sign, place) => [sign.charCodeAt(0), place]))
const OTHER_SIGN = signs.size
const SIGNS = signs.size + 1

/** All that is no row, one part after another: convolutions (tap × from × to) with their biases, signs as words, the output with its bias. */
const sizes = CNN_GAPS.flatMap((_, layer) => [
  TAPS * (layer === 0 ? CNN_WIDTH : CNN_CHANNELS) * CNN_CHANNELS,
  CNN_CHANNELS,
])
const SIGNS_PART = sizes.length
const OUTPUT_PART = SIGNS_PART + 1
const BIAS_PART = OUTPUT_PART + 1
sizes.push(SIGNS * CNN_WIDTH, 2 * CNN_CHANNELS, 1)
export const CNN_NUMBERS = sizes.reduce((sum, size) => sum + size, 0)

export interface Cnn {
  /** CNN_NUMBERS of them. */
  layers: Float32Array
  /** Rows that training has seen, ascending. */
  kept: Int32Array
  /** Kept × CNN_WIDTH, all multiplied by `scale`. */
  numbers: Int8Array
  scale: number
  /** How much of the log-odds of intent is this part's. */
  share: number
}

export const emptyCnn = (): Cnn => ({
  layers: new Float32Array(CNN_NUMBERS),
  kept: new Int32Array(0),
  numbers: new Int8Array(0),
  scale: 0,
  share: 0,
})

/** The parts of `layers`, or of something else of their shape, such as their gradients. */
export interface CnnParts {
  convolutions: { weights: Float32Array; bias: Float32Array }[]
  signs: Float32Array
  output: Float32Array
  bias: Float32Array
}

export function partsOf(layers: Float32Array): CnnParts {
  let at = 0
  const parts = sizes.map((size) => layers.subarray(at, (at += size)))
  return {
    convolutions: CNN_GAPS.map((_, layer) => ({ weights: parts[layer * 2]!, bias: parts[layer * 2 + 1]! })),
    signs: parts[SIGNS_PART]!,
    output: parts[OUTPUT_PART]!,
    bias: parts[BIAS_PART]!,
  }
}

/** Room for one message. */
export interface CnnPass {
  /** Words and signs. */
  length: number
  /** Of each token the place of its word, or below zero its sign: −1 for the first of them. */
  tokens: Int16Array
  /** MAX_TOKENS × CNN_WIDTH. */
  input: Float32Array
  /** Of each convolution, MAX_TOKENS × CNN_CHANNELS: its activations, and the sum of them with those before it. */
  activations: Float32Array[]
  sums: Float32Array[]
  /** Of each channel the most there is, and of all tokens together. */
  pooled: Float32Array
  /** The token at which a channel is strongest. */
  strongest: Int16Array
}

export const createCnnPass = (): CnnPass => ({
  length: 0,
  tokens: new Int16Array(MAX_TOKENS),
  input: new Float32Array(MAX_TOKENS * CNN_WIDTH),
  activations: CNN_GAPS.map(() => new Float32Array(MAX_TOKENS * CNN_CHANNELS)),
  sums: CNN_GAPS.map(() => new Float32Array(MAX_TOKENS * CNN_CHANNELS)),
  pooled: new Float32Array(2 * CNN_CHANNELS),
  strongest: new Int16Array(CNN_CHANNELS),
})

/** Puts down which words and signs are read. */
export function readTokens({ text, words }: Features, pass: CnnPass): void {
  pass.length = 0
  for (let at = 0; at < words.length && pass.length < MAX_TOKENS; at++) {
    const { end } = words[at]!
    pass.tokens[pass.length++] = at
    readSigns(text, end, words[at + 1]?.start ?? text.length, pass)
  }
}

/** The same sign again says nothing more. */
function readSigns(text: string, from: number, to: number, pass: CnnPass): void {
  let before = -1
  for (let i = from; i < to && pass.length < MAX_TOKENS; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x20 || code === 0xa0) continue
    const sign = signs.get(code) ?? OTHER_SIGN
    if (sign !== before) pass.tokens[pass.length++] = -1 - sign
    before = sign
  }
}

/** The log-odds of what stands in `pass.input`. */
export function runCnn({ convolutions, output, bias }: CnnParts, pass: CnnPass): number {
  const { length, activations, sums, pooled, strongest } = pass
  let from = pass.input
  let width = CNN_WIDTH
  for (let layer = 0; layer < CNN_GAPS.length; layer++) {
    convolve(convolutions[layer]!, from, width, length, CNN_GAPS[layer]!, activations[layer]!)
    const sum = sums[layer]!
    const ownActivations = activations[layer]!
    const end = length * CNN_CHANNELS
    if (layer === 0) for (let i = 0; i < end; i++) sum[i] = ownActivations[i]!
    else for (let i = 0; i < end; i++) sum[i] = from[i]! + ownActivations[i]!
    from = sum
    width = CNN_CHANNELS
  }
  pooled.fill(0)
  strongest.fill(0)
  for (let at = 0; at < length; at++) {
    for (let channel = 0; channel < CNN_CHANNELS; channel++) {
      const value = from[at * CNN_CHANNELS + channel]!
      if (at === 0 || value > pooled[channel]!) {
        pooled[channel] = value
        strongest[channel] = at
      }
      pooled[CNN_CHANNELS + channel] = pooled[CNN_CHANNELS + channel]! + value
    }
  }
  const divisor = sumDivisor(length)
  let logit = bias[0]!
  for (let channel = 0; channel < CNN_CHANNELS; channel++) {
    pooled[CNN_CHANNELS + channel] = pooled[CNN_CHANNELS + channel]! / divisor
    logit += output[channel]! * pooled[channel]! + output[CNN_CHANNELS + channel]! * pooled[CNN_CHANNELS + channel]!
  }
  return logit
}

/** As the sums of the rest of the model: one significant word is not drowned. */
export const sumDivisor = (length: number): number => Math.sqrt(length + 2)

/** For each token, of itself and of those `gap` before and after it; nothing below zero is said. */
function convolve(
  { weights, bias }: { weights: Float32Array; bias: Float32Array },
  from: Float32Array,
  width: number,
  length: number,
  gap: number,
  into: Float32Array,
): void {
  for (let at = 0; at < length; at++) {
    const start = at * CNN_CHANNELS
    for (let o = 0; o < CNN_CHANNELS; o++) into[start + o] = bias[o]!
    for (let tap = 0; tap < TAPS; tap++) {
      const seen = at + (tap - 1) * gap
      if (seen < 0 || seen >= length) continue
      for (let i = 0; i < width; i++) {
        const value = from[seen * width + i]!
        if (value === 0) continue
        const row = (tap * width + i) * CNN_CHANNELS
        for (let o = 0; o < CNN_CHANNELS; o++) into[start + o] = into[start + o]! + value * weights[row + o]!
      }
    }
    for (let o = 0; o < CNN_CHANNELS; o++) if (into[start + o]! < 0) into[start + o] = 0
  }
}

/** The log-odds of a request; without the word `without`, when there is one. */
export type CnnReader = (features: Features, without?: number) => number

export function createCnnReader({ layers, kept, numbers, scale }: Cnn): CnnReader {
  const parts = partsOf(layers)
  const pass = createCnnPass()
  const places = placesOf(kept)
  /** Of each word the sum of its rows, and what they weigh together. */
  const sums = new Float32Array(MAX_WORDS * CNN_WIDTH)
  const shares = new Float32Array(MAX_WORDS)

  function addRows({ count, rows, weights, first, last, words }: Features): void {
    sums.fill(0, 0, words.length * CNN_WIDTH)
    shares.fill(0, 0, words.length)
    for (let i = 0; i < count; i++) {
      const word = first[i]!
      if (word < 0 || last[i] !== word) continue
      const place = places[rows[i]!]! - 1
      if (place < 0) continue
      const share = weights[i]!
      shares[word] = shares[word]! + share
      for (let k = 0; k < CNN_WIDTH; k++)
        sums[word * CNN_WIDTH + k] = sums[word * CNN_WIDTH + k]! + share * numbers[place * CNN_WIDTH + k]!
    }
  }

  return (features, without) => {
    readTokens(features, pass)
    addRows(features)
    for (let at = 0; at < pass.length; at++) {
      const token = pass.tokens[at]!
      const share = token < 0 || token === without ? 0 : shares[token]!
      const factor = share === 0 ? 0 : scale / share
      for (let k = 0; k < CNN_WIDTH; k++)
        pass.input[at * CNN_WIDTH + k] =
          token < 0 ? parts.signs[(-1 - token) * CNN_WIDTH + k]! : factor * sums[token * CNN_WIDTH + k]!
    }
    return runCnn(parts, pass)
  }
}

/** Of each row its place among those kept, counted from one; 0 where it is not. */
export function placesOf(kept: Int32Array): Int32Array {
  const places = new Int32Array(ROWS)
  kept.forEach((row, place) => (places[row] = place + 1))
  return places
}

/** Number of rows kept, scale and share. */
const HEAD_BYTES = 12

export const cnnBytes = (cnn: Cnn): number => HEAD_BYTES + CNN_NUMBERS * 4 + keptRowsBytes(cnn)

/** Little-endian: the head, the layers, and the rows that are kept (`kept-rows.ts`). */
export function writeCnn({ layers, kept, numbers, scale, share }: Cnn, view: DataView, start: number): void {
  let at = start
  view.setUint32(at, kept.length, true)
  view.setFloat32(at + 4, scale, true)
  view.setFloat32(at + 8, share, true)
  at += HEAD_BYTES
  for (const value of layers) {
    view.setFloat32(at, value, true)
    at += 4
  }
  writeKeptRows({ kept, numbers }, view, at)
}

/** What `writeCnn` wrote; null when it is not that. */
export function readCnn(view: DataView, start: number): Cnn | null {
  if (view.byteLength < start + HEAD_BYTES) return null
  const count = view.getUint32(start, true)
  const cnn: Cnn = {
    layers: new Float32Array(CNN_NUMBERS),
    kept: new Int32Array(Math.min(count, ROWS)),
    numbers: new Int8Array(Math.min(count, ROWS) * CNN_WIDTH),
    scale: view.getFloat32(start + 4, true),
    share: view.getFloat32(start + 8, true),
  }
  if (count > ROWS || view.byteLength < start + cnnBytes(cnn)) return null
  let at = start + HEAD_BYTES
  for (let i = 0; i < CNN_NUMBERS; i++, at += 4) cnn.layers[i] = view.getFloat32(at, true)
  return readKeptRows(cnn, view, at, ROWS) ? cnn : null
}
