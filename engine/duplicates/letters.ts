/**
 * What of a text its author could not change without writing another text: its letters in a row. Spaces, punctuation,
 * pictures, numbers, addresses, @names and #tags fall out, look-alike letters become one, a stretched letter («нууужен»)
 * counts once. What a channel puts under each of its posts falls out too: the last lines, when they carry a link.
 */
import { DIGIT, FOLDED, KIND as KINDS, LETTER, LINE_END, SKIP, SPACE, SURROGATE, WORD } from '../language/characters.ts'

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
  readonly #lineStarts: number[] = []
  readonly #lineLinks: boolean[] = []

  read(text: string): void {
    this.count = 0
    this.numbers = NUMBERS_START
    this.#lineStarts.length = 0
    this.#lineLinks.length = 0
    const { length } = text
    let [at, lineStart, linked] = [0, 0, false]
    while (at < length && this.count < MOST_LETTERS) {
      const code = text.charCodeAt(at)
      const kind = KIND[code]!
      if (kind & LETTER) {
        const begins = isLatin(code) && (at === 0 || !(KIND[text.charCodeAt(at - 1)]! & WORD))
        if (begins && isAddress(text, at)) {
          linked = true
          at = this.#skipAddress(text, at)
        } else {
          this.#push(SKELETON[code]!)
          at++
        }
      } else if (kind & LINE_END) {
        this.#endLine(lineStart, linked)
        ;[lineStart, linked] = [this.count, false]
        at++
      } else if ((code === HASH || code === AT) && this.#isName(text, at + 1)) {
        linked = true
        at = this.#skipName(text, at + 1)
      } else if (kind & DIGIT) at = this.#readNumber(text, at)
      else if (kind & SURROGATE) at = this.#readPair(text, at)
      else at++
    }
    this.#endLine(lineStart, linked)
    if (at >= length) this.#dropTail()
  }

  #push(letter: number): void {
    const { count } = this
    if (count > 0 && this.codes[count - 1] === letter) return
    this.codes[count] = letter
    this.count = count + 1
  }

  #endLine(start: number, linked: boolean): void {
    if (this.count === start && !linked) return
    this.#lineStarts.push(start)
    this.#lineLinks.push(linked)
  }

  #dropTail(): void {
    const all = this.count
    for (let line = this.#lineStarts.length - 1, dropped = 0; line > 0 && dropped < TAIL_LINES; line--, dropped++) {
      const start = this.#lineStarts[line]!
      if (!this.#lineLinks[line] || all - start > TAIL_LETTERS) return
      this.count = start
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
    let [at, end, digits, value] = [start, start, 0, 0]
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (KIND[code]! & DIGIT) {
        digits++
        value = Math.imul(value, 31) + FOLDED[code]!
        end = at + 1
      } else if (at - end >= 2 || KIND[code]! & (LETTER | LINE_END | SURROGATE)) break
    }
    if (digits <= SMALL_NUMBER_DIGITS) this.numbers = Math.imul(this.numbers ^ value, 0x9e3779b1)
    return end
  }

  /** 𝐁𝐨𝐥𝐝 letters of mathematics are plain letters in disguise; other pairs are pictures. */
  #readPair(text: string, at: number): number {
    const point = text.codePointAt(at)!
    if (point >= 0x1d400 && point <= 0x1d7ff) {
      const plain = String.fromCodePoint(point).normalize('NFKC').charCodeAt(0)
      if (KIND[plain]! & LETTER) this.#push(SKELETON[plain]!)
    }
    return at + (point > 0xffff ? 2 : 1)
  }
}
