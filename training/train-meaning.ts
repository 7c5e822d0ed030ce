/**
 * Learns `Meaning` from unmarked messages: each word is asked which words stand near it, against words drawn at random
 * (skip-gram with negative sampling). The same texts and seed give the same table.
 */
import { tokenise } from '../engine/language/tokenise.ts'
import type { Meaning } from '../engine/relevance/meaning.ts'
import { MEANING_WIDTH, dot, hashStem, plainForm, speaks, stemOf } from '../engine/relevance/meaning.ts'
import { seededRandom } from './random.ts'

/** How often the texts are read, and what begins the chance of it. */
export const meaningTraining = { seed: 1, epochs: 3 } as const
/** Most of the words kept, the commonest first. */
const MOST_WORDS = 36_000
/** Rarer words are left out. */
const MIN_COUNT = 8

const WINDOW = 6
const NEGATIVES = 5
const RATE = 0.05
/** Words commoner than this share are passed over now and then, and weigh less in a text. */
const COMMON = 1e-4
const SHARE_OF_COMMON = 1e-3
const NOISE_SIZE = 1 << 20

export function trainMeaning(texts: readonly string[]): Meaning {
  const { seed, epochs } = meaningTraining
  const random = seededRandom(seed)
  const { stems, counts, messages, total } = countStems(texts, MOST_WORDS, MIN_COUNT)
  const size = stems.length
  const width = MEANING_WIDTH
  const near = new Float32Array(size * width)
  const vectors = Float32Array.from({ length: size * width }, () => (random() - 0.5) / width)
  const noise = noiseTable(counts)
  const change = new Float32Array(width)
  const sentence: number[] = []

  function learn(center: number, other: number, wanted: number, rate: number): void {
    const a = center * width
    const b = other * width
    let sum = 0
    for (let k = 0; k < width; k++) sum += vectors[a + k]! * near[b + k]!
    const gradient = rate * (wanted - 1 / (1 + Math.exp(-sum)))
    for (let k = 0; k < width; k++) {
      change[k] = change[k]! + gradient * near[b + k]!
      near[b + k] = near[b + k]! + gradient * vectors[a + k]!
    }
  }

  for (let epoch = 0; epoch < epochs; epoch++) {
    messages.forEach((message, index) => {
      const rate = RATE * Math.max(0.02, 1 - (epoch + index / messages.length) / epochs)
      sentence.length = 0
      for (const stem of message) {
        const share = counts[stem]! / total
        if (share < COMMON || random() < Math.sqrt(COMMON / share)) sentence.push(stem)
      }
      for (let at = 0; at < sentence.length; at++) {
        const reach = 1 + Math.floor(random() * WINDOW)
        for (let beside = Math.max(0, at - reach); beside <= Math.min(sentence.length - 1, at + reach); beside++) {
          if (beside === at) continue
          change.fill(0)
          learn(sentence[at]!, sentence[beside]!, 1, rate)
          for (let n = 0; n < NEGATIVES; n++) learn(sentence[at]!, noise[Math.floor(random() * NOISE_SIZE)]!, 0, rate)
          for (let k = 0; k < width; k++)
            vectors[sentence[at]! * width + k] = vectors[sentence[at]! * width + k]! + change[k]!
        }
      }
    })
  }
  return weighed(stems, counts, total, vectors)
}

function countStems(
  texts: readonly string[],
  most: number,
  minCount: number,
): { stems: string[]; counts: Float64Array; messages: Int32Array[]; total: number } {
  const all = new Map<string, number>()
  const stemOfForm = new Map<string, string>()
  const stemmed = (text: string): string[] =>
    tokenise(text)
      .filter(speaks)
      .map((word) => {
        const form = plainForm(word)
        let stem = stemOfForm.get(form)
        if (stem === undefined) stemOfForm.set(form, (stem = stemOf(form)))
        return stem
      })
  for (const text of texts) for (const stem of stemmed(text)) all.set(stem, (all.get(stem) ?? 0) + 1)
  const kept = [...all]
    .filter(([, count]) => count >= minCount)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, most)
  const numbers = new Map(kept.map(([stem], number) => [stem, number]))
  return {
    stems: kept.map(([stem]) => stem),
    counts: Float64Array.from(kept, ([, count]) => count),
    messages: texts.map((text) => Int32Array.from(stemmed(text).flatMap((stem) => numbers.get(stem) ?? []))),
    total: kept.reduce((sum, [, count]) => sum + count, 0),
  }
}

/** Words drawn by it are as common as in the texts, but rare ones come a little more often. */
function noiseTable(counts: Float64Array): Int32Array {
  const shares = counts.map((count) => count ** 0.75)
  const sum = shares.reduce((a, b) => a + b, 0)
  const table = new Int32Array(NOISE_SIZE)
  let word = 0
  let reached = shares[0]! / sum
  for (let i = 0; i < NOISE_SIZE; i++) {
    table[i] = word
    if ((i + 1) / NOISE_SIZE > reached && word < counts.length - 1) reached += shares[++word]! / sum
  }
  return table
}

/** Takes away what all words have in common, gives rare words more weight, and rounds to 8 bits. */
function weighed(stems: readonly string[], counts: Float64Array, total: number, vectors: Float32Array): Meaning {
  const width = MEANING_WIDTH
  const mean = new Float64Array(width)
  for (let i = 0; i < vectors.length; i++)
    mean[i % width] = mean[i % width]! + (vectors[i]! * counts[Math.floor(i / width)]!) / total
  const rows = new Map<number, number>()
  const rounded = new Int8Array(vectors.length)
  const scales = new Float32Array(stems.length)
  stems.forEach((stem, row) => {
    const vector = vectors.slice(row * width, (row + 1) * width).map((value, k) => value - mean[k]!)
    const weight = SHARE_OF_COMMON / (SHARE_OF_COMMON + counts[row]! / total)
    const length = Math.sqrt(dot(vector, vector)) || 1
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
    scales[row] = ((weight / length) * largest) / 127
    vector.forEach((value, k) => (rounded[row * width + k] = Math.round((value / largest) * 127)))
    rows.set(hashStem(stem), row)
  })
  return { rows, vectors: rounded, scales }
}
