/** Learns `Classifier` from texts of which it is known what they ask for: some passes over them by Adagrad, with some of their features hidden. */
import { createFeatures } from '../engine/relevance/features.ts'
import {
  CLASSIFIER_WIDTH,
  classesOf,
  readClassified,
  scoreClasses,
  type ClassifiedText,
  type Classifier,
} from '../engine/topics/topic-classifier.ts'
import type { Precision } from './quantise.ts'
import { seededRandom, shuffle } from './random.ts'

/** A text, which categories it asks for (often none), and which of them have a query that fits it. */
export interface ClassifierExample {
  text: string
  slugs: readonly string[]
  fitted: readonly string[]
}

const EPOCHS = 8
const [RATE, LAST_RATE] = [0.2, 0.01]
/** Share of the features hidden at each reading. */
const HIDE = 0.3
/** Rows that fewer texts have are chance. */
const MIN_EXAMPLES = 12
/** What asks for nothing counts less: it is the most. */
const NONE_WEIGHT = 0.7
/** How far numbers are apart at first, and how sure Adagrad is of them. */
const [ROW_SPREAD, OUTPUT_SPREAD, FIRST_SQUARE] = [0.2, 0.3, 1e-2]

interface Example extends ClassifiedText {
  /** Classes: places in `slugs`, or the one behind them. */
  wanted: readonly number[]
  weight: number
}

export function trainClassifier(
  texts: readonly ClassifierExample[],
  slugs: readonly string[],
  seed: number,
  { linear: levels }: Precision,
): Classifier {
  const features = createFeatures()
  const read = texts.map(({ text, slugs: wanted, fitted }) => ({
    ...readClassified(text, fitted, slugs, features),
    wanted: wanted.length === 0 ? [slugs.length] : wanted.map((slug) => slugs.indexOf(slug)).filter((at) => at >= 0),
    weight: wanted.length === 0 ? NONE_WEIGHT : 1,
  }))
  const kept = keptRows(read)
  const places = new Map(Array.from(kept, (row, place) => [row, place]))
  const examples = read.filter(({ wanted }) => wanted.length > 0).map((example) => inPlaces(example, places))
  const random = seededRandom(seed * 1000 + 900)
  const learner = startLearner(kept.length, classesOf(slugs), random)
  const order = Int32Array.from(examples, (_, at) => at)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random)
    for (const at of order) learner.learn(examples[at]!, RATE * (1 - epoch / EPOCHS) + LAST_RATE)
  }
  const { rows, output } = learner
  const scale = rows.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6) / levels
  const numbers = Int8Array.from(rows, (value) => Math.round(value / scale))
  // As exact as the file holds it.
  return { slugs, kept, numbers, scale: Math.fround(scale), output }
}

/** Rows that enough texts have, ascending. */
function keptRows(texts: readonly ClassifiedText[]): Int32Array {
  const met = new Map<number, number>()
  for (const { rows } of texts) for (const row of rows) met.set(row, (met.get(row) ?? 0) + 1)
  return Int32Array.from([...met].flatMap(([row, count]) => (count >= MIN_EXAMPLES ? [row] : []))).sort()
}

/** With the places of rows for them, those that are not kept left out. */
function inPlaces({ rows, weights, ...example }: Example, places: ReadonlyMap<number, number>): Example {
  const found = rows.flatMap((row, i) => {
    const place = places.get(row)
    return place === undefined ? [] : [{ place, weight: weights[i]! }]
  })
  return { ...example, rows: found.map(({ place }) => place), weights: found.map(({ weight }) => weight) }
}

interface Learner {
  rows: Float32Array
  output: Float32Array
  learn(example: Example, rate: number): void
}

function startLearner(size: number, classes: number, random: () => number): Learner {
  const start = (count: number, spread: number) =>
    Float32Array.from({ length: count }, () => spread * (2 * random() - 1))
  const rows = start(size * CLASSIFIER_WIDTH, ROW_SPREAD)
  const output = start(CLASSIFIER_WIDTH * classes, OUTPUT_SPREAD)
  const stepRows = createAdagrad(rows)
  const stepOutput = createAdagrad(output)
  const sum = new Float32Array(CLASSIFIER_WIDTH)
  const back = new Float32Array(CLASSIFIER_WIDTH)

  /** By how much each likelihood is too high. */
  function errorsOf({ wanted, weight }: Example): Float32Array {
    const scores = scoreClasses(sum, output, classes)
    const top = Math.max(...scores)
    const total = scores.reduce((all, score) => all + Math.exp(score - top), 0)
    return scores.map(
      (score, at) => weight * (Math.exp(score - top) / total - (wanted.includes(at) ? 1 / wanted.length : 0)),
    )
  }

  return {
    rows,
    output,
    learn(example, rate) {
      const shown = example.rows.flatMap((place, i) =>
        random() < HIDE ? [] : [{ place, weight: example.weights[i]! }],
      )
      sum.fill(0)
      for (const { place, weight } of shown)
        for (let k = 0; k < CLASSIFIER_WIDTH; k++) sum[k] = sum[k]! + weight * rows[place * CLASSIFIER_WIDTH + k]!
      const errors = errorsOf(example)
      for (let k = 0; k < CLASSIFIER_WIDTH; k++) {
        back[k] = 0
        for (let at = 0; at < classes; at++) {
          back[k] = back[k]! + output[k * classes + at]! * errors[at]!
          stepOutput(k * classes + at, errors[at]! * sum[k]!, rate)
        }
      }
      for (const { place, weight } of shown)
        for (let k = 0; k < CLASSIFIER_WIDTH; k++) stepRows(place * CLASSIFIER_WIDTH + k, back[k]! * weight, rate)
    },
  }
}

/** Duchi et al., 2011. */
function createAdagrad(values: Float32Array): (at: number, slope: number, rate: number) => void {
  const squares = new Float32Array(values.length).fill(FIRST_SQUARE)
  return (at, slope, rate) => {
    squares[at] = squares[at]! + slope * slope
    values[at] = values[at]! - (rate * slope) / Math.sqrt(squares[at]!)
  }
}
