/**
 * Training: stochastic gradient descent with Adagrad, one example after another, the same result for the same examples,
 * seed and machine arithmetic. A head that an example says nothing about gets no gradient from it, so each head can have its own data.
 */
import type { Features } from './features.ts'
import { ROWS, createFeatures, readFeatures } from './features.ts'
import type { Layers, Pass } from './model.ts'
import { HIDDEN, OUTPUTS, WIDTH, createPass, heads, runLayers, sigmoid } from './model.ts'

export interface Example {
  text: string
  unwanted?: boolean
  intent?: boolean
  /** How much the example counts; 1 when left out. */
  weight?: number
}

export interface Trained {
  embeddings: Float32Array
  layers: Layers
}

export interface TrainOptions {
  seed?: number
  epochs?: number
  rate?: number
  /** Share of the words hidden at each reading, so that no single word is relied upon. */
  hide?: number
  /** Rows met in fewer examples stay zero: a word met once teaches its example, not the language. */
  minExamples?: number
  onEpoch?: (epoch: number, loss: number) => void
}

/** What measured best for the model in the project, on examples held back. */
export const relevanceTraining = { epochs: 4, rate: 0.2, hide: 0.4, minExamples: 4 } as const

/** Uniform numbers in [0, 1), the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function train(examples: readonly Example[], options: TrainOptions = {}): Trained {
  const { seed = 1, epochs = 5, rate = 0.05, hide = 0.15, minExamples = 2, onEpoch } = options
  const random = seededRandom(seed)
  const features = createFeatures()
  const known = countRows(examples, features)
  const trained = startingPoint(known, minExamples, random)
  const { embeddings, layers } = trained
  const rowSquares = new Float32Array(ROWS).fill(0.01)
  const squares: Layers = {
    hidden: new Float32Array(layers.hidden.length).fill(0.01),
    hiddenBias: new Float32Array(HIDDEN).fill(0.01),
    output: new Float32Array(layers.output.length).fill(0.01),
    direct: new Float32Array(layers.direct.length).fill(0.01),
    outputBias: new Float32Array(OUTPUTS).fill(0.01),
  }
  const pass = createPass()
  const errors = new Float32Array(OUTPUTS)
  const hiddenErrors = new Float32Array(HIDDEN)
  const pooledErrors = new Float32Array(WIDTH)
  const order = Int32Array.from(examples, (_, i) => i)

  /** One step of Adagrad on place `at` of a layer. */
  function step(values: Float32Array, seen: Float32Array, at: number, gradient: number, speed: number): void {
    seen[at] = seen[at]! + gradient * gradient
    values[at] = values[at]! - (speed * gradient) / Math.sqrt(seen[at]!)
  }

  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    let loss = 0
    let read = 0
    for (const index of order) {
      // Slower and slower towards the end, so that the last examples read do not have the last word.
      const speed = rate * Math.max(0.01, 1 - (epoch + read++ / order.length) / epochs)
      const example = examples[index]!
      readFeatures(example.text, features)
      hideWords(features, hide, random)
      pool(embeddings, known, minExamples, features, pass)
      runLayers(layers, pass)
      loss += findErrors(example, pass, errors)

      hiddenErrors.fill(0)
      pooledErrors.fill(0)
      for (let o = 0; o < OUTPUTS; o++) {
        const error = errors[o]!
        if (error === 0) continue
        for (let j = 0; j < HIDDEN; j++) {
          if (pass.active[j] === 0) continue
          const at = o * HIDDEN + j
          hiddenErrors[j] = hiddenErrors[j]! + error * layers.output[at]!
          step(layers.output, squares.output, at, error * pass.active[j]!, speed)
        }
        for (let k = 0; k < WIDTH; k++) {
          const at = o * WIDTH + k
          pooledErrors[k] = pooledErrors[k]! + error * layers.direct[at]!
          step(layers.direct, squares.direct, at, error * pass.pooled[k]!, speed)
        }
        step(layers.outputBias, squares.outputBias, o, error, speed)
      }
      for (let j = 0; j < HIDDEN; j++) {
        const error = hiddenErrors[j]!
        if (error === 0) continue
        for (let k = 0; k < WIDTH; k++) {
          const at = j * WIDTH + k
          pooledErrors[k] = pooledErrors[k]! + error * layers.hidden[at]!
          step(layers.hidden, squares.hidden, at, error * pass.pooled[k]!, speed)
        }
        step(layers.hiddenBias, squares.hiddenBias, j, error, speed)
      }
      let size = 0
      for (let k = 0; k < WIDTH; k++) size += pooledErrors[k]! * pooledErrors[k]!
      if (size === 0) continue
      for (let i = 0; i < features.count; i++) {
        const row = features.rows[i]!
        if (known[row]! < minExamples) continue
        const share = features.weights[i]! / features.divisor
        if (share === 0) continue
        rowSquares[row] = rowSquares[row]! + (share * share * size) / WIDTH
        const pace = (speed * share) / Math.sqrt(rowSquares[row]!)
        for (let k = 0; k < WIDTH; k++) embeddings[row * WIDTH + k] = embeddings[row * WIDTH + k]! - pace * pooledErrors[k]!
      }
    }
    onEpoch?.(epoch + 1, loss / examples.length)
  }
  return trained
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

function startingPoint(known: Int32Array, minExamples: number, random: () => number): Trained {
  const spread = (size: number, width: number): Float32Array => Float32Array.from({ length: size }, () => (random() * 2 - 1) * width)
  const embeddings = new Float32Array(ROWS * WIDTH)
  for (let row = 0; row < ROWS; row++) {
    if (known[row]! < minExamples) continue
    for (let k = 0; k < WIDTH; k++) embeddings[row * WIDTH + k] = (random() * 2 - 1) * 0.05
  }
  return {
    embeddings,
    layers: {
      hidden: spread(HIDDEN * WIDTH, Math.sqrt(6 / (WIDTH + HIDDEN))),
      hiddenBias: new Float32Array(HIDDEN),
      output: spread(OUTPUTS * HIDDEN, Math.sqrt(6 / (HIDDEN + OUTPUTS))),
      direct: spread(OUTPUTS * WIDTH, Math.sqrt(6 / (WIDTH + OUTPUTS))),
      outputBias: new Float32Array(OUTPUTS),
    },
  }
}

function shuffle(order: Int32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const kept = order[i]!
    order[i] = order[j]!
    order[j] = kept
  }
}

function hideWords(features: Features, share: number, random: () => number): void {
  const hidden = features.words.map(() => random() < share)
  for (let i = 0; i < features.count; i++) {
    const first = features.first[i]!
    if (first >= 0 && (hidden[first] || hidden[features.last[i]!])) features.weights[i] = 0
  }
}

/** Sum of the embeddings over the divisor, as `forward` does it with rounded ones. */
function pool(embeddings: Float32Array, known: Int32Array, minExamples: number, features: Features, { pooled }: Pass): void {
  pooled.fill(0)
  for (let i = 0; i < features.count; i++) {
    const row = features.rows[i]!
    const weight = features.weights[i]! / features.divisor
    if (weight === 0 || known[row]! < minExamples) continue
    for (let k = 0; k < WIDTH; k++) pooled[k] = pooled[k]! + weight * embeddings[row * WIDTH + k]!
  }
}

/** Gradients of the log loss by each head's logit; returns the loss. */
function findErrors(example: Example, { logits }: Pass, errors: Float32Array): number {
  const weight = example.weight ?? 1
  let loss = 0
  heads.forEach((head, o) => {
    const wanted = example[head]
    const chance = sigmoid(logits[o]!)
    errors[o] = wanted === undefined ? 0 : weight * (chance - (wanted ? 1 : 0))
    if (wanted !== undefined) loss -= weight * Math.log(Math.max(1e-7, wanted ? chance : 1 - chance))
  })
  return loss
}
