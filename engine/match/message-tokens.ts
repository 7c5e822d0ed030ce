/**
 * A message's tokens as numbers, without a string or an object per token. Says the same as `tokenise`, several times as
 * fast: words, compounds, hashtags, addresses and pictures are read here, hashing as they are read. What is left (masked
 * letters, accents, names, fractions: one chunk of text in 180) is handed to `tokenise` up to the next space. That a token
 * never reaches over white space, and that nothing before a token changes it but a comma, makes this possible; a property
 * test holds both equal.
 */
import { findAddressEnd, foldAddress } from '../language/addresses.ts'
import {
  APOSTROPHE,
  CYRILLIC,
  DIGIT,
  EMOJI,
  ENDER,
  FOLDED,
  JOINER,
  KIND,
  LATIN,
  LINE_END,
  OTHER,
  SIGN,
  SKIP,
  SPACE,
  SURROGATE,
  WORD,
} from '../language/characters.ts'
import { fold, foldPart } from '../language/fold.ts'
import { endsSentence } from '../language/sentences.ts'
import { tokenise } from '../language/tokenise.ts'
import { doubled } from './int-arena.ts'
import { hash1, hash2, HASH2_START, MULTIPLIER_1, MULTIPLIER_2, spread } from './word-table.ts'

/** Wider gaps than this mean the same as this one; no one writes sentences that long. */
export const WIDEST_GAP = 1000
/** Places of neighbouring sentences are further apart than any gap, so that one subtraction decides both. */
const SENTENCE_STEP = WIDEST_GAP + 2

const HASH = 0x23
const PLUS = 0x2b
const COMMA = 0x2c
const DOT = 0x2e
const COLON = 0x3a
const AT = 0x40
const SLASH = 0x2f
const UNDERSCORE = 0x5f
const SMALL_N = 0x6e
/** First halves of the pictures beyond 0xffff; flags and colours of skin begin with the first of them. */
const FIRST_PICTURES = 0xd83c
const LAST_PICTURES = 0xd83e
const WIDE_JOINER = 0x200d

/** What a character is in the lower half and what it folds to in the upper: one look instead of two for every character. */
const CHARACTERS = new Int32Array(65536)
const LETTER_SHIFT = 16
const KINDS = 0xffff
for (let code = 0; code < CHARACTERS.length; code++) CHARACTERS[code] = (FOLDED[code]! << LETTER_SHIFT) | KIND[code]!

/** Outside of a word everything else is passed over. */
const MEANT = LINE_END | ENDER | EMOJI | SIGN | SURROGATE
/** A word with these is not what its letters say. */
const HARD = OTHER | SKIP | SURROGATE
const BOTH = CYRILLIC | LATIN
/** What right behind its letters may make a word more than these; and a comma, behind a number. */
const GOES_ON = JOINER | APOSTROPHE | SKIP | SURROGATE | SIGN

/** Instead of the kinds of a plain word: how to come by the form of another token. */
const KEPT = -1
const PARTS = -2
const ADDRESS = -3
const PICTURE = -4

/** What before a piece of text and what after it makes `tokenise` see it as it stands there; a comma says it is in a list. */
const BEFORE = 'а '
const BEFORE_LISTED = 'а ,'
const AFTER = ' а'

/** The extent that is looked for cannot be reported here. */
const NOT_PLAIN = -1

/** A letter that looks like one of the other alphabet may be meant, and 1c is 1с. */
const maybeMasked = (kinds: number, length: number): boolean =>
  (kinds & BOTH) === BOTH || (length === 2 && (kinds & (LATIN | DIGIT)) === (LATIN | DIGIT))

/** The zero-width no-break space counts as a space and as invisible; words go on over it. */
const isSpace = (kind: number): boolean => (kind & (SPACE | SKIP)) === SPACE

const kindAt = (text: string, at: number): number => (at < text.length ? KIND[text.charCodeAt(at)]! : 0)

/** Whether two surrogates here are a picture; else they may be anything. */
const isPicture = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= FIRST_PICTURES && code <= LAST_PICTURES && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
}

const isFlagLetter = (text: string, at: number): boolean => {
  const half = text.charCodeAt(at + 1)
  return text.charCodeAt(at) === FIRST_PICTURES && half >= 0xdde6 && half <= 0xddff
}

const isSkin = (text: string, at: number): boolean =>
  text.charCodeAt(at) === FIRST_PICTURES && text.charCodeAt(at + 1) >= 0xdffb

const isVariation = (code: number): boolean => code >= 0xfe00 && code <= 0xfe0f

/** Where the compound or the hashtag ends whose first part begins at `first`, or NOT_PLAIN when a part is no plain word. */
const findPartsEnd = (text: string, first: number, isTag: boolean): number => {
  let at = first
  for (;;) {
    const from = at
    let kinds = 0
    let kind = kindAt(text, at)
    for (; kind & WORD; kind = kindAt(text, ++at)) kinds |= kind
    if (kinds & HARD || maybeMasked(kinds, at - from)) return NOT_PLAIN
    if (kind & SKIP || (kind & SURROGATE && !isPicture(text, at))) return NOT_PLAIN
    const joins = isTag ? at < text.length && text.charCodeAt(at) === UNDERSCORE : (kind & (JOINER | APOSTROPHE)) !== 0
    const next = joins ? kindAt(text, at + 1) : 0
    if (!(next & (WORD | SURROGATE))) return at
    if (next & SURROGATE || kind & APOSTROPHE) return NOT_PLAIN
    at++
  }
}

export class MessageTokens {
  text = ''
  count = 0
  starts = new Int32Array(256)
  ends = new Int32Array(256)
  /** Position, moved apart by `SENTENCE_STEP` per sentence. */
  places = new Int32Array(256)
  hashes1 = new Int32Array(256)
  hashes2 = new Int32Array(256)
  /** Kinds of a plain word's characters or-ed together, or KEPT (in `#forms`), PARTS, ADDRESS, PICTURE. */
  #kinds = new Int32Array(256)
  readonly #forms = new Map<number, string>()
  /** Position of the next token, and what its sentence adds to it. */
  #position = 0
  #sentence = 0
  #ended = false
  /** The latest token that may stand right before a mark: of a compound the whole, and no picture. */
  #last = -1

  form(token: number): string {
    const { text } = this
    const kinds = this.#kinds[token]!
    const [start, end] = [this.starts[token]!, this.ends[token]!]
    switch (kinds) {
      case KEPT:
        return this.#forms.get(token)!
      case PARTS:
        return fold(text.slice(start, end))
      case ADDRESS:
        return foldAddress(text, start, end)
      case PICTURE:
        return text.slice(start, end).replace(/[\ufe00-\ufe0f]/g, '')
      default:
        return foldPart(text, start, end, kinds)
    }
  }

  read(text: string): void {
    this.text = text
    this.count = 0
    this.#position = 0
    this.#sentence = 0
    this.#ended = false
    this.#last = -1
    if (this.#forms.size > 0) this.#forms.clear()
    const { length } = text
    let at = 0
    while (at < length) {
      const character = CHARACTERS[text.charCodeAt(at)]!
      if (character & WORD) at = this.#readWord(text, at, length)
      else if (character & MEANT) at = this.#readSign(text, at, character)
      else at++
    }
  }

  /** Reads the word at `start`, or what it is the beginning of, and returns where that ends. */
  #readWord(text: string, start: number, length: number): number {
    let h1 = 0
    let h2 = HASH2_START
    let kinds = 0
    let at = start
    let character = CHARACTERS[text.charCodeAt(start)]!
    do {
      kinds |= character
      const letter = character >>> LETTER_SHIFT
      h1 = Math.imul(h1 ^ letter, MULTIPLIER_1)
      h2 = (Math.imul(h2, MULTIPLIER_2) + letter) | 0
      at++
      character = at < length ? CHARACTERS[text.charCodeAt(at)]! : 0
    } while (character & WORD)
    if (kinds & HARD || maybeMasked(kinds, at - start)) return this.#readHard(text, start)
    if (character & GOES_ON || kinds & DIGIT) {
      const end = this.#readOn(text, start, at, kinds)
      if (end !== at) return end
    }
    this.#last = this.count
    this.#push(start, at, this.#position++, spread(h1), h2, kinds & KINDS)
    return at
  }

  /** Reads more than the plain word from `start` to `end`, if it goes on; else returns `end`, and nothing is read. */
  #readOn(text: string, start: number, end: number, kinds: number): number {
    const kind = kindAt(text, end)
    if (isSpace(kind) || (kind === 0 && !(kinds & DIGIT))) return end
    const code = end < text.length ? text.charCodeAt(end) : 0
    const next = kindAt(text, end + 1)
    if (kind & SKIP) return this.#readHard(text, start)
    if (kind & SURROGATE) return isPicture(text, end) ? end : this.#readHard(text, start)
    if (kind & (JOINER | APOSTROPHE)) return next & (WORD | SURROGATE) ? this.#readCompound(text, start) : end
    if (code === DOT || code === COLON || code === AT) {
      const addressEnd = this.#findAddressEnd(text, start, end)
      if (addressEnd > 0) return this.#readAddress(text, start, addressEnd)
    }
    // A fraction, or numbers in a list.
    if (code === DOT || code === COMMA)
      return kinds & DIGIT && next & (DIGIT | SURROGATE) ? this.#readHard(text, start) : end
    // C++ and C#, with the Cyrillic letter too.
    if ((code === PLUS || code === HASH) && (kinds & LATIN || end === start + 1)) return this.#readHard(text, start)
    return end
  }

  /** Most words before a full stop or a colon are turned down by one look at the next character. */
  #findAddressEnd(text: string, start: number, end: number): number {
    if (text.charCodeAt(end) === COLON)
      return text.charCodeAt(end + 1) === SLASH ? findAddressEnd(text, start, end) : -1
    const next = kindAt(text, end + 1)
    return isSpace(next) || next === 0 ? -1 : findAddressEnd(text, start, end)
  }

  #readAddress(text: string, start: number, end: number): number {
    const form = foldAddress(text, start, end)
    this.#last = this.count
    this.#push(start, end, this.#position++, hash1(form), hash2(form), ADDRESS)
    return end
  }

  #readCompound(text: string, start: number): number {
    const end = findPartsEnd(text, start, false)
    if (end === NOT_PLAIN) return this.#readHard(text, start)
    const code = end < text.length ? text.charCodeAt(end) : 0
    if (code === DOT || code === COLON || code === AT) {
      const addressEnd = this.#findAddressEnd(text, start, end)
      if (addressEnd > 0) return this.#readAddress(text, start, addressEnd)
    }
    this.#readParts(text, start, start, end)
    return end
  }

  /** A compound or a hashtag: the whole from `start`, then its parts, of which the first begins at `first`. */
  #readParts(text: string, start: number, first: number, end: number): void {
    this.#last = this.count
    this.#pushFolded(text, start, end, PARTS)
    let from = first
    let kinds = 0
    for (let at = first; at <= end; at++) {
      const kind = at < end ? KIND[text.charCodeAt(at)]! : JOINER
      kinds |= kind
      if (!(kind & JOINER)) continue
      this.#pushFolded(text, from, at, kinds & ~JOINER)
      this.#position++
      from = at + 1
      kinds = 0
    }
  }

  /** Reads what is no letter or digit at `at`, and returns where it ends. */
  #readSign(text: string, at: number, kind: number): number {
    if (kind & LINE_END) {
      this.#ended = true
      return at + 1
    }
    const code = text.charCodeAt(at)
    if (kind & ENDER) {
      if (code === DOT && (text.charCodeAt(at + 1) | 32) === SMALL_N && !(at > 0 && kindAt(text, at - 1) & WORD))
        return this.#readHard(text, at)
      if (!this.#ended) this.#ended = this.#endsSentence(text, at)
      return at + 1
    }
    if (kind & (EMOJI | SURROGATE)) return this.#readPicture(text, at)
    if (code !== HASH && code !== AT) return at + 1
    const next = kindAt(text, at + 1)
    if (!(next & (WORD | SURROGATE))) return at + 1
    const end = code === HASH ? findPartsEnd(text, at + 1, true) : NOT_PLAIN
    if (end === NOT_PLAIN || next & SURROGATE) return this.#readHard(text, at)
    this.#readParts(text, at, at + 1, end)
    return end
  }

  #readPicture(text: string, start: number): number {
    const first = text.charCodeAt(start)
    let end = start + 1
    if (KIND[first]! & SURROGATE) {
      if (!isPicture(text, start) || isFlagLetter(text, start)) return this.#readHard(text, start)
      end++
    }
    const bare = end
    while (end < text.length && isVariation(text.charCodeAt(end))) end++
    if (text.charCodeAt(end) === WIDE_JOINER || isSkin(text, end)) return this.#readHard(text, start)
    this.#pushFolded(text, start, bare, PICTURE)
    this.ends[this.count - 1] = end
    return end
  }

  /** A token whose form is its folded characters, at the current position. */
  #pushFolded(text: string, start: number, end: number, kinds: number): void {
    let h1 = 0
    let h2 = HASH2_START
    for (let at = start; at < end; at++) {
      const letter = FOLDED[text.charCodeAt(at)]!
      h1 = Math.imul(h1 ^ letter, MULTIPLIER_1)
      h2 = (Math.imul(h2, MULTIPLIER_2) + letter) | 0
    }
    this.#push(start, end, this.#position, spread(h1), h2, kinds)
  }

  #push(start: number, end: number, position: number, h1: number, h2: number, kinds: number): void {
    const { count } = this
    if (this.#ended) {
      if (count > 0) this.#sentence += SENTENCE_STEP
      this.#ended = false
    }
    if (count === this.starts.length) this.#grow()
    this.starts[count] = start
    this.ends[count] = end
    this.places[count] = position + this.#sentence
    this.hashes1[count] = h1
    this.hashes2[count] = h2
    this.#kinds[count] = kinds
    this.count = count + 1
  }

  #endsSentence(text: string, at: number): boolean {
    const last = this.#last
    // The word matters only when it stands right before the mark.
    if (last < 0 || this.ends[last] !== at) return endsSentence(text, at, '', 0, -1)
    return endsSentence(text, at, this.form(last), this.starts[last]!, at)
  }

  /** Leaves what begins at `from`, up to the next space, to `tokenise`. */
  #readHard(text: string, from: number): number {
    let end = from
    while (end < text.length && !isSpace(KIND[text.charCodeAt(end)]!)) end++
    const before = from > 0 && text.charCodeAt(from - 1) === COMMA ? BEFORE_LISTED : BEFORE
    const tokens = tokenise(before + text.slice(from, end) + AFTER)
    const base = this.#position - 1
    const moved = from - before.length
    let sentence = 0
    for (let i = 1; i < tokens.length; i++) {
      const token = tokens[i]!
      if (token.sentence > sentence) this.#ended = true
      sentence = token.sentence
      if (i === tokens.length - 1) {
        // The word put after it: it only tells whether a sentence has ended and how far the places went.
        this.#position = base + token.position
        break
      }
      const { form } = token
      this.#forms.set(this.count, form)
      this.#push(moved + token.start, moved + token.end, base + token.position, hash1(form), hash2(form), KEPT)
    }
    this.#last = -1
    return end
  }

  #grow(): void {
    const { starts, ends, places, hashes1, hashes2 } = this
    this.starts = doubled(starts)
    this.ends = doubled(ends)
    this.places = doubled(places)
    this.hashes1 = doubled(hashes1)
    this.hashes2 = doubled(hashes2)
    this.#kinds = doubled(this.#kinds)
  }
}
