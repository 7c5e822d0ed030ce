/**
 * A message as its words in their order, each with how much it tells: what `fingerprint` cannot say of a short text, where one
 * word changed changes nearly all runs of letters. A word is 3 bytes: 4 bits of weight above 18 bits of its stem's hash, so
 * the greater number is the rarer word, and 2 bits of kind: a number, the name of a site, a word that has an opposite. Credits
 * (`credits.ts`) are left out. Of texts of more than 24 different words the 24 rarest are kept: of two such texts the same ones
 * are left, as in a bottom-k sketch. Compared by `compare-words.ts`.
 */
import { CREDIT_WORDS, creditsOf, type CreditSpan } from './credits.ts'
import { FEWEST_LETTERS } from './fingerprint.ts'
import { type Frames, isPhone, leaveOutFrames } from './frames.ts'
import { hashNumber, hashSkeletonStem, LATIN_WORD, Letters, skeletonStemOf } from './letters.ts'
import { type Numerals, readNumeralsIn } from './numerals.ts'
import { OPPOSITE_GROUPS, type Opposite } from './opposites.ts'
import type { PhraseMeanings } from './phrase-meanings.ts'
import type { SameWord } from './same-words.ts'
import { type KnownWords, MistypedWords } from './mistyped-words.ts'
import { StemTable } from './stem-table.ts'
import { UNKNOWN_WEIGHT } from './word-weights.ts'

/** The version, then how many words, then 3 bytes each, low byte first: a `bytea` of 2 to 74 bytes. */
export type WordPrint = Uint8Array

/** Of another version the words have other weights or hashes: they are like no others. */
export const WORDS_VERSION = 6
export const MOST_WORDS = 24
export const WORD_BYTES = 3
export const WORDS_FROM = 2
export const WORD_PRINT_BYTES = WORDS_FROM + MOST_WORDS * WORD_BYTES
/** Added to the number of words when there were more. */
export const CUT = 0x80
export const WEIGHT_SHIFT = 20
/** Set in the code of a number. */
export const NUMBER = 1
/** Set in the code of a word that names the site under a title: it tells two texts apart, and says nothing for their being one. */
export const SITE = 2
/** Both set: a word that has an opposite (`opposites.ts`); its group stands in the three bits above. */
export const OPPOSITE = NUMBER | SITE
export const KIND_MASK = NUMBER | SITE
const KIND_BITS = 2
const GROUP_MASK = (OPPOSITE_GROUPS - 1) << KIND_BITS
const HASH_MASK = (1 << WEIGHT_SHIFT) - 1 - KIND_MASK
export const oppositeGroupOf = (code: number): number => (code & GROUP_MASK) >>> KIND_BITS

/** Unknown, but of so few letters that it is an abbreviation, an ending or a typing error. */
const SHORT_WEIGHT = 3
const SHORT_LETTERS = 2
const ONE_LETTER_WEIGHT = 1
/** Latin words come in names of several, «Constant Throughput Timer», which tell no more than one. */
const MOST_LATIN_WEIGHT = 9
/** «дом 15», «3-комнатная», «500 ₽». */
const SMALL_NUMBER_WEIGHT = 9
const SMALL_NUMBER_DIGITS = 3
/** The most that what people add, leave out and put otherwise may weigh (`same-words.ts`): less than what tells two texts apart. */
const EVERYDAY_WEIGHT = 5
const AGAIN_WEIGHT = 1
/** «Гарантия 1 год», «гарантия год», «один человек»: a number beside another, and says no more than a pronoun. */
const ONE_WEIGHT = 3
/** Prices, dates. */
const NUMBER_WEIGHT = 12
/** No other number weighs so much, so it says what is a phone. */
export const PHONE_WEIGHT = 11
/** What weighs no more may stand in a signature. */
const LIGHT_WEIGHT = 2

export interface WordPrintLists {
  /** As `readWordWeights` gives them. */
  weights: ReadonlyMap<string, number>
  /** As `readOpposites` gives them. */
  opposites: PhraseMeanings<Opposite>
  /** As `readNumerals` gives them. */
  numerals: Numerals
  /** As `readSameWords` gives them. */
  sameWords: PhraseMeanings<SameWord>
  /** As `readFrames` gives them. */
  frames: Frames
  /** Of the dictionary. */
  words: KnownWords
}

const letters = new Letters()
const ONE = hashNumber(1)

/** «не»: with it and without it are two texts. Its own code, since the word in a question («не подскажете …?») says nothing. */
export const NEGATION = 1 << WEIGHT_SHIFT
const NOT = hashSkeletonStem(skeletonStemOf('не'))
const asked = `подскажете подскажешь подскажет посоветуете посоветуешь посоветует знаете знаешь знает порекомендуете порекомендует
  поделитесь поделится поможете поможет`
const ASKED = new Set(asked.split(/\s+/).map((word) => hashSkeletonStem(skeletonStemOf(word))))
/** Of a title the part after «|» names the site, when it is short. */
const MOST_SITE = 40

/**
 * Null for the texts that have no fingerprint; without words where too little is left beside credits. Never throws. Linear in
 * the text, of which no more than 4,000 letters are read.
 */
export type WordPrinter = (text: string) => WordPrint | null

export function createWordPrinter(lists: WordPrintLists): WordPrinter {
  const { opposites, numerals, sameWords, frames } = lists
  const weights = new StemTable(new Map([...lists.weights].map(([stem, weight]) => [hashSkeletonStem(stem), weight])))
  const phrases = wordsOfPhrases(lists)
  const mistyped = new MistypedWords(
    lists.words,
    lists.weights.keys(),
    (hash) => weights.get(hash) >= 0 || phrases.has(hash),
  )
  const listedWeight = (hash: number): number => {
    const weight = weights.get(hash)
    return weight < 0 ? UNKNOWN_WEIGHT : weight
  }
  const isLight = (hash: number): boolean => listedWeight(hash) <= LIGHT_WEIGHT
  const weightOf = (hash: number, size: number): number => {
    if (hash === ONE) return ONE_WEIGHT
    if (isPhone(size)) return PHONE_WEIGHT
    if (size < 0) return -size <= SMALL_NUMBER_DIGITS ? SMALL_NUMBER_WEIGHT : NUMBER_WEIGHT
    const length = size & ~LATIN_WORD
    if (length === 1) return ONE_LETTER_WEIGHT
    const listed = weights.get(hash)
    const weight = listed >= 0 ? listed : length <= SHORT_LETTERS ? SHORT_WEIGHT : UNKNOWN_WEIGHT
    return size & LATIN_WORD ? Math.min(weight, MOST_LATIN_WEIGHT) : weight
  }

  return (text) => {
    letters.read(text)
    if (letters.count < FEWEST_LETTERS) return null
    mistyped.readIn(letters, text)
    readNumeralsIn(letters, text, numerals)
    const codes = new Set<number>()
    const credits = creditsOf(text, creditWords())
    if (credits.length > 0 && lettersBeside(text, credits) < FEWEST_LETTERS) return write([])
    leaveOutFrames(letters, text, frames, isLight)
    const siteWords = wordsFrom(siteOf(text))
    for (let i = 0, credit = 0; i < letters.wordCount; i++) {
      const [hash, size, start] = [letters.words[i]!, letters.sizes[i]!, letters.starts[i]!]
      while (credit < credits.length && credits[credit]![1] <= start) credit++
      if (credit < credits.length && start >= credits[credit]![0]) continue
      const opposite = opposites.find(letters.words, i, letters.wordCount)
      const same = sameWords.find(letters.words, i, letters.wordCount)
      const site = siteWords.has(hash) ? SITE : 0
      // Of a phrase it is a part: «не дорого» is «недорого».
      const isDenial = hash === NOT && !ASKED.has(letters.words[i + 1]!) && opposite === null && same === null
      if (isDenial) codes.add(NEGATION)
      if (opposite && opposite.length >= (same?.length ?? 0)) {
        const { hash: meant, group } = opposite.meaning
        codes.add(codeOf(meant, listedWeight(meant), OPPOSITE | (group << KIND_BITS), GROUP_MASK))
        i += opposite.length - 1
      } else if (same) {
        const { hash: meant, everyday } = same.meaning
        codes.add(codeOf(meant, everyday ? Math.min(listedWeight(meant), EVERYDAY_WEIGHT) : listedWeight(meant), site))
        i += same.length - 1
      } else if (size < 0) codes.add(numberCode(codes, hash, weightOf(hash, size)))
      else codes.add(codeOf(hash, weightOf(hash, size), site))
    }
    if (codes.size <= MOST_WORDS) return write([...codes])
    const least = Int32Array.from(codes).sort()[codes.size - MOST_WORDS]!
    return write(
      [...codes].filter((code) => code >= least),
      true,
    )
  }
}

function wordsOfPhrases({ opposites, sameWords, frames }: WordPrintLists): ReadonlySet<number> {
  const known = new Set<number>()
  for (const list of [opposites, sameWords, frames])
    for (const [words] of list.entries()) for (const hash of words) known.add(hash)
  return known
}

/** «2-й этаж, часть 2» is not «2-й этаж, часть 1»: a number that comes again is another word, which tells little by itself. */
function numberCode(codes: ReadonlySet<number>, hash: number, weight: number): number {
  let code = codeOf(hash, weight, NUMBER)
  for (let more = 1; codes.has(code); more++) code = codeOf(hash + more, AGAIN_WEIGHT, NUMBER)
  return code
}

const CREDITED = new Set(CREDIT_WORDS.map((word) => hashSkeletonStem(skeletonStemOf(word))))

function creditWords(): readonly number[] {
  const starts: number[] = []
  for (let i = 0; i < letters.wordCount; i++) if (CREDITED.has(letters.words[i]!)) starts.push(letters.starts[i]!)
  return starts
}

function write(codes: readonly number[], cut = false): WordPrint {
  const bytes = new Uint8Array(WORDS_FROM + codes.length * WORD_BYTES)
  bytes[0] = WORDS_VERSION
  bytes[1] = codes.length | (cut ? CUT : 0)
  codes.forEach((code, place) => {
    const at = WORDS_FROM + place * WORD_BYTES
    bytes[at] = code
    bytes[at + 1] = code >>> 8
    bytes[at + 2] = code >>> 16
  })
  return bytes
}

/** Where the part after the last «|» of a text of one line begins, when it is short; else the end. */
function siteOf(text: string): number {
  const at = text.lastIndexOf(' | ')
  return at < 0 || text.length - at > MOST_SITE || text.indexOf('\n') >= 0 ? text.length : at
}

const NO_WORDS: ReadonlySet<number> = new Set()

/** Also where they stand before it: «О сайте „Архив“ | Архив» says little. */
function wordsFrom(start: number): ReadonlySet<number> {
  if (letters.wordCount === 0 || letters.starts[letters.wordCount - 1]! < start) return NO_WORDS
  const words = new Set<number>()
  for (let i = letters.wordCount - 1; i >= 0 && letters.starts[i]! >= start; i--) words.add(letters.words[i]!)
  return words
}

const LETTER = /\p{L}/gu

function lettersBeside(text: string, credits: readonly CreditSpan[]): number {
  let [count, at] = [0, 0]
  for (const [start, end] of [...credits, [text.length, text.length] as const]) {
    if (start > at) count += text.slice(at, start).match(LETTER)?.length ?? 0
    at = Math.max(at, end)
  }
  return count
}

const codeOf = (hash: number, weight: number, kind: number, mask = 0): number =>
  (weight << WEIGHT_SHIFT) | (stirred(hash) & HASH_MASK & ~mask) | kind

/** Every bit of the number depends on every other. */
const stirred = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return mixed ^ (mixed >>> 13)
}

/** What of the hash of a stem stands in the code of every word, of whatever weight and kind. */
export const stemPart = (hash: number): number => stirred(hash) & HASH_MASK & ~GROUP_MASK
export const stemPartOf = (code: number): number => code & HASH_MASK & ~GROUP_MASK

export const codeAt = (bytes: Uint8Array, at: number): number =>
  bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16)
