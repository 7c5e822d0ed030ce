/** What one of two texts has and the other lacks, summed up for `compare-words.ts`. */
import { hashSkeletonStem, skeletonStemOf } from './letters.ts'
import { SERIES } from './opposites.ts'
import {
  KIND_MASK,
  NEGATION,
  NUMBER,
  OPPOSITE,
  oppositeGroupOf,
  PHONE_WEIGHT,
  stemPart,
  stemPartOf,
  WEIGHT_SHIFT,
} from './word-print.ts'

/** A word of this weight is significant: a noun, a number, a rarer word of another kind. Where either text has one, one stands for the other. */
export const SIGNIFICANT = 6

export const stemParts = (words: string): ReadonlySet<number> =>
  new Set(words.split(' ').map((word) => stemPart(hashSkeletonStem(skeletonStemOf(word)))))

/** Who gives a thing for money or for nothing, and who needs one: «сдам комнату», «ищу комнату». */
export const GIVES = stemParts('продам сдам отдам')
const NEEDS = stemParts('нужен')

/** The words that open a text say what it is, and so many of them do. */
const OPENING = 2
/** Who looks for something, or asks who knows of it. */
export const ASKS = stemParts('нужен подскажите кто где куда')
/** What weighs so much, said in the place of that, turns a request into a report: «ищу няню», «нашла няню». */
const REPORTED = 3
/** «Нашли качели», «сломали качели». Later in a text it tells as little as any other verb: «сам нашёл только в области». */
const EVENTS = stemParts('нашел')

/** The words of one text that the other lacks. */
export class Missing {
  weight = 0
  most = 0
  words = 0
  numbers = 0
  /** Of words that have an opposite, a bit each. */
  groups = 0
  negated = false
  gives = false
  needs = false
  asks = false

  clear(): void {
    this.weight = this.most = this.words = this.numbers = this.groups = 0
    this.negated = this.gives = this.needs = this.asks = false
  }

  /** @param place where it stands in its text */
  add(code: number, place: number): void {
    const kind = code & KIND_MASK
    // Whom to call is no part of what is said; another phone is another text.
    const isPhone = kind === NUMBER && code >>> WEIGHT_SHIFT === PHONE_WEIGHT
    const weight = isPhone ? 1 : code >>> WEIGHT_SHIFT
    this.weight += weight
    this.words++
    if (weight > this.most) this.most = weight
    if (kind === NUMBER) this.numbers++
    else if (kind === OPPOSITE) {
      this.groups |= 1 << oppositeGroupOf(code)
      this.gives ||= GIVES.has(stemPartOf(code))
      this.needs ||= NEEDS.has(stemPartOf(code))
    }
    if (code === NEGATION) this.negated = true
    if (place >= OPENING) return
    this.asks ||= ASKS.has(stemPartOf(code))
    if (EVENTS.has(stemPartOf(code))) this.most = Math.max(this.most, SIGNIFICANT)
  }
}

/** One asks for something, and the other says something else instead. */
export const isReportOf = (one: Missing, other: Missing): boolean => one.asks && !other.asks && other.most >= REPORTED

/** «Новый опрос» and «вязальный опрос». */
export const isAnotherOfSeries = (one: Missing, other: Missing): boolean =>
  (one.groups & (1 << SERIES)) !== 0 && other.most >= SIGNIFICANT

/** Of a short text also where the other names none: «новый опрос», «опрос». */
export const isOneOfSeries = (one: Missing, other: Missing): boolean =>
  ((one.groups | other.groups) & (1 << SERIES)) !== 0
