/**
 * How requests are put together, for words that no example holds: each word is taken as its class (the commonest words are
 * a class of their own, the others fall into groups of like meaning), and once more as its kind (`word-kinds.ts`), where it
 * has one. Classes and kinds are looked up alone, in pairs and in threes within a clause, and each kind with the last two words
 * of asking in its sentence, however far. «кто чистит ковры» is then read as «кто», a chore and a piece of the household. The
 * last two letters tell the case and the person: beside the kind they part «ищет мастера» from «мастера показали».
 * Logistic regression over these has a share in the intent of a message.
 */
import type { Token } from '../language/tokenise.ts'
import type { Features } from './features.ts'
import { MAX_WORDS } from './features.ts'
import type { MeaningReader } from './meaning.ts'
import { hashStem, plainForm, speaks } from './meaning.ts'
import { createKindReader, NO_KIND, type WordKinds } from './word-kinds.ts'

export const PHRASE_ROWS = 1 << 19
/** Groups of words, a byte each. */
export const GROUPS = 256

export interface Phrases {
  /** From the hash of a common word to its place, which is its class. */
  common: Map<number, number>
  /** The group of each row of `Meaning`. */
  groups: Uint8Array
  /** One number of 8 bits a row, all multiplied by `scale`. */
  weights: Int8Array
  scale: number
  bias: number
  /** How much of the log-odds of intent is this part's; the rest is the committee's and the linear part's. */
  share: number
}

export const emptyPhrases = (): Phrases => ({
  common: new Map(),
  groups: new Uint8Array(0),
  weights: new Int8Array(0),
  scale: 0,
  bias: 0,
  share: 0,
})

/** Classes met in one message; reused from message to message. */
export interface FoundPhrases {
  count: number
  rows: Int32Array
  shares: Float32Array
  /** The last word of the phrase, and which of the words are in it: bit 0 for that one, bit 1 for the one before … */
  at: Int16Array
  parts: Uint8Array
}

/** Of each word: a stop, four of its class, four of its kind, three of its ending, two of what was asked before it. */
const MOST = 14 * MAX_WORDS + 1

export const createFoundPhrases = (): FoundPhrases => ({
  count: 0,
  rows: new Int32Array(MOST),
  shares: new Float32Array(MOST),
  at: new Int16Array(MOST),
  parts: new Uint8Array(MOST),
})

/** Fills `found` for the message in `features`. */
export type PhraseReader = (features: Features, found: FoundPhrases) => void

/** Classes below that of a group are for what is no word. A word that is not known has the class of its ending. */
const EMOJI = 10,
  OTHER = 11,
  FIRST_GROUP = 20,
  FIRST_KIND = 500,
  FIRST_COMMON = 1000,
  FIRST_ASKING = 3000,
  FIRST_ENDING = 10_000
const EDGE = 1
const NO_STOP = 0,
  STOP = 2,
  QUESTION = 3,
  COMMA = 4
/** Messages repeat their words: the class of a word is remembered until another word needs its place. A power of two. */
const REMEMBERED = 1 << 17

export function createPhraseReader(
  phrases: Pick<Phrases, 'common' | 'groups'>,
  meaning: MeaningReader,
  wordKinds: WordKinds,
): PhraseReader {
  const known = new KnownWords(phrases, meaning, wordKinds)
  const askingWords = wordKinds.asking

  return ({ text, words }, found) => {
    found.count = 0
    const clause = new Clause(found)
    const end = words.length
    for (let at = 0; at < end; at++) {
      const word = words[at]!
      const stop = at === 0 ? NO_STOP : stopBetween(text, words[at - 1]!.end, word.start)
      if (stop !== NO_STOP) clause.end(stop, at - 1)
      const slot = speaks(word) ? known.slotOf(word) : -1
      const own = slot < 0 ? classOfOther(word) : known.classes[slot]!
      const kind = slot < 0 ? own : known.kinds[slot]!
      clause.add(own, kind, at)
      clause.addEnding(kind, slot < 0 ? EDGE : known.endings[slot]!, at)
      clause.addAsked(askingWords.get(word.form), own, kind, at)
      clause.goOn(own, kind)
    }
    if (end > 0) clause.end(stopBetween(text, words[end - 1]!.end, text.length) === QUESTION ? QUESTION : STOP, end - 1)
  }
}

/** The classes of words that were met, each at its slot. */
class KnownWords {
  readonly classes = new Int16Array(REMEMBERED)
  readonly endings = new Int16Array(REMEMBERED)
  /** The class again where a word has no kind. */
  readonly kinds = new Int16Array(REMEMBERED)
  readonly #forms: string[] = Array.from({ length: REMEMBERED }, () => '')
  readonly #phrases: Pick<Phrases, 'common' | 'groups'>
  readonly #meaning: MeaningReader
  readonly #kindOf: ReturnType<typeof createKindReader>

  constructor(phrases: Pick<Phrases, 'common' | 'groups'>, meaning: MeaningReader, wordKinds: WordKinds) {
    this.#phrases = phrases
    this.#meaning = meaning
    this.#kindOf = createKindReader(wordKinds)
  }

  /** Where the word is remembered. */
  slotOf(word: Token): number {
    const { form } = word
    const hash = hashStem(form)
    const slot = (hash ^ (hash >>> 17)) & (REMEMBERED - 1)
    if (this.#forms[slot] !== form) this.#remember(word, hash, slot)
    return slot
  }

  #remember(word: Token, hash: number, slot: number): void {
    const { common, groups } = this.#phrases
    const place = common.get(hash)
    const plain = plainForm(word)
    const row = place === undefined ? this.#meaning.row(plain) : -1
    const kind = this.#kindOf(plain, this.#meaning.stem(plain))
    const ending = endingOf(plain)
    const own = place !== undefined ? FIRST_COMMON + place : row < 0 ? ending : FIRST_GROUP + groups[row]!
    this.#forms[slot] = word.form
    this.classes[slot] = own
    this.endings[slot] = ending
    this.kinds[slot] = kind === NO_KIND ? own : FIRST_KIND + kind
  }
}

/** The class of the last two letters, of one where there is no more. */
const endingOf = (plain: string): number =>
  FIRST_ENDING + ((plain.charCodeAt(plain.length - 2) & 63) << 6) + (plain.charCodeAt(plain.length - 1) & 63)

const classOfOther = ({ kind, form }: Token): number =>
  kind === 'number' ? 1 + Math.min(form.length, 6) : kind === 'emoji' ? EMOJI : OTHER

/** The words just before the one that is read, and the last two of asking; puts down the phrases that end with it. */
class Clause {
  readonly #found: FoundPhrases
  #before = EDGE
  #beforeThat = EDGE
  #kindBefore = EDGE
  #kindBeforeThat = EDGE
  #endingBefore = EDGE
  #asking = EDGE
  #askingBefore = EDGE

  constructor(found: FoundPhrases) {
    this.#found = found
  }

  end(stop: number, at: number): void {
    this.#push(Math.imul(this.#before, 7919) + 77 * stop + 5, 0.5, at, 1)
    if (stop !== COMMA) this.#asking = this.#askingBefore = EDGE
    this.#before = this.#beforeThat = this.#kindBefore = this.#kindBeforeThat = this.#endingBefore = EDGE
  }

  add(own: number, kind: number, at: number): void {
    const before = this.#before
    const beforeThat = this.#beforeThat
    const kindBefore = this.#kindBefore
    const kindBeforeThat = this.#kindBeforeThat
    const withBefore = before === EDGE ? 1 : 3
    const withBoth = beforeThat === EDGE ? 0 : 4
    this.#push(own * 3 + 1, 1, at, 1)
    this.#push(Math.imul(before, 104729) + own * 13 + 7, 1, at, withBefore)
    this.#push(
      Math.imul(beforeThat, 15485863) + Math.imul(before, 104729) + own * 13 + 9,
      0.7,
      at,
      withBefore | withBoth,
    )
    this.#push(Math.imul(beforeThat, 32452843) + own * 13 + 11, 0.5, at, 1 | withBoth)
    // The same by kinds, where they say anything else.
    const isOther = kind !== own
    const wasOther = kindBefore !== before
    const hadOther = kindBeforeThat !== beforeThat
    if (isOther) this.#push(kind * 3 + 2, 1, at, 1)
    if (isOther || wasOther) this.#push(Math.imul(kindBefore, 104729) + kind * 13 + 17, 1, at, withBefore)
    if (isOther || wasOther || hadOther) {
      this.#push(
        Math.imul(kindBeforeThat, 15485863) + Math.imul(kindBefore, 104729) + kind * 13 + 19,
        0.7,
        at,
        withBefore | withBoth,
      )
    }
    if (isOther || hadOther) this.#push(Math.imul(kindBeforeThat, 32452843) + kind * 13 + 21, 0.5, at, 1 | withBoth)
  }

  /** What the word's ending tells: of its kind, of that beside the kind before it, and beside the ending before it. */
  addEnding(kind: number, ending: number, at: number): void {
    const endingBefore = this.#endingBefore
    this.#endingBefore = ending
    if (ending === EDGE) return
    const withKind = Math.imul(kind, 131071) + ending * 13
    const withBefore = this.#kindBefore === EDGE ? 1 : 3
    this.#push(withKind + 31, 0.7, at, 1)
    this.#push(Math.imul(this.#kindBefore, 104729) + withKind + 33, 0.7, at, withBefore)
    this.#push(Math.imul(endingBefore, 104729) + ending * 13 + 35, 0.7, at, endingBefore === EDGE ? 1 : 3)
  }

  /** The word with the last two words of asking; or it is one itself. */
  addAsked(asked: number | undefined, own: number, kind: number, at: number): void {
    const asking = this.#asking
    const askingBefore = this.#askingBefore
    if (asked !== undefined) {
      if (asking !== EDGE) this.#push(Math.imul(asking, 7368787) + (FIRST_ASKING + asked) * 13 + 23, 0.7, at, 1)
      this.#askingBefore = asking
      this.#asking = FIRST_ASKING + asked
    } else if (kind !== own) {
      if (asking !== EDGE) this.#push(Math.imul(asking, 7368787) + kind * 13 + 25, 1, at, 1)
      if (askingBefore !== EDGE) this.#push(Math.imul(askingBefore, 7368787) + kind * 13 + 25, 0.7, at, 1)
    }
  }

  goOn(own: number, kind: number): void {
    this.#beforeThat = this.#before
    this.#before = own
    this.#kindBeforeThat = this.#kindBefore
    this.#kindBefore = kind
  }

  #push(hash: number, share: number, at: number, parts: number): void {
    const found = this.#found
    const place = found.count++
    found.rows[place] = mix(hash)
    found.shares[place] = share
    found.at[place] = at
    found.parts[place] = parts
  }
}

function mix(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) & (PHRASE_ROWS - 1)
}

/** What ends a clause between two words, the most significant sign when there are many. */
function stopBetween(text: string, start: number, end: number): number {
  let found = NO_STOP
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x3f) return QUESTION
    if (code === 0x2e || code === 0x21 || code === 0x0a || code === 0x2026) found = STOP
    else if (code === 0x2c && found === NO_STOP) found = COMMA
  }
  return found
}

export const isPartOf = (found: FoundPhrases, place: number, word: number): boolean => {
  const back = found.at[place]! - word
  return back >= 0 && back < 3 && (found.parts[place]! & (1 << back)) !== 0
}

/** Log-odds of a request; without the phrases that hold the word `without`, when there is one. */
export function phraseLogit(
  { weights, scale, bias }: Phrases,
  found: FoundPhrases,
  divisor: number,
  without?: number,
): number {
  let sum = 0
  for (let i = 0; i < found.count; i++) {
    if (without !== undefined && isPartOf(found, i, without)) continue
    sum += found.shares[i]! * weights[found.rows[i]!]!
  }
  return bias + (sum * scale) / divisor
}

/** Number of common words, groups and weights (4 bytes each), then scale, bias and share. */
const HEAD_BYTES = 24

export const phraseBytes = ({ common, groups, weights }: Phrases): number =>
  HEAD_BYTES + common.size * 4 + groups.length + weights.length

/** Little-endian: the head, the hashes of the common words in their order, the groups, the weights. */
export function writePhrases(
  { common, groups, weights, scale, bias, share }: Phrases,
  view: DataView,
  start: number,
): void {
  ;[common.size, groups.length, weights.length].forEach((count, i) => view.setUint32(start + i * 4, count, true))
  ;[scale, bias, share].forEach((value, i) => view.setFloat32(start + 12 + i * 4, value, true))
  let at = start + HEAD_BYTES
  for (const hash of common.keys()) {
    view.setUint32(at, hash, true)
    at += 4
  }
  for (const group of groups) view.setUint8(at++, group)
  for (const weight of weights) view.setInt8(at++, weight)
}

/** What `writePhrases` wrote; null when it is not that. */
export function readPhrases(view: DataView, start: number): Phrases | null {
  if (view.byteLength < start + HEAD_BYTES) return null
  const [commonCount, groupCount, weightCount] = [0, 4, 8].map((at) => view.getUint32(start + at, true)) as [
    number,
    number,
    number,
  ]
  const end = start + HEAD_BYTES + commonCount * 4 + groupCount + weightCount
  if (view.byteLength < end || (weightCount !== 0 && weightCount !== PHRASE_ROWS)) return null
  const common = new Map(
    Array.from({ length: commonCount }, (_, i) => [view.getUint32(start + HEAD_BYTES + i * 4, true), i]),
  )
  const groupsAt = start + HEAD_BYTES + commonCount * 4
  return {
    common,
    groups: Uint8Array.from({ length: groupCount }, (_, i) => view.getUint8(groupsAt + i)),
    weights: Int8Array.from({ length: weightCount }, (_, i) => view.getInt8(groupsAt + groupCount + i)),
    scale: view.getFloat32(start + 12, true),
    bias: view.getFloat32(start + 16, true),
    share: view.getFloat32(start + 20, true),
  }
}
