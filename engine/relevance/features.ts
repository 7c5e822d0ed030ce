/**
 * A message as what the model looks up: words, pairs of neighbouring words, letter n-grams of words, and marks such as
 * «there is a link». Nothing is a string afterwards: every feature is hashed to a row of the embedding table. The arrays
 * are reused from message to message, so one `Features` belongs to one reader and one message at a time.
 */
import { tokenise } from '../language/tokenise.ts'
import type { Token } from '../language/tokenise.ts'

export const ROWS = 1 << 20
/** Beginnings tell: a request or an advertisement that hides behind 120 words hides from its readers too. */
export const MAX_WORDS = 120
const MAX_CHARACTERS = 4000
const MAX_LETTERS = 24
const MARK_COUNT = 14

export interface Features {
  count: number
  /** Row of the embedding table. */
  rows: Int32Array
  /** What the row weighs in the sum; all n-grams of a word weigh as much as the word. */
  weights: Float32Array
  /** The words a feature belongs to, as places in `words`: two for a pair, the same twice else. Marks: `markOwner`. */
  first: Int16Array
  last: Int16Array
  words: Token[]
  /** Up to where it was read. */
  text: string
  /** What the sum is divided by: grows slower than the number of words, so that one significant word is not drowned. */
  divisor: number
  /** What is true of the whole message, as places in `markNames`. */
  marks: number[]
}

/** What marks are called to the reader of a reason. */
export const markNames: readonly string[] = [
  'ссылка',
  'имя аккаунта',
  'чужие буквы вместо русских',
  'слова заглавными',
  'много восклицаний',
  'вопрос',
  'много знаков 🔥',
  'есть знаки-картинки',
  'очень короткое',
  'короткое',
  'средней длины',
  'длинное',
  'разбито на строки',
  'сумма денег',
]
/** Stands for a mark where words are named by their places. */
export const markOwner = (mark: number): number => -1 - mark

const LINK = 0,
  NAME = 1,
  MASKED = 2,
  CAPITALS = 3,
  SHOUTS = 4,
  ASKS = 5,
  PICTURES = 6,
  PICTURE = 7,
  LENGTH = 8,
  LINES = 12,
  MONEY = 13

export const MAX_FEATURES = MAX_WORDS * (MAX_LETTERS + 3) + MARK_COUNT

export function createFeatures(): Features {
  return {
    count: 0,
    rows: new Int32Array(MAX_FEATURES),
    weights: new Float32Array(MAX_FEATURES),
    first: new Int16Array(MAX_FEATURES),
    last: new Int16Array(MAX_FEATURES),
    words: [],
    text: '',
    divisor: 1,
    marks: [],
  }
}

/**
 * Takes out of what was read of a message what is no evidence that it is unwanted: that there are links and names of accounts, and
 * the names. Who reports, quotes and complains gives them as well as who advertises. Where a link leads may be evidence, and stays.
 * @returns whether there was any
 */
export function dropInsignificant(features: Features): boolean {
  const { rows, weights, first, last, words, marks, count } = features
  const isSignificant = (part: number): boolean =>
    part >= 0 ? words[part]!.kind !== 'mention' : part !== markOwner(LINK) && part !== markOwner(NAME)
  let kept = 0
  for (let i = 0; i < count; i++) {
    if (!isSignificant(first[i]!) || !isSignificant(last[i]!)) continue
    for (const part of [rows, weights, first, last]) part[kept] = part[i]!
    kept++
  }
  features.count = kept
  features.marks = marks.filter((mark) => isSignificant(markOwner(mark)))
  return kept < count
}

/** Fills `features` with those of the text. Work is bounded: 4,000 characters, 120 words, 24 letters of a word. */
export function readFeatures(text: string, features: Features): void {
  const shown = text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS) : text
  const words = tokenise(shown)
  if (words.length > MAX_WORDS) words.length = MAX_WORDS
  fillFeatures(features, shown, words, 0)
}

/** Fills `features` as if some of the words of a message were all of it, `from` to `to`; offsets stay those of the message. */
export function readPart({ text, words }: Features, from: number, to: number, features: Features): void {
  fillFeatures(features, text.slice(0, words[to]?.start ?? text.length), words.slice(from, to), words[from]?.start ?? 0)
}

/** @param start where in `text` it begins what the words stand in */
function fillFeatures(features: Features, text: string, words: Token[], start: number): void {
  features.words = words
  features.text = text
  features.count = 0
  let before = 0
  let beforeThat = 0
  /** Where that one stands, and how many sums have been read with their units. */
  let beforeThatAt = -1
  let sums = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const digits = word.kind === 'word' ? digitsBeforeUnit(word.form) : 0
    let beforeAt = at - 1
    if (digits > 0) {
      // A sum with its unit is two words in one place.
      const number = hashNumber(digits)
      pushWord(features, number, at)
      if (beforeAt >= 0) pushPair(features, before, number, beforeAt, at)
      if (beforeThatAt >= 0) pushWidePair(features, beforeThat, number, beforeThatAt, at)
      beforeThat = before
      beforeThatAt = beforeAt
      before = number
      beforeAt = at
      sums++
    }
    const hash = digits > 0 ? hashUnit(word.form, digits) : hashWord(word)
    pushWord(features, hash, at)
    if (beforeAt >= 0) pushPair(features, before, hash, beforeAt, at)
    if (beforeThatAt >= 0) pushWidePair(features, beforeThat, hash, beforeThatAt, at)
    if (digits === 0 && (word.kind === 'word' || word.kind === 'hashtag')) pushLetters(features, word.form, at)
    beforeThat = before
    beforeThatAt = beforeAt
    before = hash
  }
  features.divisor = Math.sqrt(words.length + sums + 2)
  readMarks(text, words, start, features)
}

const pushWord = (features: Features, hash: number, at: number): void => push(features, hash, 1, at, at)

/** «ищу мастера» */
const pushPair = (features: Features, before: number, hash: number, beforeAt: number, at: number): void =>
  push(features, Math.imul(before, 31) ^ hash ^ 0x2545f491, 1, beforeAt, at)

/** Over one word: «ищу хорошего мастера» */
const pushWidePair = (features: Features, before: number, hash: number, beforeAt: number, at: number): void =>
  push(features, Math.imul(before, 37) ^ hash ^ 0x1b873593, 0.5, beforeAt, at)

/** What a sum is counted in, as it is glued to its digits: «300р», «15к», «2тыс». */
const moneyUnits: ReadonlySet<string> = new Set(['р', 'руб', 'рублей', 'к', 'тр', 'тыс', 'тысяч'])

/** How many digits and points stand before the unit of a sum; 0 when it is another word. */
function digitsBeforeUnit(form: string): number {
  if (!isDigit(form.charCodeAt(0))) return 0
  let at = 1
  while (at < form.length && (isDigit(form.charCodeAt(at)) || form.charCodeAt(at) === 0x2e)) at++
  const unit = form.slice(at)
  // «2к» is a flat of two rooms as often as it is money.
  return moneyUnits.has(unit) && !(unit === 'к' && at === 1 && form.charCodeAt(0) < 0x34) ? at : 0
}

/** «к» by itself is the word «to»: behind digits it means thousands. */
function hashUnit(form: string, digits: number): number {
  const unit = form.slice(digits)
  return hashWord({ form: unit === 'к' || unit === 'тр' ? 'тыс' : unit, kind: 'word' })
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

function push(features: Features, hash: number, weight: number, first: number, last: number): void {
  const at = features.count++
  features.rows[at] = mix(hash) & (ROWS - 1)
  features.weights[at] = weight
  features.first[at] = first
  features.last[at] = last
}

function mix(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return mixed ^ (mixed >>> 13) ^ (mixed >>> 20)
}

function hashWord({ form, kind }: Pick<Token, 'form' | 'kind'>): number {
  if (kind === 'number') return hashNumber(form.length)
  // A model that knew names by heart would know people.
  if (kind === 'mention') return 0x3c6ef372
  let hash = kind === 'url' ? 0x6a09e667 : WORD_SEED
  const end = kind === 'url' ? hostEnd(form) : form.length
  for (let i = 0; i < end; i++) hash = Math.imul(hash ^ form.charCodeAt(i), 0x01000193)
  return hash
}

const WORD_SEED = 0x811c9dc5 | 0

/** Numbers are distinguished by their length. */
const hashNumber = (length: number): number => 0x51ed270b ^ Math.min(length, 8)

function hostEnd(address: string): number {
  const slash = address.indexOf('/')
  return slash < 0 ? address.length : slash
}

/** n-grams of 4 letters with the word's edges, so that endings and roots of unknown words say something. */
function pushLetters(features: Features, form: string, at: number): void {
  const length = Math.min(form.length, MAX_LETTERS)
  if (length < 4) return
  const weight = 1 / (length - 1)
  // Place 0 is the edge before the word, length + 1 the one after it.
  for (let start = 0; start + 4 <= length + 2; start++) {
    let hash = 0x9e3779b9
    for (let i = start; i < start + 4; i++) {
      const letter = i === 0 ? 2 : i > length ? 3 : form.charCodeAt(i - 1)
      hash = Math.imul(hash ^ letter, 0x01000193)
    }
    push(features, hash, weight, at, at)
  }
}

function readMarks(text: string, words: readonly Token[], start: number, features: Features): void {
  const marks = features.marks
  marks.length = 0
  let pictures = 0
  let capitals = 0
  let link = false
  let name = false
  let masked = 0
  for (const { kind, start, end, form } of words) {
    if (kind === 'emoji') pictures++
    else if (kind === 'url') link = true
    else if (kind === 'mention') name = true
    else if (kind === 'word') {
      if (end - start > 3 && isCapital(text.charCodeAt(start)) && isCapital(text.charCodeAt(start + 2))) capitals++
      if (isMasked(text, start, end, form)) masked++
    }
  }
  let shouts = 0
  let lines = 0
  let asks = false
  let money = false
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x21) shouts++
    else if (code === 0x0a) lines++
    else if (code === 0x3f) asks = true
    else if (code === 0x24 || code === 0x20bd || code === 0x20ac) money = true
  }
  if (link) marks.push(LINK)
  if (name) marks.push(NAME)
  // One is a slip: «Программиcт».
  if (masked > 1) marks.push(MASKED)
  if (capitals > 2) marks.push(CAPITALS)
  if (shouts > 2) marks.push(SHOUTS)
  if (asks) marks.push(ASKS)
  if (pictures > 3) marks.push(PICTURES)
  if (pictures > 0) marks.push(PICTURE)
  marks.push(LENGTH + (words.length < 4 ? 0 : words.length < 15 ? 1 : words.length < 50 ? 2 : 3))
  if (lines > 1) marks.push(LINES)
  if (money) marks.push(MONEY)
  // A mark speaks for the whole message, so the division by its length must not weaken it.
  for (const mark of marks)
    push(features, 0x5bd1e995 + mark * 7919, features.divisor / 2, markOwner(mark), markOwner(mark))
}

const isCapital = (code: number): boolean => (code >= 0x410 && code <= 0x42f) || (code >= 0x41 && code <= 0x5a)

/**
 * «cпaм»: folding put Cyrillic letters where the text has Latin ones, Greek ones or small capitals. What keeps some of them, or
 * digits, is a model's name, a slip of the keyboard or what a machine read off a picture («А64R42», «гиsсоv»).
 */
function isMasked(text: string, start: number, end: number, form: string): boolean {
  if (end - start < 3) return false
  for (let i = 0; i < form.length; i++) if (!isFolded(form.charCodeAt(i))) return false
  let mask = false
  let cyrillic = false
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || isDisguise(code)) mask = true
    else if (code >= 0x410 && code <= 0x44f) cyrillic = true
  }
  return mask && cyrillic
}

/** A small Cyrillic letter or a hyphen. */
const isFolded = (code: number): boolean => (code >= 0x430 && code <= 0x44f) || code === 0x2d

/** Phonetic letters, Greek ones and small capitals. */
const isDisguise = (code: number): boolean =>
  (code >= 0x250 && code < 0x2b0) || (code >= 0x370 && code < 0x400) || (code >= 0x1d00 && code < 0x1d2c)
