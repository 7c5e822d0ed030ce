import { findAddressEnd, foldAddress } from './addresses.ts'
import {
  APOSTROPHE,
  CYRILLIC,
  DIGIT,
  EMOJI,
  ENDER,
  JOINER,
  KIND,
  LATIN,
  LETTER,
  LINE_END,
  OTHER,
  SIGN,
  SKIP,
  SURROGATE,
  WORD,
} from './characters.ts'
import { foldPart } from './fold.ts'
import { endsSentence } from './sentences.ts'

export { fold } from './fold.ts'

export interface Token {
  /** Folded: lower case, ё as е, without accents and invisible characters. */
  form: string
  /** UTF-16 offsets in the original text, `end` exclusive. */
  start: number
  end: number
  kind: 'word' | 'number' | 'hashtag' | 'mention' | 'url' | 'emoji'
  /**
   * Counts places. A compound stands at its first part's place beside that part; a hashtag stands at the place of its
   * first plain word. A picture takes no place of its own: it shares that of the next word.
   */
  position: number
  sentence: number
}

const PLUS = 0x2b
const HASH = 0x23
const AT = 0x40
const DOT = 0x2e
const COMMA = 0x2c
const COLON = 0x3a
const UNDERSCORE = 0x5f
const WIDE_JOINER = 0x200d

/** Kinds of the run that `scanRun` went over last: a second result without an allocation for every word. */
let runKinds = 0

function wordKind(text: string, at: number): number {
  const kind = at < text.length ? KIND[text.charCodeAt(at)]! : 0
  if (!(kind & SURROGATE)) return kind
  const code = text.codePointAt(at)!
  if (code < 0x10000) return 0
  if (isPicture(code)) return EMOJI
  const character = String.fromCodePoint(code)
  if (/\p{L}/u.test(character)) return OTHER | SURROGATE
  return /\p{Nd}/u.test(character) ? DIGIT | SURROGATE : 0
}

function isPicture(code: number): boolean {
  return code >= 0x1f000 && code <= 0x1fbff
}

/** The end of the run of letters and digits at `start`; joiners and apostrophes belong to it only between letters. */
function scanRun(text: string, start: number, joiners: number): number {
  const length = text.length
  let kinds = 0
  let at = start
  while (at < length) {
    const kind = KIND[text.charCodeAt(at)]!
    if (kind & (WORD | SKIP)) {
      kinds |= kind
      at++
    } else if (kind & SURROGATE) {
      const real = wordKind(text, at)
      if (!(real & WORD)) break
      kinds |= real
      at += 2
    } else if (kind & joiners) {
      // A soft hyphen or an accent before the hyphen changes nothing; after it a letter has to follow at once.
      // An apostrophe joins letters of one alphabet: «devops'у» is two words.
      const wanted = kind & APOSTROPHE ? KIND[text.charCodeAt(at - 1)]! & (CYRILLIC | LATIN) : WORD
      if (!(wordKind(text, at + 1) & wanted)) break
      kinds |= kind
      at++
    } else {
      break
    }
  }
  // An invisible tail is no part of the word.
  while (at > start && KIND[text.charCodeAt(at - 1)]! & SKIP && !isAccent(text.charCodeAt(at - 1))) at--
  runKinds = kinds
  return at
}

function isAccent(code: number): boolean {
  return code >= 0x0300 && code <= 0x036f
}

/** `12.5` `12,5` `12.05.2024` `2.5млн`: the end of the number that goes on after the digits that end at `at`. */
function scanFraction(text: string, at: number): number {
  for (;;) {
    const mark = text.charCodeAt(at)
    if ((mark !== DOT && mark !== COMMA) || !(wordKind(text, at + 1) & DIGIT)) return at
    let end = at + 1
    while (end < text.length && KIND[text.charCodeAt(end)]! & DIGIT) end++
    // 1,2,3 is a list
    if (mark === COMMA) return text.charCodeAt(end) === COMMA && wordKind(text, end + 1) & DIGIT ? at : end
    at = end
  }
}

/** The end of the picture at `start` with all that is glued to it: variation, skin, joined pictures, flags. */
function scanPicture(text: string, start: number): number {
  let at = start + (text.codePointAt(start)! > 0xffff ? 2 : 1)
  const flag = isFlagLetter(text.codePointAt(start)!)
  if (flag && at < text.length && isFlagLetter(text.codePointAt(at)!)) return at + 2
  while (at < text.length) {
    const code = text.codePointAt(at)!
    if (code >= 0x1f3fb && code <= 0x1f3ff) at += 2
    else if (code >= 0xfe00 && code <= 0xfe0f) at++
    else if (code === WIDE_JOINER && wordKind(text, at + 1) & EMOJI) at += text.codePointAt(at + 1)! > 0xffff ? 3 : 2
    else break
  }
  return at
}

function isFlagLetter(code: number): boolean {
  return code >= 0x1f1e6 && code <= 0x1f1ff
}

function foldPicture(text: string, start: number, end: number): string {
  return text.slice(start, end).replace(/[\ufe00-\ufe0f]|(?<=.)[\u{1f3fb}-\u{1f3ff}]/gu, '')
}

/** Makes the tokens of one text. Each `read…` takes where something begins and returns where it ends. */
class TokenReader {
  readonly tokens: Token[] = []
  readonly text: string
  position = 0
  sentence = 0
  /** The word read last, as `endsSentence` asks for it. */
  lastForm = ''
  lastStart = 0
  lastEnd = -1

  constructor(text: string) {
    this.text = text
  }

  endsSentence(at: number): boolean {
    return endsSentence(this.text, at, this.lastForm, this.lastStart, this.lastEnd)
  }

  readWord(start: number): number {
    const { text } = this
    const end = scanRun(text, start, JOINER | APOSTROPHE)
    const kinds = runKinds
    this.lastStart = start
    const next = end < text.length ? text.charCodeAt(end) : 0
    if (next === DOT || next === COLON || next === AT || (next === COMMA && kinds & DIGIT)) {
      const addressEnd = next === COMMA ? -1 : findAddressEnd(text, start, end)
      if (addressEnd > 0) return this.#pushOne(foldAddress(text, start, addressEnd), start, addressEnd, 'url')
      if (!(kinds & ~DIGIT)) {
        const inList = start > 0 && text.charCodeAt(start - 1) === COMMA
        const fractionEnd = inList && next === COMMA ? end : scanFraction(text, end)
        if (fractionEnd > end) return this.#pushNumber(start, fractionEnd)
      }
    } else if (next === PLUS || next === HASH) {
      const signed = signedWord(text, start, end, kinds)
      if (signed !== '') return this.#pushOne(signed, start, end + (signed.endsWith('++') ? 2 : 1), 'word')
    }
    this.#pushRun(start, end, kinds)
    return (this.lastEnd = end)
  }

  /** Not a word: what stood before it is still the last one. */
  readPicture(start: number): number {
    const { text, tokens, position, sentence } = this
    const end = scanPicture(text, start)
    tokens.push({ form: foldPicture(text, start, end), start, end, kind: 'emoji', position, sentence })
    return end
  }

  readDotNet(start: number): number {
    this.lastStart = start
    return this.#pushOne('.net', start, start + 4, 'word')
  }

  readTag(start: number): number {
    this.lastStart = start
    const end = scanTag(this.text, start + 1)
    const whole = this.#pushWhole(start, end, 'hashtag')
    this.#pushParts(start + 1, end, undefined)
    this.lastForm = whole.form = '#' + this.lastForm
    return (this.lastEnd = end)
  }

  readName(start: number): number {
    this.lastStart = start
    const end = scanName(this.text, start + 1)
    return this.#pushOne('@' + foldPart(this.text, start + 1, end, runKinds, true), start, end, 'mention')
  }

  #pushOne(form: string, start: number, end: number, kind: Token['kind']): number {
    this.tokens.push({ form, start, end, kind, position: this.position, sentence: this.sentence })
    this.position++
    this.lastForm = form
    return (this.lastEnd = end)
  }

  /** With the unit that is glued to it, if there is one. */
  #pushNumber(start: number, fractionEnd: number): number {
    const { text } = this
    const pointed = text.slice(start, fractionEnd).replace(',', '.')
    const end = scanRun(text, fractionEnd, 0)
    const unit = end > fractionEnd ? foldPart(text, fractionEnd, end, runKinds) : ''
    return this.#pushOne(pointed + unit, start, end, unit === '' ? 'number' : 'word')
  }

  /** A run of letters and digits: itself, and its parts when it is a compound. Moves `position` over it. */
  #pushRun(start: number, end: number, kinds: number): void {
    if (kinds & JOINER) {
      this.#pushParts(start, end, this.#pushWhole(start, end, 'number'))
      return
    }
    const form = foldPart(this.text, start, end, kinds)
    if (form === '') return
    const kind = kinds & ~(SKIP | DIGIT) & WORD ? 'word' : 'number'
    this.tokens.push({ form, start, end, kind, position: this.position, sentence: this.sentence })
    this.position++
    this.lastForm = form
  }

  /** Stands before its parts; its form follows from theirs. */
  #pushWhole(start: number, end: number, kind: Token['kind']): Token {
    const whole: Token = { form: '', start, end, kind, position: this.position, sentence: this.sentence }
    this.tokens.push(whole)
    return whole
  }

  #pushParts(start: number, end: number, whole: Token | undefined): void {
    const { text, tokens, sentence } = this
    let partStart = start
    let partKinds = 0
    let form = ''
    for (let i = start; i <= end; i++) {
      const kind = i < end ? KIND[text.charCodeAt(i)]! : JOINER
      if (!(kind & JOINER)) {
        partKinds |= kind & SURROGATE ? SURROGATE | wordKind(text, i) : kind
        continue
      }
      const part = foldPart(text, partStart, i, partKinds)
      if (part !== '') {
        const partKind = partKinds & LETTER ? 'word' : 'number'
        tokens.push({ form: part, start: partStart, end: i, kind: partKind, position: this.position, sentence })
        this.position++
        if (partKind === 'word' && whole) whole.kind = 'word'
      }
      form += i < end ? part + (text.charCodeAt(i) === UNDERSCORE ? '_' : '-') : part
      partStart = i + 1
      partKinds = 0
    }
    if (whole) whole.form = form
    this.lastForm = form
  }
}

/**
 * The text as tokens, in the order of their places. A message and a query go through the same function, so what is
 * one word in a query is one word in a message. Never throws, whatever the text.
 */
export function tokenise(text: string): Token[] {
  const reader = new TokenReader(text)
  const { tokens } = reader
  const length = text.length
  let ended = false
  let at = 0
  while (at < length) {
    const code = text.charCodeAt(at)
    let kind = KIND[code]!
    if (kind & SURROGATE) kind = wordKind(text, at)

    if (!(kind & (WORD | EMOJI | SIGN | LINE_END | ENDER))) {
      at++
      continue
    }
    if (kind & LINE_END) {
      ended = true
      at++
      continue
    }
    if (kind & ENDER && !(code === DOT && isDotNet(text, at))) {
      if (!ended) ended = reader.endsSentence(at)
      at++
      continue
    }
    if (!(kind & (WORD | EMOJI)) && !startsToken(text, at, code)) {
      at++
      continue
    }
    if (ended && tokens.length > 0) reader.sentence = tokens[tokens.length - 1]!.sentence + 1
    ended = false
    if (kind & WORD) at = reader.readWord(at)
    else if (kind & EMOJI) at = reader.readPicture(at)
    else if (code === DOT) at = reader.readDotNet(at)
    else at = code === HASH ? reader.readTag(at) : reader.readName(at)
  }
  return tokens
}

/** Whether a sign begins `.net`, a hashtag or a name. */
function startsToken(text: string, at: number, code: number): boolean {
  return code === DOT || ((code === HASH || code === AT) && (wordKind(text, at + 1) & WORD) !== 0)
}

/** `#ремонт_квартир`: letters, digits and low lines, the hyphen ends it. */
function scanTag(text: string, start: number): number {
  let end = start
  let kinds = 0
  for (;;) {
    end = scanRun(text, end, 0)
    kinds |= runKinds
    if (text.charCodeAt(end) !== UNDERSCORE || !(wordKind(text, end + 1) & WORD)) break
    kinds |= JOINER
    end++
  }
  runKinds = kinds
  return end
}

/** `@ivan.petrov`, `@name.bsky.social`: a point inside belongs to the name before a Latin letter or a digit. */
function scanName(text: string, start: number): number {
  let end = start
  let kinds = 0
  for (;;) {
    while (text.charCodeAt(end) === UNDERSCORE) end++
    end = scanRun(text, end, JOINER)
    kinds |= runKinds
    const next = text.charCodeAt(end)
    if (next === UNDERSCORE && KIND[text.charCodeAt(end - 1)]! & WORD) {
      while (text.charCodeAt(end) === UNDERSCORE) end++
      if (!(wordKind(text, end) & WORD)) break
    } else if (next === DOT && wordKind(text, end + 1) & (LATIN | DIGIT)) {
      end++
    } else {
      break
    }
  }
  runKinds = kinds
  return end
}

/** `c++` `c#` `notepad++`, with the Cyrillic с too; nothing when the signs mean something else. */
function signedWord(text: string, start: number, end: number, kinds: number): string {
  if (kinds & (JOINER | SKIP | SURROGATE)) return ''
  const form = foldPart(text, start, end, kinds)
  const latin = form === 'с' ? 'c' : form
  if (!/^[a-z0-9]*[a-z][a-z0-9]*$/.test(latin)) return ''
  if (text.charCodeAt(end) === PLUS)
    return text.charCodeAt(end + 1) === PLUS && !(wordKind(text, end + 2) & WORD) ? latin + '++' : ''
  return latin.length === 1 && !(wordKind(text, end + 1) & WORD) ? latin + '#' : ''
}

/** `.net` with nothing before and nothing after. */
function isDotNet(text: string, at: number): boolean {
  if (at > 0 && wordKind(text, at - 1) & WORD) return false
  return /^\.net(?![\p{L}\p{Nd}])/iu.test(text.slice(at, at + 6))
}
