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
      if (!/^[1-9]\d{0,2}$/.test(key)) report(at, `not a number of at most three digits: ${key}`)
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

/** Makes numbers of what `letters` has read as words: «двадцать пятый» is 25. */
export function readNumeralsIn(letters: Letters, numerals: Numerals): void {
  const { words, sizes, lengths, starts, wordCount } = letters
  let count = 0
  /** Of the number that is being read, 0 where none is. */
  let value = 0
  for (let i = 0; i < wordCount; i++) {
    const number = sizes[i]! < 0 ? undefined : numerals.get(numeralKey(words[i]!, lengths[i]!))
    const goesOn = number !== undefined && value > 0 && number < placeOf(value)
    const at = goesOn ? count - 1 : count++
    if (!goesOn) starts[at] = starts[i]!
    value = number === undefined ? 0 : goesOn ? value + number : number
    words[at] = value > 0 ? hashNumber(value) : words[i]!
    sizes[at] = value > 0 ? -String(value).length : sizes[i]!
    lengths[at] = value > 0 ? 0 : lengths[i]!
  }
  letters.wordCount = count
}

/** What may follow it as a part of the same number is less: 10 after «двадцать», 100 after «сто». */
const placeOf = (value: number): number => (value % 100 === 0 ? 100 : value >= 20 && value % 10 === 0 ? 10 : 0)
