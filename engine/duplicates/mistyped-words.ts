/**
 * Slips of the pen: «веласипед», «празников», «попутчкиов». A print holds only hashes, in which no slip can be seen, so a word that the
 * dictionary lacks but for one letter is read, before it is hashed, as the common word it was meant for. Two words of the dictionary, «невролог»
 * and «нефролог», stay what they are; so do short words and names, which are like too many others.
 */
import { CYRILLIC, isUpper, KIND, LETTER, LINE_END, SPACE, SURROGATE } from '../language/characters.ts'
import { fold } from '../language/fold.ts'
import { hashSkeletonStem, LATIN_WORD, type Letters, skeletonOf, skeletonStemOf } from './letters.ts'

/** The words of the language, as `Dawg` knows them. */
export interface KnownWords {
  has(word: string): boolean
  /** Those that a word is like, but for one letter. */
  findLike(word: string): readonly { word: string }[]
}

interface MeantWord {
  hash: number
  size: number
  length: number
}

/** A shorter word is like too many others. */
const SHORTEST = 6
const SHORTEST_STEM = 4
/** From here on a word may be meant for a rare one too; a shorter one is as well a name or a newer word. */
const SHORTEST_OF_RARE = 10
/** Bits by which common stems are known; a power of two. */
const NEAR_BITS = 1 << 23
const LONGEST = 24
/** Of a longer text the letters say whether it is a copy, whatever one word is. */
const MOST_WORDS_OF_TEXT = 28
/** Slips and newer words are written again and again; so many are remembered. */
const MOST_REMEMBERED = 20_000
/** Trades and sciences that one letter makes others of: the dictionary lacks «нефролог», which is no «невролог». */
const TRADE = /(?:олог|иатр|метр|граф)(?:[ауеи]|о[мв]|ам|ами|ах|и[яию]|ией)?$/
const [FULL_STOP, EXCLAMATION, QUESTION, ELLIPSIS] = [...'.!?…'].map((sign) => sign.charCodeAt(0))

export class MistypedWords {
  readonly #words: KnownWords
  readonly #isCommon: (hash: number) => boolean
  readonly #remembered = new Map<string, MeantWord | null>()

  /** A bit for common stems without one of their letters, or with all: a slip shares one with what was meant. */
  readonly #near = new Uint8Array(NEAR_BITS >>> 3)

  /**
   * @param stems what a word may be meant for
   * @param isCommon whether a list knows a stem, by its hash
   */
  constructor(words: KnownWords, stems: Iterable<string>, isCommon: (hash: number) => boolean) {
    this.#words = words
    this.#isCommon = isCommon
    for (const stem of stems) if (stem.length >= SHORTEST_STEM) this.#keep(stem)
  }

  /** Puts what was meant in the place of what `letters` has read in `text`. */
  readIn(letters: Letters, text: string): void {
    const { words, sizes, lengths, starts, wordCount } = letters
    if (wordCount > MOST_WORDS_OF_TEXT) return
    for (let i = 0; i < wordCount; i++) {
      const size = sizes[i]!
      if (lengths[i]! < SHORTEST || size <= 0 || size & LATIN_WORD || this.#isCommon(words[i]!)) continue
      const form = formAt(text, starts[i]!)
      const meant = form === '' ? null : this.#meant(form)
      if (meant === null) continue
      words[i] = meant.hash
      sizes[i] = meant.size
      lengths[i] = meant.length
    }
  }

  #meant(form: string): MeantWord | null {
    if (this.#words.has(form) || TRADE.test(form)) return null
    let meant = this.#remembered.get(form)
    if (meant === undefined) {
      meant = form.length >= SHORTEST_OF_RARE || this.#isNear(skeletonStemOf(form)) ? this.#like(form) : null
      if (this.#remembered.size === MOST_REMEMBERED) this.#remembered.clear()
      this.#remembered.set(form, meant)
    }
    return meant
  }

  #keep(stem: string): void {
    for (let left = -1; left < stem.length; left++) {
      const bit = bitWithout(stem, left)
      this.#near[bit >>> 3]! |= 1 << (bit & 7)
    }
  }

  #isNear(stem: string): boolean {
    for (let left = -1; left < stem.length; left++) {
      const bit = bitWithout(stem, left)
      if (this.#near[bit >>> 3]! & (1 << (bit & 7))) return true
    }
    return false
  }

  /** The one common word that a form is like, else the one rare word; of several the one that a letter was left out of. */
  #like(form: string): MeantWord | null {
    const byStem = new Map(this.#words.findLike(form).map(({ word }) => [skeletonStemOf(fold(word)), fold(word)]))
    // Only its ending is mistyped, and that is cut off.
    if (byStem.has(skeletonStemOf(form))) return null
    let like = [...byStem]
    const common = like.filter(([stem]) => this.#isCommon(hashSkeletonStem(stem)))
    if (common.length > 0) like = common
    else if (form.length < SHORTEST_OF_RARE) return null
    if (like.length > 1) like = like.filter(([, word]) => word.length > form.length)
    if (like.length !== 1) return null
    const [stem, word] = like[0]!
    return { hash: hashSkeletonStem(stem), size: stem.length, length: skeletonOf(word).length }
  }
}

/** What a stem is known by without one of its letters. */
const bitWithout = (stem: string, left: number): number => {
  let hash = 0
  for (let i = 0; i < stem.length; i++) if (i !== left) hash = Math.imul(hash ^ stem.charCodeAt(i), 0x9e3779b1)
  return (hash ^ (hash >>> 15)) & (NEAR_BITS - 1)
}

/** The word that begins there, folded; nothing for a name, for letters in disguise and for what is too short or too long. */
function formAt(text: string, start: number): string {
  let end = start
  while (KIND[text.charCodeAt(end)]! & CYRILLIC) end++
  if (end - start < SHORTEST || end - start > LONGEST || KIND[text.charCodeAt(end)]! & LETTER) return ''
  const isName = isUpper(text, start) && !isUpper(text, start + 1) && !beginsSentence(text, start)
  return isName ? '' : text.slice(start, end).toLowerCase().replaceAll('ё', 'е')
}

function beginsSentence(text: string, start: number): boolean {
  let at = start - 1
  while (at >= 0 && (KIND[text.charCodeAt(at)]! & (SPACE | LINE_END)) === SPACE) at--
  if (at < 0) return true
  const code = text.charCodeAt(at)
  if (code === FULL_STOP || code === EXCLAMATION || code === QUESTION || code === ELLIPSIS) return true
  return (KIND[code]! & (LINE_END | SURROGATE)) !== 0
}
