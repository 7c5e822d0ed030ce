/** Learns `Phrases`: first which words are alike (k-means over their meanings), then, from the examples, what requests are put together from. */
import { MAX_WORDS, createFeatures, readFeatures } from '../engine/relevance/features.ts'
import type { Meaning } from '../engine/relevance/meaning.ts'
import { MEANING_WIDTH, createMeaningReader, hashStem, normaliseVector, speaks } from '../engine/relevance/meaning.ts'
import { sigmoid } from '../engine/relevance/model.ts'
import type { FoundPhrases, Phrases } from '../engine/relevance/phrases.ts'
import { GROUPS, PHRASE_ROWS, createFoundPhrases, createPhraseReader } from '../engine/relevance/phrases.ts'
import type { Example } from './train-heads.ts'
import { slowing } from './train-heads.ts'
import { fine } from './quantise.ts'
import { seededRandom, shuffle } from './random.ts'
import type { WordKinds } from '../engine/relevance/word-kinds.ts'

/** A number of the commonest words are classes of their own: «кто», «ищу» and «нужен» are more than their group. */
const COMMON_WORDS = 1000
const ROUNDS = 8
const EPOCHS = 4
const RATE = 0.4
/** Share of the words hidden at each reading. */
const HIDE = 0.1
/** Trained so often, each time with other words hidden, and the mean taken. */
const TIMES = 4
/** Phrases met in fewer examples are left out. */
const MIN_EXAMPLES = 4
/** On examples held back 0.4 and 0.5 measured best, and about alike. */
const SHARE = 0.5

export function trainPhrases(
  examples: readonly Example[],
  meaning: Meaning,
  wordKinds: WordKinds,
  seed = 1,
  { phrases: levels } = fine,
): Phrases {
  const random = seededRandom(seed * 1000 + 500)
  const taught = examples.filter(({ intent }) => intent !== undefined)
  const common = commonWords(taught)
  const groups = groupWords(meaning, random)
  const read = createPhraseReader({ common, groups }, createMeaningReader(meaning), wordKinds)
  const features = createFeatures()
  const found = createFoundPhrases()
  const met = new Int32Array(PHRASE_ROWS)
  const lastMet = new Int32Array(PHRASE_ROWS).fill(-1)
  taught.forEach(({ text }, index) => {
    readFeatures(text, features)
    read(features, found)
    for (let i = 0; i < found.count; i++) {
      const row = found.rows[i]!
      if (lastMet[row] === index) continue
      lastMet[row] = index
      met[row] = met[row]! + 1
    }
  })

  /** 1 for each word of the message that is hidden this time. */
  const hidden = new Uint8Array(MAX_WORDS)
  const weights = new Float32Array(PHRASE_ROWS)
  let bias = 0
  for (let time = 0; time < TIMES; time++) bias += learnOnce() / TIMES
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-6) / levels
  return {
    common,
    groups,
    weights: Int8Array.from(weights, (weight) => Math.round(weight / scale)),
    scale,
    bias,
    share: SHARE,
  }

  function holdsHidden({ at, parts }: FoundPhrases, place: number): boolean {
    for (let back = 0; back < 3; back++)
      if ((parts[place]! & (1 << back)) !== 0 && hidden[at[place]! - back] === 1) return true
    return false
  }

  /** Adds its part to the weights, and returns its bias. */
  function learnOnce(): number {
    const learnt = new Float32Array(PHRASE_ROWS)
    const squares = new Float32Array(PHRASE_ROWS).fill(0.01)
    let own = 0
    let ownSquare = 0.01
    const order = Int32Array.from(taught, (_, i) => i)
    for (let epoch = 0; epoch < EPOCHS; epoch++) {
      shuffle(order, random)
      let done = 0
      for (const index of order) {
        const speed = RATE * slowing(epoch + done++ / order.length, EPOCHS)
        const { text, intent, weight = 1 } = taught[index]!
        readFeatures(text, features)
        read(features, found)
        for (let at = 0; at < features.words.length; at++) hidden[at] = random() < HIDE ? 1 : 0
        for (let i = 0; i < found.count; i++) if (holdsHidden(found, i)) found.shares[i] = 0
        let sum = own
        for (let i = 0; i < found.count; i++) sum += (learnt[found.rows[i]!]! * found.shares[i]!) / features.divisor
        const error = weight * (sigmoid(sum) - (intent ? 1 : 0))
        ownSquare += error * error
        own -= (speed * error) / Math.sqrt(ownSquare)
        for (let i = 0; i < found.count; i++) {
          const row = found.rows[i]!
          const gradient = (error * found.shares[i]!) / features.divisor
          if (gradient === 0 || met[row]! < MIN_EXAMPLES) continue
          squares[row] = squares[row]! + gradient * gradient
          learnt[row] = learnt[row]! - (speed * gradient) / Math.sqrt(squares[row]!)
        }
      }
    }
    for (let row = 0; row < PHRASE_ROWS; row++) weights[row] = weights[row]! + learnt[row]! / TIMES
    return own
  }
}

function commonWords(examples: readonly Example[]): Map<number, number> {
  const features = createFeatures()
  const counts = new Map<string, number>()
  for (const { text } of examples) {
    readFeatures(text, features)
    for (const form of new Set(features.words.filter(speaks).map((word) => word.form)))
      counts.set(form, (counts.get(form) ?? 0) + 1)
  }
  const commonest = [...counts].sort((a, b) => b[1] - a[1]).slice(0, COMMON_WORDS)
  return new Map(commonest.map(([form], place) => [hashStem(form), place]))
}

/** The group of each row: words whose meanings point the same way. */
function groupWords({ vectors }: Meaning, random: () => number): Uint8Array {
  const size = vectors.length / MEANING_WIDTH
  const groups = new Uint8Array(size)
  const directions = Array.from({ length: size }, (_, row) => {
    const direction = Float32Array.from(vectors.subarray(row * MEANING_WIDTH, (row + 1) * MEANING_WIDTH))
    normaliseVector(direction)
    return direction
  })
  if (size === 0) return groups
  const centres = Array.from({ length: GROUPS }, () => directions[Math.floor(random() * size)]!.slice())
  for (let round = 0; round < ROUNDS; round++) {
    directions.forEach((direction, row) => {
      let nearest = -Infinity
      for (let group = 0; group < GROUPS; group++) {
        const centre = centres[group]!
        let likeness = 0
        for (let k = 0; k < MEANING_WIDTH; k++) likeness += direction[k]! * centre[k]!
        if (likeness <= nearest) continue
        nearest = likeness
        groups[row] = group
      }
    })
    for (const centre of centres) centre.fill(0)
    directions.forEach((direction, row) => {
      const centre = centres[groups[row]!]!
      for (let k = 0; k < MEANING_WIDTH; k++) centre[k] = centre[k]! + direction[k]!
    })
    for (const centre of centres) normaliseVector(centre)
  }
  return groups
}
