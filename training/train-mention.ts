import { mentionScore } from '../engine/relevance/mention.ts'
import { MENTION_CLUES } from '../engine/relevance/model.ts'

/** Fits the weights to readings of both kinds, as if both were equally common: plain logistic regression, held near zero. */
export function trainMention(readings: readonly { clues: Float32Array; about: boolean }[]): Float32Array {
  const weights = new Float32Array(1 + MENTION_CLUES)
  const about = readings.filter((each) => each.about).length
  const scarcity = (readings.length - about) / Math.max(1, about)
  for (let round = 0; round < 3000; round++) {
    const slopes = weights.map((weight, i) => (i === 0 ? 0 : 0.5 * weight))
    for (const reading of readings) {
      const error = (mentionScore(reading.clues, weights) - (reading.about ? 1 : 0)) * (reading.about ? scarcity : 1)
      slopes[0] = slopes[0]! + error
      for (let i = 0; i < MENTION_CLUES; i++) slopes[i + 1] = slopes[i + 1]! + error * reading.clues[i]!
    }
    for (let i = 0; i < weights.length; i++) weights[i] = weights[i]! - 0.01 * slopes[i]!
  }
  return weights
}
