/** Numbers as words: `engine/data/duplicates/numerals.txt`. */
import { checkDistinct, readData, readSections, type DataFile, type DataLine, type Report } from '../data/read-data.ts'
import { fold } from '../language/fold.ts'
import { hashSkeletonStem, skeletonStemOf } from './letters.ts'

/** Below `engine/data/`. */
export const numeralFiles = ['duplicates/numerals.txt']

/** Hashes of stems. */
export interface Numerals {
  /** Written out or not, one number stands for another. */
  numerals: ReadonlySet<number>
  /** «один» is a number beside another, and says no more than a pronoun. */
  one: ReadonlySet<number>
}

/**
 * @param files `numeralFiles`
 * @throws DataError
 */
export function readNumerals(files: readonly DataFile[]): Numerals {
  return readData(files, (sections, report) => {
    const lists = readSections(sections, ['numerals', 'one'], report)
    checkDistinct([...lists.numerals, ...lists.one], report)
    return { numerals: readStems(lists.numerals, report), one: readStems(lists.one, report) }
  })
}

function readStems(lines: readonly DataLine[], report: Report): ReadonlySet<number> {
  for (const { at, text } of lines) {
    if (/\s/.test(text)) report(at, `more than one word: ${text}`)
    else if (text !== fold(text)) report(at, `write "${fold(text)}", not "${text}"`)
  }
  return new Set(lines.map(({ text }) => hashSkeletonStem(skeletonStemOf(text))))
}
