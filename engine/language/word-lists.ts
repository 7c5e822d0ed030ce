/** What we know of words beside the dictionary: `engine/data/language/`. */
import {
  checkDistinct,
  readData,
  readEntries,
  readItems,
  readPlainLines,
  type DataEntry,
  type DataFile,
  type DataSection,
  type Report,
} from '../data/read-data.ts'
import { fold } from './fold.ts'

const ABBREVIATIONS = 'language/abbreviations.txt'
const BRANDS = 'language/brands.txt'
const RARE_READINGS = 'language/rare-readings.txt'
/** Below `engine/data/`. */
export const wordListFiles = [ABBREVIATIONS, BRANDS, RARE_READINGS]

export interface WordLists {
  /** Abbreviation -> the word it stands for wherever it stands. */
  abbreviations: ReadonlyMap<string, string>
  /** Dictionary form in Russian letters -> the brand as it writes itself. «айфоны» and `iPhone` are one word. */
  brands: ReadonlyMap<string, string>
  /** Form -> those of its dictionary lemmas that it hardly ever means. */
  rareReadings: ReadonlyMap<string, readonly string[]>
}

/**
 * All words folded.
 * @param files `wordListFiles`
 * @throws DataError
 */
export function readWordLists(files: readonly DataFile[]): WordLists {
  return readData(files, (sections, report) => {
    const entriesOf = (name: string) =>
      readWords(
        sections.filter(({ file }) => file === name),
        report,
      )
    const brands = entriesOf(BRANDS).flatMap(({ at, key, words }) =>
      words.map((word) => ({ at, text: word, brand: key })),
    )
    checkDistinct(brands, report)
    return {
      abbreviations: new Map(
        entriesOf(ABBREVIATIONS).map(({ at, key, words }) => {
          if (words.length > 1) report(at, `"${key}" stands for more than one word`)
          return [key, words[0] ?? key]
        }),
      ),
      brands: new Map(brands.map(({ text, brand }) => [text, brand])),
      rareReadings: new Map(entriesOf(RARE_READINGS).map(({ key, words }) => [key, words])),
    }
  })
}

/** `key: word, word`, each key once. */
function readWords(sections: readonly DataSection[], report: Report): (DataEntry & { words: string[] })[] {
  const entries = readEntries(readPlainLines(sections, report), report)
  checkDistinct(
    entries.map(({ at, key }) => ({ at, text: key })),
    report,
  )
  return entries.map((entry) => {
    const words = readItems(entry.at, entry.value, report)
    for (const word of [entry.key, ...words]) {
      if (/\s/.test(word)) report(entry.at, `more than one word: ${word}`)
      else if (word !== fold(word)) report(entry.at, `write "${fold(word)}", not "${word}"`)
    }
    return { ...entry, words }
  })
}
