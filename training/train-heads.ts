/**
 * Training: stochastic gradient descent with Adagrad, one example after another, the same result for the same examples,
 * seed and machine arithmetic. A head that an example says nothing about gets no gradient from it, so each head can have its
 * own data. The members of the committee and the linear part are trained apart and know nothing of each other: trained
 * together, the networks learn what the linear part would have, and nothing is gained.
 */
import type { Features } from '../engine/relevance/features.ts'
import { ROWS, createFeatures, dropInsignificant, readFeatures } from '../engine/relevance/features.ts'
import type { Layers, Pass } from '../engine/relevance/model.ts'
import {
  HIDDEN,
  MEMBERS,
  MEMBER_HIDDEN,
  MEMBER_WIDTH,
  OUTPUTS,
  WIDTH,
  createPass,
  heads,
  runLayers,
  sigmoid,
} from '../engine/relevance/model.ts'
import { seededRandom, shuffle } from './random.ts'

export interface Example {
  text: string
  unwanted?: boolean
  intent?: boolean
  /** How much the example counts; 1 when left out. */
  weight?: number
  /** How much it counts to `unwanted`, where that is another number. */
  unwantedWeight?: number
  /** The probability that `unwanted` is to give it, where that is neither 0 nor 1. */
  unwantedChance?: number
}

export interface TrainOptions {
  seed?: number
  epochs?: number
  rate?: number
  /** Share of the words hidden at each reading, so that no single word is relied upon. */
  hide?: number
  /** Share of the readings without links and names of accounts, of what says something of `unwanted`: it is judged without them. */
  bare?: number
  /** Rows met in fewer examples stay zero: a word met once teaches its example, not the language. */
  minExamples?: number
  /** `part` is a member of the committee, or the linear part. */
  onEpoch?: (part: string, epoch: number, loss: number) => void
}

/** What the linear part says counts so much, the mean of the members the rest. Measured best on examples held back. */
const LINEAR_SHARE = 0.4
/** It learns faster than a network, whose layers all move at once. */
const LINEAR_PACE = 4

/** What measured best for the model in the project, on examples held back. */
export const relevanceTraining = { epochs: 4, rate: 0.2, hide: 0.4, bare: 0.25, minExamples: 10 } as const

/** What training gives: ROWS × WIDTH embeddings, the layers above them, and the linear part, ROWS × OUTPUTS. */
export interface Trained {
  embeddings: Float32Array
  layers: Layers
  linear: Float32Array
}

/** One network, before it joins the committee: ROWS × MEMBER_WIDTH embeddings and the layers above them. */
interface Member {
  embeddings: Float32Array
  layers: Layers
}

interface Linear {
  /** ROWS × OUTPUTS. */
  weights: Float32Array
  bias: Float32Array
}

export function trainHeads(examples: readonly Example[], options: TrainOptions = {}): Trained {
  const { minExamples = 2 } = options
  const known = countRows(examples, createFeatures())
  const isKnown = (row: number): boolean => known[row]! >= minExamples
  const members = Array.from({ length: MEMBERS }, (_, member) => trainMember(examples, isKnown, options, member))
  return join(members, trainLinear(examples, isKnown, options), isKnown)
}

/**
 * The linear part alone, which costs a tenth of a training, as a judge of its own.
 * @returns the probability of a request
 */
export function trainLinearIntent(examples: readonly Example[], options: TrainOptions = {}): (text: string) => number {
  const { minExamples = 2 } = options
  const features = createFeatures()
  const known = countRows(examples, features)
  const { weights, bias } = trainLinear(examples, (row) => known[row]! >= minExamples, options)
  const intent = heads.indexOf('intent')
  return (text) => {
    readFeatures(text, features)
    let sum = bias[intent]!
    for (let i = 0; i < features.count; i++)
      sum += (weights[features.rows[i]! * OUTPUTS + intent]! * features.weights[i]!) / features.divisor
    return sigmoid(sum)
  }
}

/** Shares are multiplied into the outputs, so that the sum over all is the judgement of all. */
function join(members: readonly Member[], { weights, bias }: Linear, isKnown: (row: number) => boolean): Trained {
  const share = (1 - LINEAR_SHARE) / MEMBERS
  const embeddings = new Float32Array(ROWS * WIDTH)
  const layers: Layers = {
    hidden: new Float32Array(HIDDEN * MEMBER_WIDTH),
    hiddenBias: new Float32Array(HIDDEN),
    output: new Float32Array(OUTPUTS * HIDDEN),
    direct: new Float32Array(OUTPUTS * WIDTH),
    outputBias: bias.map((value) => value * LINEAR_SHARE),
  }
  members.forEach((member, n) => {
    for (let row = 0; row < ROWS; row++) {
      if (!isKnown(row)) continue
      for (let k = 0; k < MEMBER_WIDTH; k++)
        embeddings[row * WIDTH + n * MEMBER_WIDTH + k] = member.embeddings[row * MEMBER_WIDTH + k]!
    }
    layers.hidden.set(member.layers.hidden, n * MEMBER_HIDDEN * MEMBER_WIDTH)
    layers.hiddenBias.set(member.layers.hiddenBias, n * MEMBER_HIDDEN)
    for (let o = 0; o < OUTPUTS; o++) {
      const part = (values: Float32Array, length: number): Float32Array =>
        values.subarray(o * length, (o + 1) * length).map((value) => value * share)
      layers.output.set(part(member.layers.output, MEMBER_HIDDEN), o * HIDDEN + n * MEMBER_HIDDEN)
      layers.direct.set(part(member.layers.direct, MEMBER_WIDTH), o * WIDTH + n * MEMBER_WIDTH)
      layers.outputBias[o] = layers.outputBias[o]! + member.layers.outputBias[o]! * share
    }
  })
  for (let at = 0; at < weights.length; at++) weights[at] = weights[at]! * LINEAR_SHARE
  return { embeddings, layers, linear: weights }
}

/** Slower and slower towards the end, so that the last examples read do not have the last word. */
export const slowing = (done: number, epochs: number): number => Math.max(0.01, 1 - done / epochs)

/** One step of Adagrad on place `at`. */
function step(values: Float32Array, seen: Float32Array, at: number, gradient: number, speed: number): void {
  seen[at] = seen[at]! + gradient * gradient
  values[at] = values[at]! - (speed * gradient) / Math.sqrt(seen[at]!)
}

/** Logistic regression for each head, no words hidden: it is to be sure of the words that the networks may not rely upon. */
function trainLinear(examples: readonly Example[], isKnown: (row: number) => boolean, options: TrainOptions): Linear {
  const { seed = 1, epochs = 5, rate = 0.05, bare = 0, onEpoch } = options
  const random = seededRandom(seed)
  const features = createFeatures()
  const weights = new Float32Array(ROWS * OUTPUTS)
  const squares = new Float32Array(ROWS * OUTPUTS).fill(0.01)
  const bias = new Float32Array(OUTPUTS)
  const biasSquares = new Float32Array(OUTPUTS).fill(0.01)
  const logits = new Float32Array(OUTPUTS)
  const errors = new Float32Array(OUTPUTS)
  const order = Int32Array.from(examples, (_, i) => i)
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    let loss = 0
    let read = 0
    for (const index of order) {
      const speed = LINEAR_PACE * rate * slowing(epoch + read++ / order.length, epochs)
      const example = examples[index]!
      readExample(example, features, bare, random)
      const { rows, weights: shares, divisor, count } = features
      logits.set(bias)
      for (let i = 0; i < count; i++) {
        for (let o = 0; o < OUTPUTS; o++)
          logits[o] = logits[o]! + (weights[rows[i]! * OUTPUTS + o]! * shares[i]!) / divisor
      }
      loss += findErrors(example, logits, errors)
      for (let o = 0; o < OUTPUTS; o++) {
        const error = errors[o]!
        if (error === 0) continue
        step(bias, biasSquares, o, error, speed)
        for (let i = 0; i < count; i++) {
          if (isKnown(rows[i]!)) step(weights, squares, rows[i]! * OUTPUTS + o, (error * shares[i]!) / divisor, speed)
        }
      }
    }
    onEpoch?.('linear part', epoch + 1, loss / examples.length)
  }
  return { weights, bias }
}

function trainMember(
  examples: readonly Example[],
  isKnown: (row: number) => boolean,
  options: TrainOptions,
  member: number,
): Member {
  const { seed = 1, epochs = 5, rate = 0.05, hide = 0.15, bare = 0, onEpoch } = options
  const random = seededRandom(seed * 1000 + member)
  const features = createFeatures()
  const trained = startingPoint(isKnown, random)
  const { embeddings, layers } = trained
  const rowSquares = new Float32Array(ROWS).fill(0.01)
  const stepLayers = createLayerSteps(layers)
  const pass = createPass(1)
  const errors = new Float32Array(OUTPUTS)
  const order = Int32Array.from(examples, (_, i) => i)

  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    let loss = 0
    let read = 0
    for (const index of order) {
      const speed = rate * slowing(epoch + read++ / order.length, epochs)
      const example = examples[index]!
      readExample(example, features, bare, random)
      hideWords(features, hide, random)
      pool(embeddings, isKnown, features, pass)
      runLayers(layers, pass)
      loss += findErrors(example, pass.logits, errors)
      const pooledErrors = stepLayers(pass, errors, speed)
      let size = 0
      for (let k = 0; k < MEMBER_WIDTH; k++) size += pooledErrors[k]! * pooledErrors[k]!
      if (size === 0) continue
      for (let i = 0; i < features.count; i++) {
        const row = features.rows[i]!
        if (!isKnown(row)) continue
        const share = features.weights[i]! / features.divisor
        if (share === 0) continue
        rowSquares[row] = rowSquares[row]! + (share * share * size) / MEMBER_WIDTH
        const pace = (speed * share) / Math.sqrt(rowSquares[row]!)
        for (let k = 0; k < MEMBER_WIDTH; k++)
          embeddings[row * MEMBER_WIDTH + k] = embeddings[row * MEMBER_WIDTH + k]! - pace * pooledErrors[k]!
      }
    }
    onEpoch?.(`member ${member + 1}`, epoch + 1, loss / examples.length)
  }
  return trained
}

/** Steps of all layers of a network by the errors of its outputs; each gives back the gradients by what was pooled. */
function createLayerSteps(layers: Layers): (pass: Pass, errors: Float32Array, speed: number) => Float32Array {
  const squares: Layers = {
    hidden: new Float32Array(layers.hidden.length).fill(0.01),
    hiddenBias: new Float32Array(MEMBER_HIDDEN).fill(0.01),
    output: new Float32Array(layers.output.length).fill(0.01),
    direct: new Float32Array(layers.direct.length).fill(0.01),
    outputBias: new Float32Array(OUTPUTS).fill(0.01),
  }
  const hiddenErrors = new Float32Array(MEMBER_HIDDEN)
  const pooledErrors = new Float32Array(MEMBER_WIDTH)

  return (pass, errors, speed) => {
    hiddenErrors.fill(0)
    pooledErrors.fill(0)
    for (let o = 0; o < OUTPUTS; o++) {
      const error = errors[o]!
      if (error === 0) continue
      for (let j = 0; j < MEMBER_HIDDEN; j++) {
        if (pass.active[j] === 0) continue
        const at = o * MEMBER_HIDDEN + j
        hiddenErrors[j] = hiddenErrors[j]! + error * layers.output[at]!
        step(layers.output, squares.output, at, error * pass.active[j]!, speed)
      }
      for (let k = 0; k < MEMBER_WIDTH; k++) {
        const at = o * MEMBER_WIDTH + k
        pooledErrors[k] = pooledErrors[k]! + error * layers.direct[at]!
        step(layers.direct, squares.direct, at, error * pass.pooled[k]!, speed)
      }
      step(layers.outputBias, squares.outputBias, o, error, speed)
    }
    for (let j = 0; j < MEMBER_HIDDEN; j++) {
      const error = hiddenErrors[j]!
      if (error === 0) continue
      for (let k = 0; k < MEMBER_WIDTH; k++) {
        const at = j * MEMBER_WIDTH + k
        pooledErrors[k] = pooledErrors[k]! + error * layers.hidden[at]!
        step(layers.hidden, squares.hidden, at, error * pass.pooled[k]!, speed)
      }
      step(layers.hiddenBias, squares.hiddenBias, j, error, speed)
    }
    return pooledErrors
  }
}

/** In how many examples each row is met. */
function countRows(examples: readonly Example[], features: Features): Int32Array {
  const counts = new Int32Array(ROWS)
  const lastSeen = new Int32Array(ROWS).fill(-1)
  examples.forEach(({ text }, index) => {
    readFeatures(text, features)
    for (let i = 0; i < features.count; i++) {
      const row = features.rows[i]!
      if (lastSeen[row] === index) continue
      lastSeen[row] = index
      counts[row] = counts[row]! + 1
    }
  })
  return counts
}

function startingPoint(isKnown: (row: number) => boolean, random: () => number): Member {
  const spread = (size: number, width: number): Float32Array =>
    Float32Array.from({ length: size }, () => (random() * 2 - 1) * width)
  const embeddings = new Float32Array(ROWS * MEMBER_WIDTH)
  for (let row = 0; row < ROWS; row++) {
    if (!isKnown(row)) continue
    for (let k = 0; k < MEMBER_WIDTH; k++) embeddings[row * MEMBER_WIDTH + k] = (random() * 2 - 1) * 0.05
  }
  return {
    embeddings,
    layers: {
      hidden: spread(MEMBER_HIDDEN * MEMBER_WIDTH, Math.sqrt(6 / (MEMBER_WIDTH + MEMBER_HIDDEN))),
      hiddenBias: new Float32Array(MEMBER_HIDDEN),
      output: spread(OUTPUTS * MEMBER_HIDDEN, Math.sqrt(6 / (MEMBER_HIDDEN + OUTPUTS))),
      direct: spread(OUTPUTS * MEMBER_WIDTH, Math.sqrt(6 / (MEMBER_WIDTH + OUTPUTS))),
      outputBias: new Float32Array(OUTPUTS),
    },
  }
}

function readExample({ text, unwanted }: Example, features: Features, bare: number, random: () => number): void {
  readFeatures(text, features)
  if (bare > 0 && unwanted !== undefined && random() < bare) dropInsignificant(features)
}

function hideWords(features: Features, share: number, random: () => number): void {
  const hidden = features.words.map(() => random() < share)
  for (let i = 0; i < features.count; i++) {
    const first = features.first[i]!
    if (first >= 0 && (hidden[first] || hidden[features.last[i]!])) features.weights[i] = 0
  }
}

/** Sum of the embeddings over the divisor, as `forward` does it with rounded ones. */
function pool(embeddings: Float32Array, isKnown: (row: number) => boolean, features: Features, { pooled }: Pass): void {
  pooled.fill(0)
  for (let i = 0; i < features.count; i++) {
    const row = features.rows[i]!
    const weight = features.weights[i]! / features.divisor
    if (weight === 0 || !isKnown(row)) continue
    for (let k = 0; k < MEMBER_WIDTH; k++) pooled[k] = pooled[k]! + weight * embeddings[row * MEMBER_WIDTH + k]!
  }
}

/** Gradients of the log loss by each head's logit; returns the loss. */
function findErrors(example: Example, logits: Float32Array, errors: Float32Array): number {
  const { weight: intent = 1, unwantedWeight: unwanted = intent, unwantedChance } = example
  const weights = { unwanted, intent }
  let loss = 0
  heads.forEach((head, o) => {
    const wanted = example[head]
    const weight = weights[head]
    const chance = sigmoid(logits[o]!)
    if (wanted === undefined) {
      errors[o] = 0
      return
    }
    const target = (head === 'unwanted' ? unwantedChance : undefined) ?? (wanted ? 1 : 0)
    errors[o] = weight * (chance - target)
    if (target > 0) loss -= weight * target * Math.log(Math.max(1e-7, chance))
    if (target < 1) loss -= weight * (1 - target) * Math.log(Math.max(1e-7, 1 - chance))
  })
  return loss
}
