import { DIGIT, KIND, SURROGATE, WORD } from '../language/characters.ts'
import { fold } from '../language/fold.ts'
import { tokenise } from '../language/tokenise.ts'
import type { Token } from '../language/tokenise.ts'
import { phoneOf } from '../language/writings.ts'
import { MISTAKE_TEXTS, SHORTEST_STEM, WIDEST_STEP } from './mistakes.ts'
import type { Mistake } from './mistakes.ts'
import type { Atom } from './query.ts'

/** A written query cut into signs and atoms. Whatever is wrong inside one piece is found here. */
export type Lexeme =
  | { kind: 'atom'; start: number; end: number; atom: Atom; picture: boolean }
  | { kind: 'open'; start: number; end: number }
  | { kind: 'close'; start: number; end: number }
  | { kind: 'or'; start: number; end: number }
  | { kind: 'minus'; start: number; end: number }
  | { kind: 'step'; start: number; end: number; gap: number }

const QUOTES = '"«»“”„'
const ENDS_CHUNK = QUOTES + '()|'
const DASHES = '-–—−'
const SPACE = /\s/

interface Lexer {
  text: string
  lexemes: Lexeme[]
  mistakes: Mistake[]
}

export function lexQuery(text: string): { lexemes: Lexeme[]; mistakes: Mistake[] } {
  const lexer: Lexer = { text, lexemes: [], mistakes: [] }
  let at = 0
  while (at < text.length) {
    const sign = text.charAt(at)
    if (SPACE.test(sign)) at++
    else if (sign === '(' && phoneEnd(text, at) < 0) at = push(lexer, { kind: 'open', start: at, end: at + 1 })
    else if (sign === ')') at = push(lexer, { kind: 'close', start: at, end: at + 1 })
    else if (sign === '|') at = push(lexer, { kind: 'or', start: at, end: at + 1 })
    else if (isPhoneSign(sign) && phoneEnd(text, at) > 0) at = lexPhone(lexer, at)
    else if (QUOTES.includes(sign)) at = lexQuoted(lexer, at)
    else if (DASHES.includes(sign)) at = lexMinus(lexer, at)
    else at = lexChunk(lexer, at)
  }
  return lexer
}

/** `+7 (912) 345-67-89`, `89123456789`, `(495) 123 45 67`: ten digits, with the country's before them or without. */
const PHONE = /(?:\+?7|8)?[\s-]{0,2}(?:\(\d{3,5}\)|\d{3})(?:[\s-]{0,2}\d){5,7}(?![\p{L}\d]|[.,-]\d|[/*@#+:])/uy

const isPhoneSign = (sign: string): boolean => sign === '+' || sign === '(' || (sign >= '0' && sign <= '9')

/** Where the telephone number ends that begins at `start`, or -1. What is only digits and spaces is one with `+7` or `8` alone. */
function phoneEnd(text: string, start: number): number {
  PHONE.lastIndex = start
  const [written = ''] = PHONE.exec(text) ?? []
  const digits = written.replace(/\D/g, '')
  const isWhole = digits.length === 11 ? /^[78]/.test(digits) : digits.length === 10 && /^(?:9|\D)/.test(written)
  return isWhole && phoneOf(digits.length === 10 ? `7${digits}` : digits) !== undefined ? start + written.length : -1
}

/** One word, whatever stands between its digits. */
function lexPhone(lexer: Lexer, start: number): number {
  const end = phoneEnd(lexer.text, start)
  const digits = lexer.text.slice(start, end).replace(/\D/g, '')
  return pushAtom(
    lexer,
    { kind: 'word', form: digits.length === 10 ? `7${digits}` : `7${digits.slice(1)}` },
    start,
    end,
  )
}

function push(lexer: Lexer, lexeme: Lexeme): number {
  lexer.lexemes.push(lexeme)
  return lexeme.end
}

function complain(lexer: Lexer, message: string, start: number, end: number): number {
  lexer.mistakes.push({ message, start, end })
  return end
}

function lexMinus(lexer: Lexer, at: number): number {
  const next = lexer.text.charAt(at + 1)
  if (DASHES.includes(next) && next !== '') {
    let end = at
    while (end < lexer.text.length && DASHES.includes(lexer.text.charAt(end))) end++
    return complain(lexer, MISTAKE_TEXTS.minusTwice, at, end)
  }
  if (next === '' || SPACE.test(next) || next === ')' || next === '|') {
    // A long dash between spaces is punctuation, a hyphen is a minus that lost its word.
    return lexer.text.charAt(at) === '-' ? complain(lexer, MISTAKE_TEXTS.minusEmpty, at, at + 1) : at + 1
  }
  return push(lexer, { kind: 'minus', start: at, end: at + 1 })
}

function lexQuoted(lexer: Lexer, start: number): number {
  const { text } = lexer
  let close = start + 1
  while (close < text.length && !QUOTES.includes(text.charAt(close))) close++
  if (close === text.length) return complain(lexer, MISTAKE_TEXTS.quoteOpen, start, text.length)
  const end = close + 1
  const inside = text.slice(start + 1, close)
  const tokens = tokenise(inside)
  if (tokens.length === 0) return complain(lexer, MISTAKE_TEXTS.quoteEmpty, start, end)
  const star = starAfterWord(inside)
  if (star >= 0) return complain(lexer, MISTAKE_TEXTS.quoteStar, start + 1 + star, start + 2 + star)
  const words = tokens.filter((token) => token.kind !== 'emoji')
  if (words.length === 0) {
    const pictures = tokens.map((token): Lexeme => {
      return { kind: 'atom', atom: { kind: 'exact', form: token.form }, picture: true, start, end }
    })
    return pushTogether(lexer, pictures, start, end)
  }
  const whole = wholeToken(words)
  if (whole) return pushAtom(lexer, { kind: 'exact', form: whole.form }, start, end)
  if (words.some((token) => token.sentence !== words[0]!.sentence))
    return complain(lexer, MISTAKE_TEXTS.quoteSentences, start, end)
  return pushAtom(lexer, { kind: 'phrase', forms: formsByPlace(words) }, start, end)
}

function starAfterWord(text: string): number {
  for (let star = text.indexOf('*'); star >= 0; star = text.indexOf('*', star + 1)) {
    if (star > 0 && KIND[text.charCodeAt(star - 1)]! & WORD) return star
  }
  return -1
}

/** The one token that covers all the others: a word alone, a compound before its parts, a hashtag before its words. */
function wholeToken(tokens: Token[]): Token | undefined {
  const first = tokens[0]!
  return tokens.every((token) => token.start >= first.start && token.end <= first.end) ? first : undefined
}

/** One form for each place: the parts of a compound rather than the whole, `#тег` rather than its word. */
function formsByPlace(tokens: Token[]): string[] {
  return [...Map.groupBy(tokens, (token) => token.position).values()].map((here) => {
    const [first, second] = here as [Token, Token?]
    if (!second) return first.form
    return first.kind === 'hashtag' && first.end === second.end ? first.form : second.form
  })
}

function pushAtom(lexer: Lexer, atom: Atom, start: number, end: number): number {
  return push(lexer, { kind: 'atom', atom, picture: false, start, end })
}

/** What stands between spaces, quotes, brackets and bars: a word as a rule, `node.js`, `ремонт/5` or rubbish at worst. */
function lexChunk(lexer: Lexer, start: number): number {
  const { text } = lexer
  if (text.charAt(start) === '/') return lexStep(lexer, start)
  let end = start
  while (end < text.length && !SPACE.test(text.charAt(end)) && !ENDS_CHUNK.includes(text.charAt(end))) end++
  const spaceEnd = nextSpace(text, start)
  const address = tokenise(text.slice(start, spaceEnd))[0]
  if (address?.kind === 'url' && address.start === 0) {
    // Brackets and slashes inside an address belong to it.
    const addressEnd = start + address.end
    if (text.charAt(addressEnd) === '*') return pushStem(lexer, address.form, start, addressEnd)
    return pushAtom(lexer, { kind: 'word', form: address.form }, start, addressEnd)
  }
  SLASHED.lastIndex = start
  const [slashed = ''] = SLASHED.exec(text) ?? []
  if (slashed !== '') return lexSlashed(lexer, start, start + slashed.length)
  const slash = text.indexOf('/', start)
  // 24/7 is a word to everybody
  if (slash > start && slash < end && !(KIND[text.charCodeAt(slash - 1)]! & DIGIT)) end = slash
  return lexWords(lexer, start, end)
}

/** `б/у`, `з/п`, `а/м`: an abbreviation of two words; a word with a slash means two of them, and which is not known. */
const SLASHED = /[а-яёa-z]{1,2}\/[а-яёa-z]{1,2}(?![^\s()|"«»“”„])/iuy

function lexSlashed(lexer: Lexer, start: number, end: number): number {
  const forms = tokenise(lexer.text.slice(start, end)).map(({ form }) => form)
  return pushAtom(lexer, { kind: 'phrase', forms, slashed: true }, start, end)
}

function nextSpace(text: string, start: number): number {
  let end = start
  while (end < text.length && !SPACE.test(text.charAt(end))) end++
  return end
}

function lexStep(lexer: Lexer, start: number): number {
  const { text } = lexer
  let end = start + 1
  while (end < text.length && /[0-9]/.test(text.charAt(end))) end++
  const next = end < text.length ? KIND[text.charCodeAt(end)]! : 0
  if (end === start + 1 || next & (WORD | SURROGATE)) return complain(lexer, MISTAKE_TEXTS.slash, start, end)
  const step = Number(text.slice(start + 1, end))
  if (step < 1 || step > WIDEST_STEP) {
    complain(lexer, MISTAKE_TEXTS.stepSize, start, end)
    return push(lexer, { kind: 'step', gap: 0, start, end })
  }
  return push(lexer, { kind: 'step', gap: step - 1, start, end })
}

/** `150×150` and `150*150` are written with a letter as well, and as one word then. */
const TIMES = /(?<=\d)[×*](?=\d)/g

function lexWords(lexer: Lexer, start: number, end: number): number {
  const chunk = lexer.text.slice(start, end).replace(TIMES, 'х')
  const star = chunk.indexOf('*')
  const tokens = tokenise(star >= 0 ? chunk.slice(0, star) : chunk)
  if (tokens.length === 0) return lexRubbish(lexer, chunk, start, end)
  if (chunk.startsWith('!')) complain(lexer, MISTAKE_TEXTS.bang, start, start + 1)
  const comma = strayComma(chunk, tokens)
  if (comma >= 0) return complain(lexer, MISTAKE_TEXTS.comma, start + comma, start + comma + 1) && end
  if (star >= 0) {
    const whole = wholeToken(tokens)
    const atEnd = star === chunk.length - 1 && whole?.end === star
    if (!whole || !atEnd) return complain(lexer, MISTAKE_TEXTS.starPlace, start + star, start + star + 1) && end
    return pushStem(lexer, whole.form, start, start + star)
  }
  pushWords(lexer, tokens, start, chunk.startsWith('~'))
  return end
}

/** `500₽`, `10кв.м`: words, of which others have other writings, and no phrase. */
function isAmount(tokens: Token[]): boolean {
  const last = tokens.at(-1)!
  return tokens.length > 1 && /^\d/.test(tokens[0]!.form) && last.kind === 'word' && !/\d/.test(last.form)
}

/** The words of one chunk: one, or a phrase like `node.js`; pictures apart, and sentences grown together apart. */
function pushWords(lexer: Lexer, tokens: Token[], offset: number, anyAspect: boolean): void {
  const apart = isAmount(tokens) && !wholeToken(tokens)
  const groups = Map.groupBy(tokens, (token) => (apart || token.kind === 'emoji' ? token : token.sentence)).values()
  const atoms = [...groups].map((group): Lexeme => {
    const first = group[0]!
    const whole = wholeToken(group)
    const parts = whole && !anyAspect ? partsOf(lexer.text.slice(offset + whole.start, offset + whole.end)) : undefined
    const word: Atom | undefined = whole && {
      kind: 'word',
      form: whole.form,
      ...(anyAspect && { anyAspect }),
      ...(parts?.join('') === whole.form && { parts }),
    }
    const atom: Atom = word ?? phraseOf(lexer.text, group, offset)
    const end = offset + Math.max(...group.map((token) => token.end))
    return { kind: 'atom', atom, picture: first.kind === 'emoji', start: offset + first.start, end }
  })
  pushTogether(lexer, atoms, offset, atoms.at(-1)!.end)
}

/** «МатрасТорг»; shorter first parts are other words too, and «МойСклад» would be any «мой склад». */
const GLUED_NAME = /^[А-ЯЁA-Z][а-яёa-z]{3,}(?:[А-ЯЁA-Z][а-яёa-z]{2,})+$/

function partsOf(written: string): string[] | undefined {
  return GLUED_NAME.test(written) ? written.split(/(?=[А-ЯЁA-Z])/).map(fold) : undefined
}

/** Several atoms from one piece of text: a minus before the piece means them all, as if they stood in brackets. */
function pushTogether(lexer: Lexer, atoms: Lexeme[], start: number, end: number): number {
  if (atoms.length === 1 || lexer.lexemes.at(-1)?.kind !== 'minus') lexer.lexemes.push(...atoms)
  else lexer.lexemes.push({ kind: 'open', start, end: start }, ...atoms, { kind: 'close', start: end, end })
  return end
}

/**
 * Words, one of which is no abbreviation: «т.к», «кв.м», «им.Ленина» are no compounds, and `node.js` is known as what it is. One letter alone
 * may begin a name, «М.Видео», and two Latin ones, `Dr.Web`.
 */
const POINTED = /^(?=.*[a-zа-я0-9]{4}|[a-z]{2,}\.[a-z]{3})(?:[a-zа-я]|[a-z]{2}|[a-zа-я0-9]{3,})(?:\.[a-zа-я0-9]{3,})+$/

/** What is no single word: `24/7`, `кв.м`, and with points between its words the compound `кино.поиск`. */
function phraseOf(text: string, tokens: Token[], offset: number): Atom {
  const forms = formsByPlace(tokens)
  const written = forms.join('.')
  const pointed =
    POINTED.test(written) &&
    // In a piece by itself it would be words.
    !isAmount(tokens) &&
    text.slice(offset + tokens[0]!.start, offset + tokens.at(-1)!.end).split('.').length === forms.length &&
    tokens.every(({ end }, i) => i === tokens.length - 1 || tokens[i + 1]!.start === end + 1) &&
    // Printed, it has to be read as it was.
    tokenise(written)
      .map(({ form }) => form)
      .join('.') === written
  return { kind: 'phrase', forms, ...(pointed && { pointed }) }
}

function pushStem(lexer: Lexer, stem: string, start: number, star: number): number {
  let letters = 0
  for (const sign of stem) if (KIND[sign.charCodeAt(0)]! & (WORD | SURROGATE)) letters++
  if (letters < SHORTEST_STEM) complain(lexer, MISTAKE_TEXTS.starShort, start, star + 1)
  return pushAtom(lexer, { kind: 'prefix', stem }, start, star + 1)
}

/** A comma or semicolon between words; the one inside `10,5` is no comma, the one at the very end is forgiven. */
function strayComma(chunk: string, tokens: Token[]): number {
  for (let at = 0; at < chunk.length; at++) {
    if (!',;'.includes(chunk.charAt(at))) continue
    if (!tokens.some((token) => token.start < at && at < token.end)) return at
  }
  return -1
}

function lexRubbish(lexer: Lexer, chunk: string, start: number, end: number): number {
  if (chunk.startsWith('*')) return complain(lexer, MISTAKE_TEXTS.starPlace, start, start + 1) && end
  if (chunk.startsWith(',') || chunk.startsWith(';'))
    return complain(lexer, MISTAKE_TEXTS.comma, start, start + 1) && end
  if (/^[.!?…]+$/.test(chunk)) return end
  return complain(lexer, MISTAKE_TEXTS.sign(chunk), start, end)
}
