/**
 * Whether two texts are copies by their words (`word-print.ts`). Copies share what is rare. Where each of two texts has a
 * significant word that the other lacks, one thing stands for another, «фотографа» for «видеографа», one price for another, and
 * they are two texts, however alike the rest. Short of that they are copies when nearly all that tells is in both, in any
 * order; when the words stand in the same places but for a few; or when one is a part of the other. Weights are in two
 * thirds of a bit; an exact word in its order is worth one more.
 */
import {
  ASKS,
  GIVES,
  isAnotherOfSeries,
  isOneOfSeries,
  isReportOf,
  Missing,
  SIGNIFICANT,
  stemParts,
} from './missing-words.ts'
import { SERIES } from './opposites.ts'
import {
  codeAt,
  CUT,
  KIND_MASK,
  MOST_WORDS,
  NEGATION,
  NUMBER,
  PHONE_WEIGHT,
  SITE,
  stemPartOf,
  WEIGHT_SHIFT,
  WORD_BYTES,
  WORD_PRINT_BYTES,
  WORDS_FROM,
  WORDS_VERSION,
  type WordPrint,
} from './word-print.ts'

/** Neither says that the texts are copies nor that they are not. */
export const UNLIKE = 0
/** They are not, unless all their letters are the same. */
export const CONFLICT = -1
/** They are not: one names a number, a price, a phone, and the other another; or one says «сегодня» and the other «завтра». */
const NUMBERS_DIFFER = -2
/** They are not: hardly a word of either is in the other. Letters of a short text may have the same hash by chance. */
const STRANGERS = -3
const FEWEST_OF_STRANGERS = 3
const STRANGERS_SHARE = 0.2

/** The rules, found on half of the texts of all sources but one; what they are worth: `npm run bench:duplicates`. */
/** «Жилой дом»: light words that tell as much together. */
const TELLING_TOGETHER = 7
/** In texts of which only the rarest words are known, this share of what is common may be on either side. */
const CONFLICT_SHARE = 0.1
/** In a text that tells no more than this, «не» on one side turns it round; in a longer one it stands somewhere. */
const NEGATED_COMMON = 60
/** In a text that tells no more than this, «новый» on one side is one of a series. */
const SERIES_COMMON = 60
/** Two people write what weighs less by chance. */
const LEAST_COMMON = 18
/** So much, where one of them has a significant word more. */
const SIGNIFICANT_COMMON = 90
const SAME_BAG = 0.9
const SAME_BAG_COMMON = 27
const IN_PLACE = 0.7
const FEWEST_IN_PLACE = 4
const IN_PLACE_COMMON = 21
/** So much, where one of them has a telling word more, and not at the beginning: a caption. */
const IN_ROW_COMMON = 60
/** So much, where none has. */
const LIGHT_IN_ROW_COMMON = 25
const PART = 0.85
const PART_OF_ALL = 0.4
const PART_COMMON = 60
/** A part stands in the other text as one piece: of its words so few may have another word before them. */
const BREAKS = 0.15
/** Little, when nothing significant is added: a greeting, thanks. */
const WHOLE_PART = 0.95
const WHOLE_PART_OF_ALL = 0.55
const WHOLE_PART_COMMON = 30
const FEWEST_WHOLE_PART = 5
/** Of texts of which only the rarest words are known, no piece can be seen. */
const CUT_PART_COMMON = 75
/** So much, where something significant stands before the part: a caption is one thing, the line under all captions another. */
const LAST_PART_COMMON = 90
const ALIGNED = 0.6
const ALIGNED_COMMON = 51
const ALIGNED_SQUARED = 33

/** What says which of two things is which: «из Твери в Москву», «двушку на однушку». «и» and «или» say nothing of it. */
const DIRECTIONS = stemParts('из в на с от до за к для под через вместо')
/** Before the first of two places; where the other preposition stands elsewhere as well, nothing is left between the two. */
const ORIGINS = stemParts('из с от')

const CELLS = 64
const HOME_SHIFT = 26
const cellOf = (code: number): number => Math.imul(code, 0x9e3779b1) >>> HOME_SHIFT

/** One text, read once to be compared with many. */
export class WordComparison {
  count = 0
  readonly codes = new Int32Array(MOST_WORDS)
  /** Only the rarest words are known. */
  #cut = false
  #least = 0
  readonly #cells = new Int32Array(CELLS)
  readonly #places = new Int8Array(CELLS)
  /** The other text: its words, where each stands in this one, and what is the best way to there. */
  readonly #other = new Int32Array(MOST_WORDS)
  readonly #at = new Int8Array(MOST_WORDS)
  readonly #best = new Int32Array(MOST_WORDS)
  /** Where each word of this one stands in the other. */
  readonly #from = new Int8Array(MOST_WORDS)
  readonly #lost = new Missing()
  readonly #gained = new Missing()

  read(print: WordPrint): void {
    this.count = print[0] === WORDS_VERSION ? print[1]! & ~CUT : 0
    this.#cut = (print[1]! & CUT) !== 0
    this.#least = 1 << 24
    this.#places.fill(-1)
    for (let place = 0; place < this.count; place++) {
      const code = codeAt(print, WORDS_FROM + place * WORD_BYTES)
      this.codes[place] = code
      if (code < this.#least) this.#least = code
      let cell = cellOf(code)
      while (this.#places[cell]! >= 0) cell = (cell + 1) % CELLS
      this.#cells[cell] = code
      this.#places[cell] = place
    }
  }

  /**
   * How alike the other is, above 0 and at most 1, when they are copies; `UNLIKE` or below otherwise.
   * @param base where in `prints` the other's word print begins
   */
  compare(prints: Uint8Array, base: number): number {
    if (this.count === 0 || prints[base] !== WORDS_VERSION) return UNLIKE
    const count = prints[base + 1]! & ~CUT
    const otherCut = (prints[base + 1]! & CUT) !== 0
    // `evidence` is what of the common weight is no name of a site.
    let [common, evidence, foundBits, least] = [0, 0, 0, 1 << 24]
    const [lost, gained] = [this.#lost, this.#gained]
    lost.clear()
    gained.clear()
    this.#from.fill(-1)
    let significantBefore = false
    let [inPlace, breaks, before, beforeAt] = [0, -1, -1, -1]
    for (let i = 0; i < count; i++) {
      const code = codeAt(prints, base + WORDS_FROM + i * WORD_BYTES)
      const weight = code >>> WEIGHT_SHIFT
      this.#other[i] = code
      if (code < least) least = code
      const place = this.#placeOf(code)
      this.#at[i] = place
      if (place >= 0) {
        common += weight
        if ((code & KIND_MASK) !== SITE) evidence += weight
        foundBits |= 1 << place
        this.#from[place] = i
        if (place === i) inPlace++
        if (breaks < 0 || i !== before + 1 || place !== beforeAt + 1) breaks++
        ;[before, beforeAt] = [i, place]
      } else if (!this.#cut || code > this.#least) {
        gained.add(code, i)
        if (foundBits === 0 && weight >= SIGNIFICANT) significantBefore = true
      }
    }
    for (let place = 0; place < this.count; place++) {
      const code = this.codes[place]!
      if (foundBits & (1 << place) || (otherCut && code < least)) continue
      lost.add(code, place)
      if (code >>> WEIGHT_SHIFT >= SIGNIFICANT && (foundBits & ((1 << place) - 1)) === 0) significantBefore = true
    }
    const whole = !this.#cut && !otherCut
    const apart = Math.min(lost.weight, gained.weight)
    const few = apart > 0 && common <= (common + apart) * STRANGERS_SHARE
    if (whole && few && Math.min(count, this.count) >= FEWEST_OF_STRANGERS) return STRANGERS
    const short = !this.#cut || !otherCut
    if (short && ((lost.numbers && gained.numbers) || (lost.groups & gained.groups) !== 0)) return NUMBERS_DIFFER
    if (whole && (lost.negated || gained.negated)) {
      if (evidence < NEGATED_COMMON || this.#isDenied(lost.negated, count)) return CONFLICT
    }
    if (whole && this.#isAnother(count, evidence)) return CONFLICT
    const less = Math.min(lost.most, gained.most)
    const greater = Math.max(lost.most, gained.most)
    if (less >= SIGNIFICANT) {
      if (whole) return CONFLICT
      if (apart > common * CONFLICT_SHARE) return UNLIKE
    }
    if (evidence < LEAST_COMMON) return UNLIKE
    if (whole && this.#isTurnedRound(count)) return CONFLICT
    const ordered = this.#commonInOrder(count)
    const found = bits(foundBits)
    const shared = common + found
    const here = shared + lost.weight + lost.words
    const there = shared + gained.weight + gained.words
    const alike = ordered / (here + there - ordered)
    const bag = common / (common + lost.weight + gained.weight)
    const oneHasMore = greater >= SIGNIFICANT && evidence < SIGNIFICANT_COMMON
    if (bag >= SAME_BAG && evidence >= SAME_BAG_COMMON && !oneHasMore) return bag
    const placed = whole && count === this.count && inPlace >= FEWEST_IN_PLACE && inPlace >= count * IN_PLACE
    if (placed && evidence >= IN_PLACE_COMMON) return alike
    if (whole && this.#isInRow(count, found, breaks, evidence, !significantBefore)) return alike
    const part = ordered / Math.min(here, there)
    const partLost = here < there ? lost.most : here > there ? gained.most : greater
    const isWhole =
      part >= WHOLE_PART && alike >= WHOLE_PART_OF_ALL && found >= FEWEST_WHOLE_PART && greater < SIGNIFICANT
    const inOne = whole
      ? breaks <= found * BREAKS &&
        evidence >= (significantBefore ? LAST_PART_COMMON : isWhole ? WHOLE_PART_COMMON : PART_COMMON)
      : evidence >= (significantBefore ? LAST_PART_COMMON : CUT_PART_COMMON)
    if (inOne && part >= PART && alike >= PART_OF_ALL && partLost < SIGNIFICANT) return alike
    if (oneHasMore) return UNLIKE
    if (alike >= ALIGNED && evidence >= ALIGNED_COMMON) return alike
    return (ordered - common + evidence) * alike * alike >= ALIGNED_SQUARED ? alike : UNLIKE
  }

  /** One of a series, one that reports or gives beside one that asks, or a thing put for another. */
  #isAnother(count: number, evidence: number): boolean {
    const [lost, gained] = [this.#lost, this.#gained]
    if (lost.asks !== gained.asks && !this.#share(count, ASKS)) {
      if (isReportOf(lost, gained) || isReportOf(gained, lost)) return true
      // «Кто продаёт рассаду?», «продаю рассаду».
      if (this.#share(count, GIVES)) return true
    }
    if (isAnotherOfSeries(lost, gained) || isAnotherOfSeries(gained, lost)) return true
    if (evidence < SERIES_COMMON && isOneOfSeries(lost, gained)) return true
    return (lost.gives && gained.needs) || (lost.needs && gained.gives) || this.#isPutForAnother(count)
  }

  /** Both have one of these words, and the same. */
  #share(count: number, words: ReadonlySet<number>): boolean {
    for (let i = 0; i < count; i++) if (this.#at[i]! >= 0 && words.has(stemPartOf(this.#other[i]!))) return true
    return false
  }

  /** Nearly all words follow each other as they do in the other, with a few put otherwise, added or left out between. */
  #isInRow(count: number, found: number, breaks: number, evidence: number, beginsAlike: boolean): boolean {
    const longer = Math.max(count, this.count)
    if (found < Math.max(FEWEST_IN_PLACE, longer * IN_PLACE) || breaks > longer - found + 1) return false
    const [lost, gained] = [this.#lost, this.#gained]
    if (((lost.groups | gained.groups) & (1 << SERIES)) !== 0) return false
    if (Math.max(lost.most, gained.most) < SIGNIFICANT) return evidence >= LIGHT_IN_ROW_COMMON
    return beginsAlike && Math.abs(count - this.count) <= 1 && evidence >= IN_ROW_COMMON
  }

  /**
   * «Сгорел жилой дом», «сгорела баня»: between the same words each text has what the other lacks, one a significant word, and the other
   * more words that together tell as much. Of as many words each stands for another, and is light or not by itself.
   */
  #isPutForAnother(count: number): boolean {
    let [from, place] = [0, 0]
    for (let i = 0; i <= count; i++) {
      const at = i < count ? this.#at[i]! : this.count
      if (at < 0) continue
      if (from < i && place < at && this.#isGap(place, at)) {
        const [here, there] = [weigh(this.codes, place, at), weigh(this.#other, from, i)]
        const tells =
          Math.min(here.sum, there.sum) >= TELLING_TOGETHER && Math.max(here.most, there.most) >= SIGNIFICANT
        if (tells && here.words !== there.words) return true
      }
      ;[from, place] = [i + 1, at + 1]
    }
    return false
  }

  /** None of these words stands anywhere in the other text. */
  #isGap(place: number, end: number): boolean {
    for (let i = place; i < end; i++) if (this.#from[i]! >= 0) return false
    return true
  }

  /** «Понравилось» and «не понравилось»: what stands behind the «не» that one text has is in the other too. */
  #isDenied(here: boolean, count: number): boolean {
    // Between the two stands the «не» itself.
    const denied = (here ? this.codes : this.#other).indexOf(NEGATION) + 2
    return denied < (here ? this.count : count) && (here ? this.#from : this.#at)[denied]! >= 0
  }

  #placeOf(code: number): number {
    let cell = cellOf(code)
    for (;;) {
      const place = this.#places[cell]!
      if (place < 0 || this.#cells[cell] === code) return place
      cell = (cell + 1) % CELLS
    }
  }

  /** «Из Твери в Москву» and «из Москвы в Тверь»: two telling words stand in each other's place. */
  #isTurnedRound(count: number): boolean {
    for (let i = 1; i < count; i++) {
      if (this.#at[i]! < 0 || this.#at[i - 1]! < 0 || !isTelling(this.#other[i]!)) continue
      if (this.#hasChangedWithNeighbour(i) || this.#hasChangedWithEarlier(i)) return true
    }
    return false
  }

  /** «Из Твери в Москву», of which «в» stands elsewhere as well. */
  #hasChangedWithNeighbour(i: number): boolean {
    const at = this.#at[i]!
    if (i < 2 || this.#at[i - 1] !== at + 1 || this.#at[i - 2] !== at - 1 || at === 0) return false
    return isTelling(this.#other[i - 1]!) && ORIGINS.has(stemPartOf(this.#other[i - 2]!))
  }

  /** In the other text what stands here behind the same «в» stands before, where this word does here. */
  #hasChangedWithEarlier(i: number): boolean {
    const [at, place] = [this.#at[i]!, this.#at[i - 1]! + 1]
    if (place >= this.count || at >= place || !DIRECTIONS.has(stemPartOf(this.#other[i - 1]!))) return false
    const earlier = this.#from[place]!
    if (earlier < 0 || earlier >= i || !isTelling(this.#other[earlier]!)) return false
    return earlier === 0 ? at === 0 : at > 0 && this.#at[earlier - 1] === at - 1
  }

  /** The greatest weight of words that both have in the same order, one for each word counted beside. */
  #commonInOrder(count: number): number {
    let most = 0
    for (let i = 0; i < count; i++) {
      const at = this.#at[i]!
      if (at < 0) continue
      let before = 0
      for (let j = 0; j < i; j++)
        if (this.#at[j]! >= 0 && this.#at[j]! < at && this.#best[j]! > before) before = this.#best[j]!
      const here = before + (this.#other[i]! >>> WEIGHT_SHIFT) + 1
      this.#best[i] = here
      if (here > most) most = here
    }
    return most
  }
}

const isTelling = (code: number): boolean => code >>> WEIGHT_SHIFT >= SIGNIFICANT

/** What words weigh together, and the most that one of them does. A phone is no part of what is said. */
const weigh = (codes: Int32Array, start: number, end: number): { words: number; sum: number; most: number } => {
  let [words, sum, most] = [0, 0, 0]
  for (let i = start; i < end; i++) {
    const code = codes[i]!
    const weight = code >>> WEIGHT_SHIFT
    if ((code & KIND_MASK) === NUMBER && weight === PHONE_WEIGHT) continue
    words++
    sum += weight
    most = Math.max(most, weight)
  }
  return { words, sum, most }
}

const bits = (set: number): number => {
  let count = 0
  for (let left = set; left !== 0; left &= left - 1) count++
  return count
}

/** Word prints from a database may have any length; a wrong one would be taken for another text. */
export const checkWordPrint = (print: WordPrint): void => {
  const count = print[1]! & ~CUT
  if (
    print.length < WORDS_FROM ||
    print.length > WORD_PRINT_BYTES ||
    (print[0] === WORDS_VERSION && print.length !== WORDS_FROM + count * WORD_BYTES)
  )
    throw new RangeError(`A word print of ${print.length} bytes says that it has ${count} words`)
}
