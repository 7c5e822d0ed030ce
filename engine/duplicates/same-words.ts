/** Words and phrases put for each other in announcements: `engine/data/duplicates/same-words.txt`. */
import { joinIndented, readData, readSections, type DataFile } from '../data/read-data.ts'
import { hashOfLine, PhraseMeanings, readPhraseLine } from './phrase-meanings.ts'

/** Below `engine/data/`. */
export const sameWordFiles = ['duplicates/same-words.txt']

export interface SameWord {
  /** Of the stem they are read as, the first word of their line. */
  hash: number
  /** Tells next to nothing, whatever its first word weighs. */
  everyday: boolean
}

/**
 * What words and phrases are read as.
 * @param files `sameWordFiles`
 * @throws DataError
 */
export function readSameWords(files: readonly DataFile[]): PhraseMeanings<SameWord> {
  return readData(files, (sections, report) => {
    const lists = readSections(sections, ['everyday', 'telling'], report)
    const same = new PhraseMeanings<SameWord>()
    const seen = new Map<string, string>()
    for (const section of ['everyday', 'telling'] as const) {
      for (const line of joinIndented(lists[section])) {
        const read = readPhraseLine(line, seen, report)
        const hash = hashOfLine(read, line, report)
        if (read.phrases.length < 2) report(line.at, `stands for nothing else: ${line.text}`)
        for (const words of read.phrases) same.add(words, { hash, everyday: section === 'everyday' })
      }
    }
    return same
  })
}
