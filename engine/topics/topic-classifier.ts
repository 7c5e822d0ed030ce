/**
 * Says which lead category a message asks for, or that it asks for none: a linear text classifier (fastText, Joulin et al. 2016). Its features
 * are what the message says and which categories have a query that fits it; the sum of their rows goes through a matrix, and softmax makes
 * likelihoods of it. `topic-judge.ts` sees how the words of one category stand in the message; this one sees all words, wherever they stand.
 */
import { createFeatures, readFeatures, ROWS, type Features } from '../relevance/features.ts'
import { keptRowsBytes, readKeptRows, writeKeptRows } from '../relevance/kept-rows.ts'

/** Numbers of a row. */
export const CLASSIFIER_WIDTH = 24
/** What the features of the text weigh together, as the length of a vector, and what each category that fits weighs beside them. */
const TEXT_WEIGHT = 3
const FITTED_WEIGHT = 1.5

export interface Classifier {
  /** The categories it was taught, in the order of its numbers. */
  slugs: readonly string[]
  /** Rows that training has seen, ascending: those of `relevance/features.ts`, then one for each category that fits. */
  kept: Int32Array
  /** Kept × CLASSIFIER_WIDTH, all multiplied by `scale`. */
  numbers: Int8Array
  scale: number
  /** CLASSIFIER_WIDTH × classes: the categories, and none of them. */
  output: Float32Array
}

export const classesOf = (slugs: readonly string[]): number => slugs.length + 1

/** Rows of a text, and what each of them weighs. */
export interface ClassifiedText {
  rows: number[]
  weights: number[]
}

/** @param fitted categories with a query that fits; those that `slugs` does not have are left out */
export function readClassified(
  text: string,
  fitted: Iterable<string>,
  slugs: readonly string[],
  features: Features,
): ClassifiedText {
  readFeatures(text, features)
  const sums = new Map<number, number>()
  for (let i = 0; i < features.count; i++) {
    const row = features.rows[i]!
    sums.set(row, (sums.get(row) ?? 0) + features.weights[i]!)
  }
  const length = Math.sqrt([...sums.values()].reduce((sum, weight) => sum + weight * weight, 0)) || 1
  const places = [...new Set(fitted)].map((slug) => slugs.indexOf(slug)).filter((place) => place >= 0)
  return {
    rows: [...sums.keys(), ...places.map((place) => ROWS + place)],
    weights: [
      ...Array.from(sums.values(), (weight) => (TEXT_WEIGHT * weight) / length),
      ...places.map(() => FITTED_WEIGHT),
    ],
  }
}

/** Natural logarithms; all together are one. */
export interface Likelihoods {
  /** Of each category that was taught. */
  of: ReadonlyMap<string, number>
  none: number
}

export type Classify = (text: string, fitted: Iterable<string>) => Likelihoods

/** For one thread: it keeps its room for the message at hand. */
export function createClassifier({ slugs, kept, numbers, scale, output }: Classifier): Classify {
  const features = createFeatures()
  const places = new Map(Array.from(kept, (row, place) => [row, place]))
  const sum = new Float32Array(CLASSIFIER_WIDTH)
  return (text, fitted) => {
    const { rows, weights } = readClassified(text, fitted, slugs, features)
    sum.fill(0)
    rows.forEach((row, i) => {
      const place = places.get(row)
      if (place === undefined) return
      for (let k = 0; k < CLASSIFIER_WIDTH; k++)
        sum[k] = sum[k]! + scale * weights[i]! * numbers[place * CLASSIFIER_WIDTH + k]!
    })
    const sums = scoreClasses(sum, output, classesOf(slugs))
    const top = Math.max(...sums)
    const all = Math.log(sums.reduce((total, each) => total + Math.exp(each - top), 0)) + top
    return { of: new Map(slugs.map((slug, at) => [slug, sums[at]! - all])), none: sums[slugs.length]! - all }
  }
}

/** What softmax makes likelihoods of. */
export function scoreClasses(sum: Float32Array, output: Float32Array, classes: number): Float32Array {
  const scores = new Float32Array(classes)
  for (let k = 0; k < CLASSIFIER_WIDTH; k++)
    for (let at = 0; at < classes; at++) scores[at] = scores[at]! + sum[k]! * output[k * classes + at]!
  return scores
}

/** Number of rows kept, and scale. */
const HEAD_BYTES = 8

const sizeOf = (classifier: Classifier): number => HEAD_BYTES + classifier.output.length * 4 + keptRowsBytes(classifier)

/** Little-endian: the head, the matrix, and the rows that are kept (`relevance/kept-rows.ts`). */
export function writeClassifier(classifier: Classifier): Uint8Array {
  const { kept, scale, output } = classifier
  const bytes = new Uint8Array(sizeOf(classifier))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, kept.length, true)
  view.setFloat32(4, scale, true)
  let at = HEAD_BYTES
  for (const value of output) {
    view.setFloat32(at, value, true)
    at += 4
  }
  writeKeptRows(classifier, view, at)
  return bytes
}

/** What `writeClassifier` wrote; null when it is not that. */
export function readClassifier(view: DataView, slugs: readonly string[]): Classifier | null {
  if (view.byteLength < HEAD_BYTES) return null
  const count = view.getUint32(0, true)
  if (count > ROWS + slugs.length) return null
  const classifier: Classifier = {
    slugs,
    kept: new Int32Array(count),
    numbers: new Int8Array(count * CLASSIFIER_WIDTH),
    scale: view.getFloat32(4, true),
    output: new Float32Array(CLASSIFIER_WIDTH * classesOf(slugs)),
  }
  if (view.byteLength !== sizeOf(classifier)) return null
  let at = HEAD_BYTES
  for (let i = 0; i < classifier.output.length; i++, at += 4) classifier.output[i] = view.getFloat32(at, true)
  return readKeptRows(classifier, view, at, ROWS + slugs.length) ? classifier : null
}
