/** What the relevance model has to beat, on the same features and examples: naive Bayes and logistic regression. */
import { tokenise } from '../engine/language/tokenise.ts'
import type { Features } from '../engine/relevance/features.ts'
import { ROWS, createFeatures, readFeatures } from '../engine/relevance/features.ts'
import type { Head } from '../engine/relevance/model.ts'
import { sigmoid } from '../engine/relevance/model.ts'
import type { Example } from '../training/train-heads.ts'
import { seededRandom, shuffle } from '../training/random.ts'
import { slowing } from '../training/train-heads.ts'

export type Judge = (text: string) => number

/** Multinomial naive Bayes over whole words, pairs and n-grams by their weights; add-one smoothing. */
export function naiveBayes(examples: readonly Example[], head: Head): Judge {
  const features = createFeatures()
  const counts = [new Float64Array(ROWS).fill(0.1), new Float64Array(ROWS).fill(0.1)] as const
  const totals: [number, number] = [ROWS * 0.1, ROWS * 0.1]
  const texts: [number, number] = [0, 0]
  for (const { text, weight = 1, [head]: wanted } of examples) {
    if (wanted === undefined) continue
    const side = wanted ? 1 : 0
    texts[side] += weight
    readFeatures(text, features)
    for (let i = 0; i < features.count; i++) {
      const row = features.rows[i]!
      const share = weight * shareOf(features, i)
      counts[side][row] = counts[side][row]! + share
      totals[side] += share
    }
  }
  return (text) => {
    readFeatures(text, features)
    let odds = Math.log(texts[1] / texts[0])
    for (let i = 0; i < features.count; i++) {
      const row = features.rows[i]!
      odds += shareOf(features, i) * Math.log(counts[1][row]! / totals[1] / (counts[0][row]! / totals[0]))
    }
    return sigmoid(odds)
  }
}

/** A mark grows with the divisor for the model's sake; here it counts as one word. */
const shareOf = (features: Features, at: number): number => Math.min(1, features.weights[at]!)

/** The model without embeddings and hidden layer: one number for each feature, Adagrad, the same epochs. */
export function logisticRegression(examples: readonly Example[], head: Head, epochs = 3): Judge {
  const features = createFeatures()
  const random = seededRandom(1)
  const values = new Float32Array(ROWS)
  const squares = new Float32Array(ROWS).fill(0.01)
  let bias = 0
  const sum = (): number => {
    let odds = bias
    for (let i = 0; i < features.count; i++)
      odds += (values[features.rows[i]!]! * features.weights[i]!) / features.divisor
    return sigmoid(odds)
  }
  const order = examples.filter(({ [head]: wanted }) => wanted !== undefined)
  for (let step = 0; step < order.length * epochs; step++) {
    const { text, weight = 1, [head]: wanted } = order[Math.floor(random() * order.length)]!
    readFeatures(text, features)
    const error = weight * (sum() - (wanted ? 1 : 0))
    bias -= 0.02 * error
    for (let i = 0; i < features.count; i++) {
      const row = features.rows[i]!
      const slope = (error * features.weights[i]!) / features.divisor
      squares[row] = squares[row]! + slope * slope
      values[row] = values[row]! - (0.1 * slope) / Math.sqrt(squares[row]!)
    }
  }
  return (text) => {
    readFeatures(text, features)
    return sum()
  }
}

/** Hashed features of a text, each once, with what it weighs in the sum. */
interface Sparse {
  rows: Int32Array
  weights: Float32Array
}

const WIDE_ROWS = 1 << 22

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b)
  return (value ^ (value >>> 13)) & (WIDE_ROWS - 1)
}

const formsOf = (text: string): string[] =>
  tokenise(text.slice(0, 4000))
    .slice(0, 120)
    .map(({ form }) => form)

/** n-grams of the letters of a word and its edges. */
function lettersOf(form: string, least: number, most: number): string[] {
  const whole = `<${form}>`
  const found: string[] = []
  for (let length = least; length <= most; length++)
    for (let at = 0; at + length <= whole.length; at++) found.push(whole.slice(at, at + length))
  return found
}

/** Words, pairs and threes of them, the first and the last, n-grams of 3 to 6 letters: four times what the model reads. */
function wideFeatures(text: string): Sparse {
  const forms = formsOf(text)
  const weights = new Map<number, number>()
  const add = (what: string, weight: number): void => {
    weights.set(hash(what), (weights.get(hash(what)) ?? 0) + weight)
  }
  forms.forEach((form, at) => {
    add(`1${form}`, 1)
    if (at > 0) add(`2${forms[at - 1]} ${form}`, 1)
    if (at > 1) add(`3${forms.slice(at - 2, at + 1).join(' ')}`, 0.7)
    if (at > 1) add(`s${forms[at - 2]} ${form}`, 0.5)
    const letters = form.length > 2 ? lettersOf(form, 3, 6) : []
    for (const each of letters) add(`c${each}`, 0.75 / Math.sqrt(letters.length))
  })
  if (text.includes('?')) add('?', 1)
  if (forms.length > 0) add(`first ${forms[0]}`, 0.5)
  if (forms.length > 0) add(`last ${forms.at(-1)}`, 0.5)
  const divisor = Math.sqrt(forms.length + 2)
  return {
    rows: Int32Array.from(weights.keys()),
    weights: Float32Array.from(weights.values(), (each) => each / divisor),
  }
}

/** Logistic regression over `wideFeatures`. */
export function wideRegression(examples: readonly Example[], head: Head, epochs = 4): Judge {
  const taught = examples.filter(({ [head]: wanted }) => wanted !== undefined)
  const read = taught.map(({ text }) => wideFeatures(text))
  const values = new Float32Array(WIDE_ROWS)
  const squares = new Float32Array(WIDE_ROWS).fill(0.01)
  let bias = 0
  const sum = ({ rows, weights }: Sparse): number =>
    rows.reduce((odds, row, i) => odds + values[row]! * weights[i]!, bias)
  inTurns(taught, epochs, (index, pace) => {
    const { weight = 1, [head]: wanted } = taught[index]!
    const { rows, weights } = read[index]!
    const error = weight * (sigmoid(sum(read[index]!)) - (wanted ? 1 : 0))
    bias -= 0.02 * pace * error
    rows.forEach((row, i) => {
      const slope = error * weights[i]!
      squares[row] = squares[row]! + slope * slope
      values[row] = values[row]! - (0.1 * pace * slope) / Math.sqrt(squares[row]!)
    })
  })
  return (text) => sigmoid(sum(wideFeatures(text)))
}

const VECTOR = 32

/** As fastText does it: the mean of the vectors of words, pairs and n-grams of 4 and 5 letters, and one layer above it. */
export function meanOfVectors(examples: readonly Example[], head: Head, epochs = 5): Judge {
  const taught = examples.filter(({ [head]: wanted }) => wanted !== undefined)
  const rowsOf = (text: string): Int32Array => {
    const forms = formsOf(text)
    return Int32Array.from(
      forms.flatMap((form, at) => [
        hash(`1${form}`),
        ...(at > 0 ? [hash(`2${forms[at - 1]} ${form}`)] : []),
        ...(form.length > 3 ? lettersOf(form, 4, 5).map((each) => hash(`c${each}`)) : []),
      ]),
    )
  }
  const random = seededRandom(1)
  const vectors = Float32Array.from({ length: WIDE_ROWS * VECTOR }, () => (random() * 2 - 1) / VECTOR)
  const output = new Float32Array(VECTOR)
  const mean = new Float32Array(VECTOR)
  let bias = 0
  const sum = (rows: Int32Array): number => {
    mean.fill(0)
    for (const row of rows)
      for (let k = 0; k < VECTOR; k++) mean[k] = mean[k]! + vectors[row * VECTOR + k]! / rows.length
    return mean.reduce((odds, value, k) => odds + value * output[k]!, bias)
  }
  const read = taught.map(({ text }) => rowsOf(text))
  inTurns(taught, epochs, (index, pace) => {
    const { weight = 1, [head]: wanted } = taught[index]!
    const error = Math.min(5, weight / 3) * 0.3 * pace * (sigmoid(sum(read[index]!)) - (wanted ? 1 : 0))
    bias -= 0.1 * error
    const slopes = output.map((value) => value * error)
    for (let k = 0; k < VECTOR; k++) output[k] = output[k]! - error * mean[k]!
    for (const row of read[index]!)
      for (let k = 0; k < VECTOR; k++) vectors[row * VECTOR + k] = vectors[row * VECTOR + k]! - slopes[k]!
  })
  return (text) => sigmoid(sum(rowsOf(text)))
}

/** Each example once an epoch, in another order each time, slower and slower. */
function inTurns(examples: readonly Example[], epochs: number, learn: (index: number, pace: number) => void): void {
  const random = seededRandom(1)
  const order = Int32Array.from(examples, (_, i) => i)
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    order.forEach((index, done) => learn(index, slowing(epoch + done / order.length, epochs)))
  }
}
