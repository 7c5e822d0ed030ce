/** Numbers as words, which are read as their digits: `engine/data/duplicates/numerals.txt`. */
import {
  checkDistinct,
  readData,
  readEntries,
  readItems,
  readPlainLines,
  type DataFile,
  type Report,
} from '../data/read-data.ts'
import { DIGIT, KIND, SPACE, WORD } from '../language/characters.ts'
import { fold } from '../language/fold.ts'
import { hashNumber, hashSkeletonStem, type Letters, skeletonOf, skeletonStemOf } from './letters.ts'

/** Below `engine/data/`. */
export const numeralFiles = ['duplicates/numerals.txt']

/** Key of a word (`numeralKey`) -> its number. */
export type Numerals = ReadonlyMap<number, number>

/** Also by its ending, whatever is cut off it: «семь» is a number, and «семья» is none. */
const numeralKey = (hash: number, length: number): number => Math.imul(hash, 33) ^ length

/**
 * @param files `numeralFiles`
 * @throws DataError
 */
export function readNumerals(files: readonly DataFile[]): Numerals {
  return readData(files, (sections, report) => {
    const words: { at: string; text: string }[] = []
    const numerals = new Map<number, number>()
    for (const { at, key, value } of readEntries(readPlainLines(sections, report), report)) {
      if (!/^(?:[1-9]\d{0,2}|1000|1000000|1\.5)$/.test(key))
        report(at, `neither a number of at most three digits nor 1.5, 1000 or 1000000: ${key}`)
      for (const text of readItems(at, value, report)) {
        checkNumeral(at, text, report)
        words.push({ at, text })
        numerals.set(numeralKey(hashSkeletonStem(skeletonStemOf(text)), skeletonOf(text).length), Number(key))
      }
    }
    checkDistinct(words, report)
    return numerals
  })
}

function checkNumeral(at: string, text: string, report: Report): void {
  if (/\s/.test(text)) report(at, `more than one word: ${text}`)
  else if (text !== fold(text)) report(at, `write "${fold(text)}", not "${text}"`)
}

const THOUSAND = 1000
const [THOUSANDS, ROUBLES, THOUSANDS_SIGN] = [...'трк'].map((letter) => hashSkeletonStem(skeletonStemOf(letter)))
/** «15к» is a price, «2к» a flat. */
const LEAST_WITH_SIGN = 5
const MULTIPLIED = /(\d{1,3})(?:[.,](\d))?(?!\d)/y
const THREE_DIGITS = /\d{3}(?!\d)/y

/** Makes numbers of what `letters` has read in `text` as words: «двадцать пятый» is 25, and «15 тысяч», «15к» and «15 т. р.» are 15000. */
export function readNumeralsIn(letters: Letters, text: string, numerals: Numerals): void {
  const { words, sizes, lengths, starts, wordCount } = letters
  let count = 0
  /** Of the number that is being read, 0 where none is; and whether another may go on with it. */
  let [value, isOpen] = [0, false]
  for (let i = 0; i < wordCount; i++) {
    const isDigits = sizes[i]! < 0
    const number = isDigits ? 0 : (numerals.get(numeralKey(words[i]!, lengths[i]!)) ?? 0)
    const times = value > 0 && !isDigits ? timesAt(letters, text, i, value, number) : 0
    const rest = isOpen && followsAtOnce(text, starts[i]!) ? restAt(letters, text, i, number, value) : 0
    const goesOn = times > 0 || rest > 0
    const at = goesOn ? count - 1 : count++
    if (!goesOn) starts[at] = starts[i]!
    isOpen = goesOn || number > 0
    value = times > 0 ? Math.round(value * times) : rest > 0 ? value + rest : number
    const isNumber = isOpen && Number.isInteger(value)
    words[at] = isNumber ? hashNumber(value) : words[i]!
    sizes[at] = isNumber ? -String(value).length : sizes[i]!
    lengths[at] = isNumber ? 0 : lengths[i]!
    if (isDigits && rest === 0) value = multipliedAt(text, starts[i]!, sizes[i]!)
  }
  letters.wordCount = count
}

/** By how much the word there multiplies the number before it; 0 where it does not. */
function timesAt(
  { words, starts, wordCount }: Letters,
  text: string,
  i: number,
  value: number,
  number: number,
): number {
  if (number >= THOUSAND) return value < THOUSAND ? number : 0
  if (words[i] === THOUSANDS) return i + 1 < wordCount && words[i + 1] === ROUBLES ? THOUSAND : 0
  if (words[i] !== THOUSANDS_SIGN || value < LEAST_WITH_SIGN) return 0
  const start = starts[i]!
  return isDigit(text, start - 1) && !isDigit(text, start + 1) ? THOUSAND : 0
}

const isDigit = (text: string, at: number): boolean => (KIND[text.charCodeAt(at)]! & DIGIT) !== 0

/** «Две тысячи пятьсот», but not «две тысячи, второй этаж». */
const followsAtOnce = (text: string, start: number): boolean =>
  (KIND[text.charCodeAt(start - 1)]! & SPACE) !== 0 && (KIND[text.charCodeAt(start - 2)]! & WORD) !== 0

/** What goes on with a number and is less than its last place: 5 after «двадцать», 20 after «сто», 500 in digits after «2 тысячи». */
function restAt({ sizes, starts }: Letters, text: string, i: number, number: number, value: number): number {
  if (sizes[i] === -3 && value % THOUSAND === 0) {
    THREE_DIGITS.lastIndex = starts[i]!
    return Number(THREE_DIGITS.exec(text)?.[0] ?? 0)
  }
  return Number.isInteger(value) && number < placeOf(value) ? number : 0
}

const placeOf = (value: number): number => {
  if (value % THOUSAND === 0) return THOUSAND
  if (value % 100 === 0) return 100
  return value % 100 >= 20 && value % 10 === 0 ? 10 : 0
}

/** A number in digits that may be multiplied: «15», «1,5»; else 0. */
function multipliedAt(text: string, start: number, size: number): number {
  if (size < -4) return 0
  MULTIPLIED.lastIndex = start
  const [, whole = '', tenths = ''] = MULTIPLIED.exec(text) ?? []
  return whole.length + tenths.length === -size ? Number(`${whole}.${tenths || 0}`) : 0
}
