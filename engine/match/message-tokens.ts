/**
 * A message's tokens as numbers, without a string or an object per token. Says the same as `tokenise`, in about half the
 * time that `tokenise` and hashing its forms would take: words of one alphabet are read here, hashing as they are read;
 * whatever is written between two spaces and holds anything else (an address, a compound, a picture, masked letters) is
 * handed to `tokenise`. That a token never reaches over white space makes this possible; a property test holds both equal.
 */
import {
  APOSTROPHE, CYRILLIC, DIGIT, EMOJI, ENDER, FOLDED, JOINER, KIND, LATIN, LINE_END, OTHER, SKIP, SPACE, SURROGATE, WORD,
} from '../language/characters.ts'
import { foldPart } from '../language/fold.ts'
import { endsSentence } from '../language/sentences.ts'
import { tokenise } from '../language/tokenise.ts'
import { hash1, hash2, HASH2_START, MULTIPLIER_1, MULTIPLIER_2 } from './word-table.ts'

/** Wider gaps than this mean the same as this one; nobody writes sentences that long. */
export const WIDEST_GAP = 1000
/** Places of neighbouring sentences are further apart than any gap, so that one subtraction decides both. */
const SENTENCE_STEP = WIDEST_GAP + 2

const SLASH = 0x2f
const PLUS = 0x2b
const HASH = 0x23
const AT = 0x40
const DOT = 0x2e
const COMMA = 0x2c
const COLON = 0x3a
const INSIDE_HARD = OTHER | SKIP | SURROGATE
/** What before the chunk and what after it makes `tokenise` see it as it stands in the text. */
const BEFORE = 'а '
const AFTER = ' а'

/** The zero-width no-break space counts as a space and as invisible; words go on over it. */
const isSpace = (kind: number): boolean => (kind & (SPACE | SKIP)) === SPACE

export class MessageTokens {
  text = ''
  count = 0
  starts = new Int32Array(256)
  ends = new Int32Array(256)
  /** Position, moved apart by `SENTENCE_STEP` per sentence. */
  places = new Int32Array(256)
  hashes1 = new Int32Array(256)
  hashes2 = new Int32Array(256)
  /** Kinds of a plain word's characters or-ed together; -1 when the form is in `#forms`. */
  #kinds = new Int32Array(256)
  readonly #forms = new Map<number, string>()
  #position = 0
  #sentence = 0
  #ended = false

  form(token: number): string {
    const kinds = this.#kinds[token]!
    return kinds < 0 ? this.#forms.get(token)! : foldPart(this.text, this.starts[token]!, this.ends[token]!, kinds)
  }

  read(text: string): void {
    this.text = text
    this.count = 0
    this.#position = 0
    this.#sentence = 0
    this.#ended = false
    if (this.#forms.size > 0) this.#forms.clear()
    const length = text.length
    let at = 0
    while (at < length) {
      const kind = KIND[text.charCodeAt(at)]!
      if (isSpace(kind)) {
        if (kind & LINE_END) this.#ended = true
        at++
      } else at = this.#readChunk(text, at, length)
    }
  }

  /** Reads what stands between two spaces, and returns where it ends. */
  #readChunk(text: string, from: number, length: number): number {
    const { count } = this
    const [position, sentence, ended] = [this.#position, this.#sentence, this.#ended]
    let at = from
    while (at < length) {
      const code = text.charCodeAt(at)
      const kind = KIND[code]!
      if (isSpace(kind)) return at
      if (kind & WORD) {
        const end = this.#readWord(text, at, length)
        if (end > 0) {
          at = end
          continue
        }
      } else if (kind & ENDER) {
        const next = at + 1 < length ? text.charCodeAt(at + 1) : 0
        if (code !== DOT || (next | 32) !== 0x6e) {
          if (!this.#ended) this.#ended = this.#endsSentence(text, at)
          at++
          continue
        }
      } else if (!(kind & (EMOJI | SURROGATE | SKIP)) && !((code === HASH || code === AT) && at + 1 < length && this.#mayBegin(text, at + 1))) {
        at++
        continue
      }
      this.count = count
      this.#position = position
      this.#sentence = sentence
      this.#ended = ended
      return this.#readHard(text, from, length)
    }
    return at
  }

  /** The end of the plain word at `start`, or -1 when it is none. */
  #readWord(text: string, start: number, length: number): number {
    let h1 = 0
    let h2 = HASH2_START
    let kinds = 0
    let at = start
    let code = text.charCodeAt(start)
    let kind = KIND[code]!
    do {
      kinds |= kind
      const letter = FOLDED[code]!
      h1 = Math.imul(h1 ^ letter, MULTIPLIER_1)
      h2 = (Math.imul(h2, MULTIPLIER_2) + letter) | 0
      at++
      if (at === length) break
      code = text.charCodeAt(at)
      kind = KIND[code]!
    } while (kind & WORD)
    if (kinds & INSIDE_HARD || (kinds & (CYRILLIC | LATIN)) === (CYRILLIC | LATIN)) return -1
    if (at - start === 2 && (kinds & (LATIN | DIGIT)) === (LATIN | DIGIT)) return -1
    if (at < length && !isSpace(kind)) {
      // What may go on after the letters; a full stop, comma or colon before a space does not.
      if (kind & (JOINER | APOSTROPHE | SKIP | SURROGATE) || code === PLUS || code === HASH || code === AT) return -1
      const next = at + 1 < length ? text.charCodeAt(at + 1) : 0
      if (code === DOT && next !== 0 && !isSpace(KIND[next]!)) return -1
      if (code === COMMA && kinds & DIGIT && KIND[next]! & WORD) return -1
      if (code === COLON && next === SLASH) return -1
    }
    this.#push(start, at, this.#position, h1 ^ (h1 >>> 15), h2, kinds)
    this.#position++
    return at
  }

  #push(start: number, end: number, position: number, h1: number, h2: number, kinds: number): void {
    if (this.#ended) {
      if (this.count > 0) this.#sentence++
      this.#ended = false
    }
    const { count } = this
    if (count === this.starts.length) this.#grow()
    this.starts[count] = start
    this.ends[count] = end
    this.places[count] = position + this.#sentence * SENTENCE_STEP
    this.hashes1[count] = h1
    this.hashes2[count] = h2
    this.#kinds[count] = kinds
    this.count = count + 1
  }

  #endsSentence(text: string, at: number): boolean {
    const last = this.count - 1
    // The word matters only when it stands right before the mark.
    if (last < 0 || this.ends[last] !== at) return endsSentence(text, at, '', 0, -1)
    return endsSentence(text, at, this.form(last), this.starts[last]!, at)
  }

  #mayBegin(text: string, at: number): boolean {
    return (KIND[text.charCodeAt(at)]! & (WORD | SURROGATE | SKIP)) !== 0
  }

  #readHard(text: string, from: number, length: number): number {
    let end = from
    while (end < length && !isSpace(KIND[text.charCodeAt(end)]!)) end++
    const tokens = tokenise(BEFORE + text.slice(from, end) + AFTER)
    const base = this.#position - 1
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
      this.#push(from + token.start - BEFORE.length, from + token.end - BEFORE.length, base + token.position, hash1(form), hash2(form), -1)
    }
    return end
  }

  #grow(): void {
    const grown = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const array = new Int32Array(old.length * 2)
      array.set(old)
      return array
    }
    this.starts = grown(this.starts)
    this.ends = grown(this.ends)
    this.places = grown(this.places)
    this.hashes1 = grown(this.hashes1)
    this.hashes2 = grown(this.hashes2)
    this.#kinds = grown(this.#kinds)
  }
}
