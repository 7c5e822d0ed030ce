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

/**
 * The text as tokens, in the order of their places. A message and a query go through the same function, so what is
 * one word in a query is one word in a message. Never throws, whatever the text.
 */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  const length = text.length
  let position = 0
  let sentence = 0
  let ended = false
  let lastForm = ''
  let lastStart = 0
  let lastEnd = -1
  let at = 0

  /** A run of letters and digits: itself, and its parts when it is a compound. Moves `position` over it. */
  function pushRun(start: number, end: number, kinds: number): void {
    if (!(kinds & JOINER)) {
      const form = foldPart(text, start, end, kinds)
      if (form === '') return
      const kind = kinds & ~(SKIP | DIGIT) & WORD ? 'word' : 'number'
      tokens.push({ form, start, end, kind, position, sentence })
      position++
      lastForm = form
      return
    }
    const whole: Token = { form: '', start, end, kind: 'number', position, sentence }
    tokens.push(whole)
    pushParts(start, end, whole)
  }

  function pushParts(start: number, end: number, whole: Token | undefined): void {
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
        tokens.push({ form: part, start: partStart, end: i, kind: partKind, position, sentence })
        position++
        if (partKind === 'word' && whole) whole.kind = 'word'
      }
      form += i < end ? part + (text.charCodeAt(i) === UNDERSCORE ? '_' : '-') : part
      partStart = i + 1
      partKinds = 0
    }
    if (whole) whole.form = form
    lastForm = form
  }

  function pushOne(form: string, start: number, end: number, kind: Token['kind']): void {
    tokens.push({ form, start, end, kind, position, sentence })
    position++
    lastForm = form
  }

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
      if (!ended) ended = endsSentence(text, at, lastForm, lastStart, lastEnd)
      at++
      continue
    }
    if (ended && kind & (WORD | EMOJI | SIGN) && tokens.length > 0 && startsToken(text, at, kind, code)) {
      sentence = tokens[tokens.length - 1]!.sentence + 1
    }

    if (kind & WORD) {
      ended = false
      let end = scanRun(text, at, JOINER | APOSTROPHE)
      const kinds = runKinds
      lastStart = at
      const next = end < length ? text.charCodeAt(end) : 0
      if (next === DOT || next === COLON || next === AT || (next === COMMA && kinds & DIGIT)) {
        const addressEnd = next === COMMA ? -1 : findAddressEnd(text, at, end)
        if (addressEnd > 0) {
          pushOne(foldAddress(text, at, addressEnd), at, addressEnd, 'url')
          at = lastEnd = addressEnd
          continue
        }
        if (!(kinds & ~DIGIT)) {
          const inList = at > 0 && text.charCodeAt(at - 1) === COMMA
          const fractionEnd = inList && next === COMMA ? end : scanFraction(text, end)
          if (fractionEnd > end) {
            const pointed = text.slice(at, fractionEnd).replace(',', '.')
            end = scanRun(text, fractionEnd, 0)
            const unit = end > fractionEnd ? foldPart(text, fractionEnd, end, runKinds) : ''
            pushOne(pointed + unit, at, end, unit === '' ? 'number' : 'word')
            at = lastEnd = end
            continue
          }
        }
      } else if (next === PLUS || next === HASH) {
        const signed = signedWord(text, at, end, kinds)
        if (signed !== '') {
          end += signed.endsWith('++') ? 2 : 1
          pushOne(signed, at, end, 'word')
          at = lastEnd = end
          continue
        }
      }
      pushRun(at, end, kinds)
      at = lastEnd = end
      continue
    }

    if (kind & EMOJI) {
      ended = false
      const end = scanPicture(text, at)
      tokens.push({ form: foldPicture(text, at, end), start: at, end, kind: 'emoji', position, sentence })
      at = end
      continue
    }

    if (code === DOT) {
      ended = false
      lastStart = at
      pushOne('.net', at, at + 4, 'word')
      at = lastEnd = at + 4
      continue
    }

    if ((code === HASH || code === AT) && wordKind(text, at + 1) & WORD) {
      ended = false
      lastStart = at
      const end = code === HASH ? scanTag(text, at + 1) : scanName(text, at + 1)
      const start = position
      const whole: Token = {
        form: '',
        start: at,
        end,
        kind: code === HASH ? 'hashtag' : 'mention',
        position: start,
        sentence,
      }
      tokens.push(whole)
      if (code === HASH) {
        pushParts(at + 1, end, undefined)
        whole.form = '#' + lastForm
      } else {
        whole.form = '@' + foldPart(text, at + 1, end, runKinds, true)
        position++
      }
      lastForm = whole.form
      at = lastEnd = end
      continue
    }
    at++
  }
  return tokens
}

function startsToken(text: string, at: number, kind: number, code: number): boolean {
  if (kind & (WORD | EMOJI) || code === DOT) return true
  return (code === HASH || code === AT) && (wordKind(text, at + 1) & WORD) !== 0
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
