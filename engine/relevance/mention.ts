/**
 * Is a message about the watched thing, or does it only hold its word? «Победа» may be an airline and may be a victory. The
 * words of a project, its keywords and its context, tell which is meant: by themselves, and by what stands near them.
 */
import { tokenise } from '../language/tokenise.ts'
import type { Token } from '../language/tokenise.ts'
import type { MeaningReader } from './meaning.ts'
import { MEANING_WIDTH, dot, normaliseVector, plainForm, speaks } from './meaning.ts'
import { MENTION_CLUES, sigmoid } from './model.ts'

export interface MentionReading {
  clues: Float32Array
  /** Words that speak for it, as places in the message, with how much they do. */
  evidence: { at: number; weight: number }[]
}

/** Words so near to a word of the project show what it means there. */
const NEAR = 6
/** A word that is not in the table is a name more often than not, and names are seldom ambiguous. */
const OWN_OF_UNKNOWN = 0.7
/** A name so long in the name of an account is no chance. */
const SURE_NAME = 5
/** More words of the project than this in one message say no more. */
const MOST_EXTRA = 3
/** Below this a neighbour is no reason. */
const LEAST_LIKENESS = 0.3

/** The context words of a project, read once and kept for its messages. */
export interface MentionContext {
  words: Token[]
  stems: Set<string>
  /** Words of Latin letters, by which accounts of the watched thing are known. */
  names: string[]
  direction: Float32Array
}

export function readContext(reader: MeaningReader, context: readonly string[]): MentionContext {
  const words = context.flatMap((each) => tokenise(each)).filter(speaks)
  const direction = new Float32Array(MEANING_WIDTH)
  reader.direction(words, direction)
  const names = context
    .flatMap((each) => tokenise(each))
    .map(({ form }) => form.replace(/^[@#]/, ''))
    .filter((name) => /^[a-z][a-z\d_]{2,}$/.test(name))
  return { words, stems: new Set(words.map((word) => reader.stem(plainForm(word)))), names, direction }
}

/** «@MegaFonHelp», «@ru_mts»: an account that bears a word of the project is of the watched thing, or speaks to it. */
function isNamed({ kind, form }: Token, names: readonly string[]): boolean {
  if (kind !== 'mention') return false
  const account = form.slice(1)
  const parts = account.split(/[_\d]+/)
  return names.some((name) => (name.length < SURE_NAME ? parts.includes(name) : account.includes(name)))
}

export function readMention(reader: MeaningReader, message: readonly Token[], context: MentionContext): MentionReading {
  const clues = new Float32Array(MENTION_CLUES)
  const evidence: MentionReading['evidence'] = []
  const stems = message.map((word) => (speaks(word) ? reader.stem(plainForm(word)) : ''))
  const hits = stems.map((stem) => context.stems.has(stem))
  const found = new Set(stems.filter((_, at) => hits[at]))
  const others = message.filter((word, at) => speaks(word) && !hits[at])
  const near = message.filter((word, at) => speaks(word) && !hits[at] && hasHit(hits, at))

  const local = new Float32Array(MEANING_WIDTH)
  reader.direction(near, local)
  const belongs = new Map<string, number>()
  message.forEach((word, at) => {
    if (hits[at] && !belongs.has(stems[at]!)) belongs.set(stems[at]!, belonging(reader, word, stems[at]!, context))
  })
  const named = message.map((word) => isNamed(word, context.names))
  clues[0] = named.includes(true) ? 1 : Math.max(-1, ...belongs.values())
  clues[1] = dot(local, context.direction)
  clues[2] = Math.min(MOST_EXTRA, Math.max(0, found.size - 1))
  clues[3] = 1 / (1 + others.length / 5)

  const own = new Float32Array(MEANING_WIDTH)
  message.forEach((word, at) => {
    if (named[at]) evidence.push({ at, weight: 2 })
    else if (hits[at]) evidence.push({ at, weight: 1 + belongs.get(stems[at]!)! })
    else if (speaks(word) && word.form.length > 3 && hasHit(hits, at)) {
      own.fill(0)
      if (!reader.add(plainForm(word), own)) return
      normaliseVector(own)
      const likeness = dot(own, context.direction)
      if (likeness > LEAST_LIKENESS) evidence.push({ at, weight: likeness })
    }
  })
  return { clues, evidence }
}

function hasHit(hits: readonly boolean[], at: number): boolean {
  for (let i = Math.max(0, at - NEAR); i <= Math.min(hits.length - 1, at + NEAR); i++) if (hits[i]) return true
  return false
}

/** How much a word of the project belongs to its other words by itself: «билайн» does to «тариф», «победа» does not to «рейс». */
function belonging(reader: MeaningReader, word: Token, stem: string, context: MentionContext): number {
  const own = new Float32Array(MEANING_WIDTH)
  if (!reader.add(plainForm(word), own)) return OWN_OF_UNKNOWN
  normaliseVector(own)
  const rest = new Float32Array(MEANING_WIDTH)
  reader.direction(
    context.words.filter((each) => reader.stem(plainForm(each)) !== stem),
    rest,
  )
  return dot(own, rest)
}

/** 0 to 1. `weights` begin with the bias. */
export function mentionScore(clues: Float32Array, weights: Float32Array): number {
  let sum = weights[0]!
  for (let i = 0; i < MENTION_CLUES; i++) sum += weights[i + 1]! * clues[i]!
  return sigmoid(sum)
}
