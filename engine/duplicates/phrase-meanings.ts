/** Words and phrases of a list, known by the hashes of their stems as `Letters` hands them out. */
import { readItems, type DataLine, type Report } from '../data/read-data.ts'
import { fold } from '../language/fold.ts'
import { hashNumber, hashSkeletonStem, skeletonStemOf } from './letters.ts'

export interface FoundPhrase<Meaning> {
  readonly meaning: Meaning
  /** How many words it has. */
  readonly length: number
}

interface ListedPhrase<Meaning> extends FoundPhrase<Meaning> {
  readonly words: readonly number[]
}

/** A power of two, many times more than first words. */
const BEGINNINGS = 1 << 16
const beginningOf = (hash: number): number => (hash ^ (hash >>> 16)) & (BEGINNINGS - 1)

export class PhraseMeanings<Meaning> {
  readonly #byFirst = new Map<number, ListedPhrase<Meaning>[]>()
  /** Most words begin no phrase, and this says so sooner than the map. */
  readonly #begins = new Uint8Array(BEGINNINGS)

  /** Nothing when it stands there already. */
  add(words: readonly number[], meaning: Meaning): void {
    if (this.#listed(words)) return
    const alike = this.#byFirst.get(words[0]!) ?? []
    alike.push({ words, meaning, length: words.length })
    alike.sort((one, other) => other.length - one.length)
    this.#byFirst.set(words[0]!, alike)
    this.#begins[beginningOf(words[0]!)] = 1
  }

  /** Of exactly these words. */
  get(words: readonly number[]): Meaning | undefined {
    return this.#listed(words)?.meaning
  }

  /** The longest that begins at `at` and ends before `end`. */
  find(words: Int32Array, at: number, end: number): FoundPhrase<Meaning> | null {
    if (this.#begins[beginningOf(words[at]!)] === 0) return null
    const alike = this.#byFirst.get(words[at]!)
    if (alike === undefined) return null
    for (const phrase of alike) if (at + phrase.length <= end && standsAt(phrase.words, words, at)) return phrase
    return null
  }

  *entries(): IterableIterator<[readonly number[], Meaning]> {
    for (const alike of this.#byFirst.values()) for (const { words, meaning } of alike) yield [words, meaning]
  }

  #listed(words: readonly number[]): ListedPhrase<Meaning> | undefined {
    return this.#byFirst
      .get(words[0]!)
      ?.find((phrase) => phrase.length === words.length && phrase.words.every((word, i) => word === words[i]))
  }
}

function standsAt(phrase: readonly number[], words: Int32Array, at: number): boolean {
  for (let i = 1; i < phrase.length; i++) if (words[at + i] !== phrase[i]) return false
  return true
}

/** The stems of a phrase as it is written in a list, a number as its digits. */
const stemsOf = (phrase: string): string[] =>
  phrase.split(' ').map((word) => (/^\d+$/.test(word) ? word : skeletonStemOf(word)))

const hashOf = (stem: string): number => (/^\d+$/.test(stem) ? hashNumber(Number(stem)) : hashSkeletonStem(stem))

export interface PhraseLine {
  /** Of the stem that all are read as, the first of a single word; null where all are phrases. */
  hash: number | null
  phrases: readonly (readonly number[])[]
}

/**
 * What is parted by commas in a line, once each.
 * @param seen the stems of lines before -> where they stand
 */
export function readPhraseLine({ at, text }: DataLine, seen: Map<string, string>, report: Report): PhraseLine {
  const written = readItems(at, text, report)
  for (const phrase of written) checkPhrase(at, phrase, report)
  const phrases = new Map(written.map((phrase) => [stemsOf(phrase).join(' '), stemsOf(phrase)]))
  for (const stems of phrases.keys()) {
    const before = seen.get(stems)
    if (before !== undefined) report(at, `a word with the stem "${stems}" stands at ${before} already`)
    else seen.set(stems, at)
  }
  const first = [...phrases.values()].find(({ length }) => length === 1)
  return { hash: first ? hashOf(first[0]!) : null, phrases: [...phrases.values()].map((stems) => stems.map(hashOf)) }
}

/** Of the stem that all of a line are read as. */
export function hashOfLine({ hash }: PhraseLine, { at, text }: DataLine, report: Report): number {
  if (hash === null) report(at, `no single word: ${text}`)
  return hash ?? 0
}

/** Reports what is not written as texts are read. */
function checkPhrase(at: string, phrase: string, report: Report): void {
  if (phrase !== fold(phrase)) report(at, `write "${fold(phrase)}", not "${phrase}"`)
  else if (!/^[\p{L}\d]+(?: [\p{L}\d]+)*$/u.test(phrase)) report(at, `not words parted by single spaces: ${phrase}`)
}
