/**
 * Learns `Cnn` from the examples that say something of intent: one pass over them by Adam, in batches, with some of the words hidden. A second pass only
 * learns the examples by heart.
 */
import {
  CNN_CHANNELS,
  CNN_GAPS,
  CNN_NUMBERS,
  CNN_WIDTH,
  TAPS,
  createCnnPass,
  partsOf,
  placesOf,
  readTokens,
  runCnn,
  sumDivisor,
  type Cnn,
  type CnnParts,
  type CnnPass,
} from '../engine/relevance/cnn.ts'
import { ROWS, createFeatures, readFeatures, type Features } from '../engine/relevance/features.ts'
import { sigmoid } from '../engine/relevance/model.ts'
import { fine } from './quantise.ts'
import { seededRandom, shuffle } from './random.ts'
import type { Example } from './train-heads.ts'

const BATCH = 128
const RATE = 0.004
/** The last batch is learnt from at this share of the rate. */
const LAST = 0.05
/** Share of the words and signs hidden at each reading. */
const HIDE = 0.2
const MIN_EXAMPLES = 10
/** Measured best on sources held out, and about alike from 0.2 to 0.4. */
const SHARE = 0.3
/** How far rows are apart at first. */
const SPREAD = 0.3
const [MEAN_DECAY, SQUARE_DECAY, EPSILON] = [0.9, 0.999, 1e-8]

export function trainCnn(examples: readonly Example[], seed = 1, { cnn: levels } = fine): Cnn {
  const taught = examples.filter(({ intent }) => intent !== undefined)
  const random = seededRandom(seed * 1000 + 700)
  const { texts, words } = readWords(taught.map(({ text }) => text))
  const kept = keptRows(texts, words)
  const network = startNetwork(words, kept, random)
  const order = Int32Array.from(taught, (_, i) => i)
  shuffle(order, random)
  const batches = Math.ceil(order.length / BATCH)
  for (let batch = 0; batch < batches; batch++) {
    for (const index of order.subarray(batch * BATCH, (batch + 1) * BATCH)) {
      const { intent, weight = 1 } = taught[index]!
      const tokens = texts[index]!.map((token) => (random() < HIDE ? HIDDEN : token))
      network.learn(tokens, intent!, weight / BATCH)
    }
    network.step(RATE * (1 - (1 - LAST) * (batch / batches)))
  }
  const { layers, rows } = network
  const scale = rows.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6) / levels
  return { layers, kept, numbers: Int8Array.from(rows, (value) => Math.round(value / scale)), scale, share: SHARE }
}

/** A word as the rows of its features, and what each of them weighs. */
interface Word {
  rows: number[]
  shares: number[]
}

const HIDDEN = -100

/** Each text as places in `words`, or signs (below zero). */
function readWords(texts: readonly string[]): { texts: Int32Array[]; words: Word[] } {
  const features = createFeatures()
  const pass = createCnnPass()
  const places = new Map<string, number>()
  const words: Word[] = []

  function placesOf({ words: met, count, rows, weights, first, last }: Features): number[] {
    const fresh = new Set<number>()
    const found = met.map(({ kind, form }, at) => {
      const key = `${kind} ${form}`
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, words.length)
      fresh.add(at)
      return words.push({ rows: [], shares: [] }) - 1
    })
    for (let i = 0; i < count; i++) {
      const at = first[i]!
      if (!fresh.has(at) || last[i] !== at) continue
      const { rows: own, shares } = words[found[at]!]!
      own.push(rows[i]!)
      shares.push(weights[i]!)
    }
    return found
  }

  return {
    words,
    texts: texts.map((text) => {
      readFeatures(text, features)
      readTokens(features, pass)
      const found = placesOf(features)
      return Int32Array.from(pass.tokens.subarray(0, pass.length), (token) => (token < 0 ? token : found[token]!))
    }),
  }
}

/** Rows met in enough examples, ascending. */
function keptRows(texts: readonly Int32Array[], words: readonly Word[]): Int32Array {
  const met = new Int32Array(ROWS)
  const lastMet = new Int32Array(ROWS).fill(-1)
  texts.forEach((tokens, index) => {
    for (const token of tokens) {
      if (token < 0) continue
      for (const row of words[token]!.rows) {
        if (lastMet[row] === index) continue
        lastMet[row] = index
        met[row] = met[row]! + 1
      }
    }
  })
  return Int32Array.from(met.keys()).filter((row) => met[row]! >= MIN_EXAMPLES)
}

interface Network {
  layers: Float32Array
  /** Kept × CNN_WIDTH. */
  rows: Float32Array
  /** Adds the gradients of an example to those of the batch. */
  learn(tokens: Int32Array, isRequest: boolean, weight: number): void
  /** Takes the batch in. */
  step(rate: number): void
}

function startNetwork(words: readonly Word[], kept: Int32Array, random: () => number): Network {
  const known = knownWords(words, kept)
  const layers = startLayers(random)
  const rows = Float32Array.from({ length: kept.length * CNN_WIDTH }, () => SPREAD * normal(random))
  const parts = partsOf(layers)
  const gradients = new Float32Array(CNN_NUMBERS)
  const gradientParts = partsOf(gradients)
  const rowGradients = new Float32Array(rows.length)
  const touched = new Set<number>()
  const adam = createAdam(layers.length)
  const rowAdam = createAdam(rows.length)
  const pass = createCnnPass()
  const back = createBackPass()
  let steps = 0

  function fill(tokens: Int32Array): void {
    pass.length = tokens.length
    pass.input.fill(0, 0, tokens.length * CNN_WIDTH)
    tokens.forEach((token, at) => {
      const start = at * CNN_WIDTH
      if (token === HIDDEN) return
      if (token < 0) return pass.input.set(signOf(parts.signs, token), start)
      const { rows: places, shares } = known[token]!
      places.forEach((place, i) => {
        for (let k = 0; k < CNN_WIDTH; k++)
          pass.input[start + k] = pass.input[start + k]! + shares[i]! * rows[place * CNN_WIDTH + k]!
      })
    })
  }

  function takeBack(tokens: Int32Array): void {
    tokens.forEach((token, at) => {
      if (token === HIDDEN) return
      const errors = back.input.subarray(at * CNN_WIDTH, (at + 1) * CNN_WIDTH)
      if (token < 0) return add(signOf(gradientParts.signs, token), errors, 1)
      const { rows: places, shares } = known[token]!
      places.forEach((place, i) => {
        touched.add(place)
        for (let k = 0; k < CNN_WIDTH; k++)
          rowGradients[place * CNN_WIDTH + k] = rowGradients[place * CNN_WIDTH + k]! + shares[i]! * errors[k]!
      })
    })
  }

  return {
    layers,
    rows,
    learn(tokens, isRequest, weight) {
      fill(tokens)
      const error = weight * (sigmoid(runCnn(parts, pass)) - (isRequest ? 1 : 0))
      goBack(parts, gradientParts, pass, back, error)
      takeBack(tokens)
    },
    step(rate) {
      steps++
      adam(layers, gradients, 0, layers.length, rate, steps)
      gradients.fill(0)
      for (const place of touched) {
        const [from, to] = [place * CNN_WIDTH, (place + 1) * CNN_WIDTH]
        rowAdam(rows, rowGradients, from, to, rate, steps)
        rowGradients.fill(0, from, to)
      }
      touched.clear()
    },
  }
}

/** Of each word the places of its rows that are kept, with shares that make one together. */
function knownWords(words: readonly Word[], kept: Int32Array): Word[] {
  const places = placesOf(kept)
  return words.map(({ rows, shares }) => {
    const found = rows
      .map((row, i) => ({ place: places[row]! - 1, share: shares[i]! }))
      .filter(({ place }) => place >= 0)
    const whole = found.reduce((sum, { share }) => sum + share, 0)
    return { rows: found.map(({ place }) => place), shares: found.map(({ share }) => share / whole) }
  })
}

const signOf = (signs: Float32Array, token: number): Float32Array =>
  signs.subarray((-1 - token) * CNN_WIDTH, -token * CNN_WIDTH)

function startLayers(random: () => number): Float32Array {
  const layers = new Float32Array(CNN_NUMBERS)
  const { convolutions, signs, output, bias } = partsOf(layers)
  const spread = (values: Float32Array, seen: number): void => {
    for (let i = 0; i < values.length; i++) values[i] = (random() * 2 - 1) / Math.sqrt(seen)
  }
  for (const { weights, bias: own } of convolutions) {
    const seen = weights.length / CNN_CHANNELS
    spread(weights, seen)
    spread(own, seen)
  }
  for (let i = 0; i < signs.length; i++) signs[i] = SPREAD * normal(random)
  spread(output, output.length)
  spread(bias, output.length)
  return layers
}

/** Of mean 0 and variance 1. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** The gradients by what stands in a `CnnPass`. */
interface BackPass {
  input: Float32Array
  sums: Float32Array[]
}

const createBackPass = (): BackPass => {
  const { input, sums } = createCnnPass()
  return { input, sums }
}

/** @param error the gradient by the log-odds */
function goBack(
  { convolutions, output }: CnnParts,
  gradients: CnnParts,
  pass: CnnPass,
  back: BackPass,
  error: number,
): void {
  const { length, pooled, strongest } = pass
  gradients.bias[0] = gradients.bias[0]! + error
  add(gradients.output, pooled, error)
  const top = back.sums.at(-1)!
  const divisor = sumDivisor(length)
  for (let channel = 0; channel < CNN_CHANNELS; channel++) {
    const share = (error * output[CNN_CHANNELS + channel]!) / divisor
    for (let at = 0; at < length; at++) top[at * CNN_CHANNELS + channel] = share
    const place = strongest[channel]! * CNN_CHANNELS + channel
    top[place] = top[place]! + error * output[channel]!
  }
  for (let layer = CNN_GAPS.length - 1; layer >= 0; layer--) {
    const errors = back.sums[layer]!
    const below = layer === 0 ? back.input : back.sums[layer - 1]!
    const width = layer === 0 ? CNN_WIDTH : CNN_CHANNELS
    // The input goes on beside the activations of the convolution.
    if (layer === 0) below.fill(0, 0, length * width)
    else below.set(errors.subarray(0, length * width))
    goBackThrough(convolutions[layer]!, gradients.convolutions[layer]!, {
      from: layer === 0 ? pass.input : pass.sums[layer - 1]!,
      activations: pass.activations[layer]!,
      gap: CNN_GAPS[layer]!,
      errors,
      below,
      width,
      length,
    })
  }
}

function goBackThrough(
  { weights }: { weights: Float32Array },
  gradients: { weights: Float32Array; bias: Float32Array },
  layer: {
    from: Float32Array
    activations: Float32Array
    gap: number
    errors: Float32Array
    below: Float32Array
    width: number
    length: number
  },
): void {
  const { from, activations, gap, errors, below, width, length } = layer
  const own = new Float32Array(CNN_CHANNELS)
  for (let at = 0; at < length; at++) {
    for (let o = 0; o < CNN_CHANNELS; o++) {
      const place = at * CNN_CHANNELS + o
      own[o] = activations[place]! > 0 ? errors[place]! : 0
    }
    add(gradients.bias, own, 1)
    for (let tap = 0; tap < TAPS; tap++) {
      const seen = at + (tap - 1) * gap
      if (seen < 0 || seen >= length) continue
      for (let i = 0; i < width; i++) {
        const value = from[seen * width + i]!
        const row = (tap * width + i) * CNN_CHANNELS
        let sum = 0
        for (let o = 0; o < CNN_CHANNELS; o++) {
          sum += weights[row + o]! * own[o]!
          gradients.weights[row + o] = gradients.weights[row + o]! + value * own[o]!
        }
        below[seen * width + i] = below[seen * width + i]! + sum
      }
    }
  }
}

function add(sums: Float32Array, values: Float32Array, factor: number): void {
  for (let i = 0; i < sums.length; i++) sums[i] = sums[i]! + factor * values[i]!
}

type Step = (
  values: Float32Array,
  gradients: Float32Array,
  from: number,
  to: number,
  rate: number,
  steps: number,
) => void

/** Kingma & Ba, 2015; what is not stepped keeps its means. */
function createAdam(size: number): Step {
  const means = new Float32Array(size)
  const squares = new Float32Array(size)
  return (values, gradients, from, to, rate, steps) => {
    const pace = (rate * Math.sqrt(1 - SQUARE_DECAY ** steps)) / (1 - MEAN_DECAY ** steps)
    for (let i = from; i < to; i++) {
      const gradient = gradients[i]!
      means[i] = MEAN_DECAY * means[i]! + (1 - MEAN_DECAY) * gradient
      squares[i] = SQUARE_DECAY * squares[i]! + (1 - SQUARE_DECAY) * gradient * gradient
      values[i] = values[i]! - (pace * means[i]!) / (Math.sqrt(squares[i]!) + EPSILON)
    }
  }
}
