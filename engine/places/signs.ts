/** Words around a name that say whether it is a place: `engine/data/places/signs.txt`. All folded. */
import { checkDistinct, readData, readSections, type DataFile, type DataLine, type Report } from '../data/read-data.ts'
import { fold } from '../language/fold.ts'

/** Below `engine/data/`. */
export const signWordFiles = ['places/signs.txt']

export interface SignWords {
  /** «г. Тверь», «в городе Твери». */
  townWords: ReadonlySet<string>
  /** «в Твери», «из Твери», «под Тверью». */
  placePrepositions: ReadonlySet<string>
  /** «поезд до Воронежа». */
  awayPrepositions: ReadonlySet<string>
  /** Words that stand before and after anything. */
  functionWords: ReadonlySet<string>
  /** What stands beside a name with its capital and is no person's name. */
  noNames: ReadonlySet<string>
  /** «гостиница Москва», «река Печора». */
  isThing(word: string): boolean
  /** «Казань Арена». */
  makesAnotherName(word: string): boolean
  /** «Подслушано Орёл». */
  isGroupWord(word: string): boolean
}

const sectionNames = [
  'town word',
  'place preposition',
  'away preposition',
  'other preposition',
  'function word',
  'thing',
  'other name',
  'group word',
] as const

/**
 * @param files `signWordFiles`
 * @throws DataError
 */
export function readSignWords(files: readonly DataFile[]): SignWords {
  return readData(files, (sections, report) => {
    const lists = readSections(sections, sectionNames, report)
    const wordsOf = (name: (typeof sectionNames)[number]): string[] => readWords(lists[name], report)
    const townWords = new Set(wordsOf('town word'))
    const placePrepositions = new Set(wordsOf('place preposition'))
    const functionWords = new Set(wordsOf('function word'))
    const things = wordsOf('thing').map((stem) => (stem.length <= LONGEST_WHOLE ? stem : `${stem}[а-я]{0,4}`))
    const thing = new RegExp(`^(?:${things.join('|')})$`)
    const otherNames = new Set(wordsOf('other name'))
    const groupWord = new RegExp(`^(?:${wordsOf('group word').join('|')})`)
    return {
      townWords,
      placePrepositions,
      awayPrepositions: new Set(wordsOf('away preposition')),
      functionWords,
      noNames: new Set([...townWords, ...placePrepositions, ...wordsOf('other preposition'), ...functionWords]),
      isThing: (word) => !townWords.has(word) && thing.test(word),
      makesAnotherName: (word) => otherNames.has(word),
      isGroupWord: (word) => groupWord.test(word),
    }
  })
}

/** A shorter stem of a thing is the whole word: with an ending it would be many others. */
const LONGEST_WHOLE = 3

/** Of letters and hyphens alone, since patterns are made of them. */
const WORD = /^[а-яa-z-]+$/

/** Those that can be read. */
function readWords(lines: readonly DataLine[], report: Report): string[] {
  checkDistinct(lines, report)
  return lines.flatMap(({ at, text }) => {
    if (/\s/.test(text)) report(at, `more than one word: ${text}`)
    else if (text !== fold(text)) report(at, `write "${fold(text)}", not "${text}"`)
    else if (WORD.test(text)) return [text]
    else report(at, `not a word: ${text}`)
    return []
  })
}
