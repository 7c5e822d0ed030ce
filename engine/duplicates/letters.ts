/**
 * What of a text its author could not change without writing another text: its letters in a row. Spaces, punctuation,
 * pictures, numbers, addresses, @names and #tags fall out, look-alike letters become one, a stretched letter («нууужен»)
 * counts once. What a channel puts under each of its posts falls out too: the last lines, when they carry a link. Beside the
 * letters in a row it hands out the words and numbers that they stood in.
 */
import { DIGIT, FOLDED, KIND as KINDS, LETTER, LINE_END, SKIP, SPACE, SURROGATE, WORD } from '../language/characters.ts'
import { romanNumber } from './roman.ts'

/** Signs that are read as letters or digits since fingerprints were first stored: to those they stay no part of a word. */
const KIND = KINDS.slice()
for (const sign of '²³₽') KIND[sign.charCodeAt(0)] = 0

/** Of longer texts only the beginning counts, so that the longest message costs no more than a long one. */
const MOST_LETTERS = 4000
/** This many last lines may be a channel's signature, of this many letters together. */
const TAIL_LINES = 3
const TAIL_LETTERS = 120
/** Numbers with more digits are prices, phones and dates; «2-комнатная» and «дом 15» tell short texts apart. */
const SMALL_NUMBER_DIGITS = 2

const HASH = 0x23
const AT = 0x40
const DOT = 0x2e
const COLON = 0x3a
const SLASH = 0x2f
const LOW_LINE = 0x5f
const HYPHEN = 0x2d
const NUMBERS_START = 0x2c1b3c6d
/** Of a longer word only so many letters count; its ending is cut off before it is hashed. */
const MOST_WORD_LETTERS = 32
const MOST_WORDS = MOST_LETTERS
/** A phone is as good with +7 or 8 before it. */
const PHONE_DIGITS = 11
export const LATIN_WORD = 64
const WORD_BASE = 0x01000193
/** What a number begins with, by which it is no word: «#» and how many digits it has. */
const NUMBER_SIGN = 0x23

/** Folded character -> its skeleton. Letters that look alike in either case share one, whatever the alphabet. */
const SKELETON = FOLDED.slice()
const alike = (from: string, to: string): void => {
  for (let i = 0; i < from.length; i++) SKELETON[from.charCodeAt(i)] = to.charCodeAt(i)
}
const buildSkeleton = (): void => {
  alike('aceopxykmtbhi', 'асеорхукмтвни')
  alike('αεορχυκμτβηι', 'аеорхукмтвни')
  alike('ії', 'ии')
  alike('й', 'и')
  for (let code = 0; code < 65536; code++) if (KIND[code]! & LETTER) SKELETON[code] = SKELETON[FOLDED[code]!]!
}
buildSkeleton()

/** What Russian endings consist of, in the skeleton: vowels and the soft sign wherever they stand, consonants only behind certain vowels. */
const [VOWEL_OF_ENDING, BEFORE_M, BEFORE_KH, BEFORE_V, BEFORE_SYA] = [1, 2, 4, 8, 16]
const ENDING = new Uint8Array(65536)
const mark = (letters: string, role: number): void => {
  for (const letter of letters) ENDING[letter.charCodeAt(0)]! |= role
}
mark('аеиоуыэюяь', VOWEL_OF_ENDING)
mark('аеиоыя', BEFORE_M)
mark('аиыя', BEFORE_KH)
mark('ео', BEFORE_V)
mark('тьлшмхи', BEFORE_SYA)
const [G, O, E, M, KH, V, S, YA, SOFT, L, U, YU, T, K, TS] = [...'гоемхвсяьлуюткц'].map((letter) =>
  letter.charCodeAt(0),
)
const SHORTEST_STEM = 3
const LONGEST_ENDING = 3
const SHORTEST_FLEETING = 5

/**
 * How many of a word's letters are left without its ending: roughly, but a form of a word seldom gets another stem. A consonant goes only
 * with the vowel that it makes an ending with, or «Перми» would be «первый», and «такса» «так».
 */
const stemLength = (word: Uint16Array, length: number): number => {
  const least = Math.max(SHORTEST_STEM, length - LONGEST_ENDING)
  let end = length
  while (end > least) {
    const steps = endingAt(word, end, least, length)
    if (steps === 0 || end - steps < least) break
    end -= steps
  }
  return end
}

/**
 * Cuts the ending off, and the vowel out that comes and goes before «к» and «ц» at the end of a stem («щенок», «щенки»); how many letters are
 * left.
 */
const cutStem = (word: Uint16Array, length: number): number => {
  const end = stemLength(word, length)
  const [last, vowel] = [word[end - 1]!, word[end - 2]!]
  if (end < SHORTEST_FLEETING || (last !== K && last !== TS) || (vowel !== O && vowel !== E)) return end
  if (ENDING[word[end - 3]!]! & VOWEL_OF_ENDING || word[end - 3] === last) return end
  word[end - 2] = last
  return end - 1
}

/** How many letters of an ending stand before `end`, 0 where none do. */
const endingAt = (word: Uint16Array, end: number, least: number, length: number): number => {
  const [last, before] = [word[end - 1]!, word[end - 2]!]
  if (end === length && end - 3 >= least && last === O && before === G && (word[end - 3] === O || word[end - 3] === E))
    return 3
  if (end === length && end - 2 >= least && before === S && isReflexive(word, end)) return 2
  const role = ENDING[before]!
  if (last === M) return role & BEFORE_M ? 2 : 0
  if (last === KH) return role & BEFORE_KH ? 2 : 0
  if (last === V) return role & BEFORE_V ? 2 : 0
  return ENDING[last]! & VOWEL_OF_ENDING ? 1 : 0
}

/** «-ся» of a verb and not of «гуся», «-сь» and not of «запись». */
const isReflexive = (word: Uint16Array, end: number): boolean => {
  const [last, before] = [word[end - 1], word[end - 3]!]
  if (last === YA) return (ENDING[before]! & BEFORE_SYA) !== 0
  if (last !== SOFT) return false
  return before === YU || before === U || word[end - 4] === L || (before === E && word[end - 4] === T)
}

/** Writes a word's letters without their disguise, none twice in a row, and says how many they are. */
const writeSkeleton = (word: string, codes: Uint16Array): number => {
  let length = 0
  for (let i = 0; i < word.length && length < MOST_WORD_LETTERS; i++) {
    const letter = SKELETON[word.charCodeAt(i)]!
    if (length === 0 || codes[length - 1] !== letter) codes[length++] = letter
  }
  return length
}

/** A word without its disguise: its skeleton's letters, none twice in a row. */
export const skeletonOf = (word: string): string => {
  const codes = new Uint16Array(MOST_WORD_LETTERS)
  return String.fromCharCode(...codes.subarray(0, writeSkeleton(word, codes)))
}

/** Whether a stem may be written so: letters that are their own skeleton. */
export const isSkeleton = (stem: string): boolean => {
  for (let i = 0; i < stem.length; i++) {
    const code = stem.charCodeAt(i)
    if (!(KIND[code]! & LETTER) || SKELETON[code] !== code || code === stem.charCodeAt(i - 1)) return false
  }
  return stem.length <= MOST_WORD_LETTERS
}

/** What is left of its skeleton without the word's ending. */
export const skeletonStemOf = (word: string): string => {
  const codes = new Uint16Array(MOST_WORD_LETTERS)
  return String.fromCharCode(...codes.subarray(0, cutStem(codes, writeSkeleton(word, codes))))
}

/** As `Letters` hashes a word of this stem. */
export const hashSkeletonStem = (stem: string): number => {
  let hash = stem.length
  for (let i = 0; i < stem.length; i++) hash = Math.imul(hash ^ stem.charCodeAt(i), WORD_BASE)
  return hash
}

/** The skeletons of I, V and X. */
const ROMAN = new Uint8Array(65536)
for (const letter of 'иvх') ROMAN[letter.charCodeAt(0)] = 1

/** As a number of these digits is read. */
const digitsOf = (number: number): number =>
  [...String(number)].reduce((value, digit) => Math.imul(value, 31) + digit.charCodeAt(0), 0)

/** As `Letters` hashes a whole number. */
export const hashNumber = (number: number): number => hashOfNumber(digitsOf(number))

const hashOfNumber = (value: number): number => Math.imul(value ^ NUMBER_SIGN, WORD_BASE)

const isLatin = (code: number): boolean => (code | 32) >= 0x61 && (code | 32) <= 0x7a

/** Closes what an address may stand in: `[…](https://…)`. */
const closesAddress = (code: number): boolean =>
  (KIND[code]! & SPACE) !== 0 ||
  code === 0x29 ||
  code === 0x5d ||
  code === 0x3e ||
  code === 0x7c ||
  code === 0x22 ||
  code === 0xbb

/** `https://…`, `t.me/…`, `name@mail.ru`: whether one begins with the Latin letter at `start`. Looks 40 characters far. */
const isAddress = (text: string, start: number): boolean => {
  let at = start
  const most = Math.min(text.length, start + 40)
  while (at < most) {
    const code = text.charCodeAt(at)
    if (!isLatin(code) && !(KIND[code]! & DIGIT) && code !== HYPHEN && code !== LOW_LINE) break
    at++
  }
  const code = text.charCodeAt(at)
  if (code === COLON) return text.charCodeAt(at + 1) === SLASH && text.charCodeAt(at + 2) === SLASH
  return (code === DOT || code === AT) && isLatin(text.charCodeAt(at + 1))
}

/** Reads one text at a time; what it says holds until the next `read`. */
export class Letters {
  readonly codes = new Uint16Array(MOST_LETTERS)
  count = 0
  /** A hash of the small numbers, in their order. */
  numbers = NUMBERS_START
  /** Hashes of the words' stems and of the numbers, in their order. */
  readonly words = new Int32Array(MOST_WORDS)
  /** How many letters a stem has, and `LATIN_WORD` when some are only Latin; of a number, how many digits, less than 0. */
  readonly sizes = new Int8Array(MOST_WORDS)
  /** How many letters of its skeleton a word has with its ending; of a number 0. */
  readonly lengths = new Uint8Array(MOST_WORDS)
  /** Where in the text each of them begins. */
  readonly starts = new Int32Array(MOST_WORDS)
  wordCount = 0
  readonly #word = new Uint16Array(MOST_WORD_LETTERS)
  #wordLength = 0
  #wordStart = 0
  #text = ''
  readonly #lineStarts: number[] = []
  readonly #lineWords: number[] = []
  readonly #lineLinks: boolean[] = []

  read(text: string): void {
    this.count = 0
    this.numbers = NUMBERS_START
    this.wordCount = this.#wordLength = 0
    this.#lineStarts.length = this.#lineWords.length = this.#lineLinks.length = 0
    this.#text = text
    const { length } = text
    let [at, lineStart, lineWord, linked] = [0, 0, 0, false]
    while (at < length && this.count < MOST_LETTERS) {
      const code = text.charCodeAt(at)
      const kind = KIND[code]!
      if (kind & LETTER) {
        const begins = isLatin(code) && (at === 0 || !(KIND[text.charCodeAt(at - 1)]! & WORD))
        if (begins && isAddress(text, at)) {
          this.#endWord(at)
          linked = true
          at = this.#skipAddress(text, at)
        } else {
          this.#push(SKELETON[code]!, at)
          at++
        }
      } else if (kind & LINE_END) {
        this.#endWord(at)
        this.#endLine(lineStart, lineWord, linked)
        ;[lineStart, lineWord, linked] = [this.count, this.wordCount, false]
        at++
      } else if ((code === HASH || code === AT) && this.#isName(text, at + 1)) {
        this.#endWord(at)
        linked = true
        at = this.#skipName(text, at + 1)
      } else if (kind & DIGIT) at = this.#readNumber(text, at)
      else if (kind & SURROGATE) at = this.#readPair(text, at)
      else {
        if (!(kind & SKIP)) this.#endWord(at)
        at++
      }
    }
    this.#endWord(at)
    this.#endLine(lineStart, lineWord, linked)
    if (at >= length) this.#dropTail()
  }

  #push(letter: number, at: number): void {
    const { count } = this
    const length = this.#wordLength
    if (length === 0) this.#wordStart = at
    if (length < MOST_WORD_LETTERS && (length === 0 || this.#word[length - 1] !== letter)) {
      this.#word[length] = letter
      this.#wordLength = length + 1
    }
    if (count > 0 && this.codes[count - 1] === letter) return
    this.codes[count] = letter
    this.count = count + 1
  }

  #endWord(end: number): void {
    if (this.#wordLength === 0) return
    const number = ROMAN[this.#word[0]!] === 1 ? romanNumber(this.#text, this.#wordStart, end) : 0
    if (number > 0) {
      this.#keep(hashNumber(number), number < 10 ? -1 : -2, this.#wordStart)
      this.#wordLength = 0
      return
    }
    const whole = this.#wordLength
    const length = cutStem(this.#word, whole)
    let [hash, latin] = [length, 0]
    for (let i = 0; i < length; i++) {
      hash = Math.imul(hash ^ this.#word[i]!, WORD_BASE)
      if (isLatin(this.#word[i]!)) latin = LATIN_WORD
    }
    this.#keep(hash, length | latin, this.#wordStart, whole)
    this.#wordLength = 0
  }

  #keep(hash: number, size: number, start: number, length = 0): void {
    if (this.wordCount === MOST_WORDS) return
    this.starts[this.wordCount] = start
    this.lengths[this.wordCount] = length
    this.words[this.wordCount] = hash
    this.sizes[this.wordCount++] = size
  }

  #endLine(start: number, word: number, linked: boolean): void {
    if (this.count === start && !linked) return
    this.#lineStarts.push(start)
    this.#lineWords.push(word)
    this.#lineLinks.push(linked)
  }

  #dropTail(): void {
    const all = this.count
    for (let line = this.#lineStarts.length - 1, dropped = 0; line > 0 && dropped < TAIL_LINES; line--, dropped++) {
      const start = this.#lineStarts[line]!
      if (!this.#lineLinks[line] || all - start > TAIL_LETTERS) return
      this.count = start
      this.wordCount = this.#lineWords[line]!
    }
  }

  #isName(text: string, at: number): boolean {
    const code = text.charCodeAt(at)
    return code === LOW_LINE || (KIND[code]! & (WORD | SURROGATE)) !== 0
  }

  #skipName(text: string, start: number): number {
    let at = start
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code !== LOW_LINE && code !== AT && !(KIND[code]! & (WORD | SKIP | SURROGATE))) break
    }
    return at
  }

  #skipAddress(text: string, start: number): number {
    let at = start
    while (at < text.length && !closesAddress(text.charCodeAt(at))) at++
    return at
  }

  /** A number with all that is grouped with it: «12 500», «8 (900) 000-00-00», «3-4». */
  #readNumber(text: string, start: number): number {
    this.#endWord(start)
    let [at, end, digits, value, withoutFirst] = [start, start, 0, 0, 0]
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (KIND[code]! & DIGIT) {
        digits++
        value = Math.imul(value, 31) + FOLDED[code]!
        if (digits > 1) withoutFirst = Math.imul(withoutFirst, 31) + FOLDED[code]!
        end = at + 1
      } else if (at - end >= 2 || KIND[code]! & (LETTER | LINE_END | SURROGATE)) break
    }
    if (digits <= SMALL_NUMBER_DIGITS) this.numbers = Math.imul(this.numbers ^ value, 0x9e3779b1)
    const number = digits === PHONE_DIGITS ? withoutFirst : value
    this.#keep(hashOfNumber(number), -Math.min(digits, 127), start)
    return end
  }

  /** 𝐁𝐨𝐥𝐝 letters of mathematics are plain letters in disguise; other pairs are pictures. */
  #readPair(text: string, at: number): number {
    const point = text.codePointAt(at)!
    if (point >= 0x1d400 && point <= 0x1d7ff) {
      const plain = String.fromCodePoint(point).normalize('NFKC').charCodeAt(0)
      if (KIND[plain]! & LETTER) {
        this.#push(SKELETON[plain]!, at)
        return at + 2
      }
    }
    this.#endWord(at)
    return at + (point > 0xffff ? 2 : 1)
  }
}
