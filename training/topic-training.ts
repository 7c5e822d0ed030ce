/** Logistic regression over the features of `engine/topics/ask-features.ts`: the mean of a few trainings, rounded to 8 bits. */
import { createAskReader, ASK_ROWS } from '../engine/topics/ask-features.ts'
import type { WordKinds } from '../engine/relevance/word-kinds.ts'
import { seededRandom, shuffle } from './random.ts'
import type { TopicExample, TopicHit } from './topic-data.ts'

/** One category of one text, read. */
export interface ReadAsk {
  example: TopicExample
  hit: TopicHit
  /** Whether the text asks for this category. */
  asks: boolean
  rows: Int32Array
  values: Float32Array
  weight: number
}

/** What a unit of the intent's log-odds counts beside one of the topic's, what a frame that fits, and the sum from which on a message is let in (`bench/topics.ts`). */
export const INTENT_SHARE = 0.7
export const FRAMED = 1
export const THRESHOLD = 2.25

/** The shipped weights are the mean of trainings with these. */
export const TRAINING_SEEDS: readonly number[] = [1, 2, 3]

/** A text about more categories than this says nothing new by the others. */
const MOST_HITS = 4
const WEIGHTS = {
  sample: 8,
  written: 3,
  bare: 0.5,
  talk: 2,
  readAsks: 6,
  read: 2,
  filled: 0.15,
  rule: 0.3,
  presumed: 1,
  beside: 2,
}
/** How much more or less the written texts of a source count: contrasts are ten times as many as all others. */
const SHARES: Readonly<Record<string, number>> = { contrast: 0.05 }
/** Rows that fewer readings have are chance. */
const LEAST_READINGS = 3
const EPOCHS = 6
const RATE = 0.15
const SHRINK = 2e-6
const HIDE = 0.15
/** Log-odds below which talk is left alone for an epoch or two: nine of ten readings, and nothing is learnt of them. */
const SURE = -5

export function readAsks(examples: readonly TopicExample[], wordKinds: WordKinds): ReadAsk[] {
  const read = createAskReader(wordKinds)
  return examples.flatMap((example) => {
    if (example.asks === null) return []
    const { wanted, beside } = distinct(example)
    const readingOf = (hit: TopicHit, asks: boolean, weight: number): ReadAsk => {
      const { count, rows, values } = read({ text: example.text, spans: hit.spans, framed: hit.framed })
      return { example, hit, asks, rows: rows.slice(0, count), values: values.slice(0, count), weight }
    }
    return [
      ...wanted.map((hit) => readingOf(hit, example.asks === true, weightOf(example) / wanted.length)),
      ...beside.map((hit) => readingOf(hit, false, WEIGHTS.beside / beside.length)),
    ]
  })
}

/**
 * The categories that each read otherwise. Where it is known which of them a lead asks for, the others are only named beside it: «фотограф уже
 * есть, нужен ведущий».
 */
function distinct({ asks, slugs, hits }: TopicExample): { wanted: TopicHit[]; beside: TopicHit[] } {
  const seen = new Set<string>()
  const unseen = (of: readonly TopicHit[]): TopicHit[] =>
    of
      .filter(({ spans, framed }) => {
        const key = JSON.stringify([spans, framed])
        return !seen.has(key) && seen.add(key)
      })
      .slice(0, MOST_HITS)
  if (!asks || slugs === undefined) return { wanted: unseen(hits), beside: [] }
  const isWanted = ({ slug }: TopicHit): boolean => slugs.includes(slug)
  return { wanted: unseen(hits.filter(isWanted)), beside: unseen(hits.filter((hit) => !isWanted(hit))) }
}

function weightOf({ asks, known, bare, source }: TopicExample): number {
  if (bare) return WEIGHTS.bare
  if (source === 'samples') return WEIGHTS.sample
  if (known === 'written') return (asks ? WEIGHTS.written : WEIGHTS.talk) * (SHARES[source] ?? 1)
  if (known === 'read') return asks ? (source === 'leads' ? WEIGHTS.written : WEIGHTS.readAsks) : WEIGHTS.read
  return WEIGHTS[known]
}

/** @returns ASK_ROWS weights */
export function trainTopics(set: readonly ReadAsk[], seeds: readonly number[]): Float32Array {
  const mean = new Float32Array(ASK_ROWS)
  for (const seed of seeds) trainOnce(set, seed).forEach((weight, row) => (mean[row]! += weight / seeds.length))
  return mean
}

function trainOnce(set: readonly ReadAsk[], seed: number): Float32Array {
  const random = seededRandom(seed)
  const shown = countReadings(set)
  const weights = new Float32Array(ASK_ROWS)
  const squares = new Float32Array(ASK_ROWS).fill(1e-3)
  const order = Int32Array.from(set, (_, at) => at)
  /** The epoch from which on an example is read again. */
  const rest = new Uint8Array(set.length)
  const hidden = new Uint8Array(1 << 13)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random)
    const rate = RATE * (1 - epoch / EPOCHS) + 0.005
    for (const at of order) {
      if (rest[at]! > epoch) continue
      const { rows, values, weight, asks } = set[at]!
      let sum = 0
      for (let i = 0; i < rows.length; i++) {
        hidden[i] = shown[rows[i]!]! < LEAST_READINGS || random() < HIDE ? 1 : 0
        if (!hidden[i]) sum += weights[rows[i]!]! * values[i]!
      }
      if (!asks && sum < SURE && epoch > 0) rest[at] = epoch + 3
      const error = (1 / (1 + Math.exp(-sum)) - (asks ? 1 : 0)) * weight
      if (Math.abs(error) < 1e-4) continue
      for (let i = 0; i < rows.length; i++) {
        if (hidden[i]) continue
        const row = rows[i]!
        const slope = error * values[i]! + SHRINK * weights[row]!
        squares[row]! += slope * slope
        weights[row]! -= (rate * slope) / Math.sqrt(squares[row]!)
      }
    }
  }
  return weights.map((weight, row) => (shown[row]! < LEAST_READINGS ? 0 : weight))
}

/** In how many readings a row stands; one reading counts once. */
function countReadings(set: readonly ReadAsk[]): Int32Array {
  const shown = new Int32Array(ASK_ROWS)
  const last = new Int32Array(ASK_ROWS).fill(-1)
  set.forEach(({ rows }, at) => {
    for (const row of rows) {
      if (last[row] === at) continue
      last[row] = at
      shown[row]!++
    }
  })
  return shown
}

export function quantiseWeights(weights: Float32Array): { weights: Int8Array; scale: number } {
  const most = weights.reduce((largest, weight) => Math.max(largest, Math.abs(weight)), 0)
  const scale = Math.fround(most / 127)
  return { weights: Int8Array.from(weights, (weight) => Math.round(weight / scale)), scale }
}

export function logOddsOf({ rows, values }: Pick<ReadAsk, 'rows' | 'values'>, weights: Float32Array): number {
  let sum = 0
  for (let i = 0; i < rows.length; i++) sum += weights[rows[i]!]! * values[i]!
  return sum
}
