/** What the relevance model has to beat, on the same features and examples: naive Bayes and logistic regression. */
import type { Features } from '../engine/relevance/features.ts'
import { ROWS, createFeatures, readFeatures } from '../engine/relevance/features.ts'
import type { Head } from '../engine/relevance/model.ts'
import { sigmoid } from '../engine/relevance/model.ts'
import type { Example } from '../training/train-heads.ts'
import { seededRandom } from '../training/random.ts'

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
