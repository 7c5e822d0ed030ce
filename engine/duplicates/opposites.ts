/** Words of which one put for another makes another text: `engine/data/duplicates/opposites.txt`. */
import {
  checkDistinct,
  joinIndented,
  readData,
  type DataFile,
  type DataSection,
  type Report,
} from '../data/read-data.ts'
import { hashOfLine, PhraseMeanings, readPhraseLine } from './phrase-meanings.ts'

/** Below `engine/data/`. */
export const oppositeFiles = ['duplicates/opposites.txt']

/** A power of two. */
export const OPPOSITE_GROUPS = 16
/** This group's words stand for no one thing: beside any other significant word they name another of a series, «новый опрос», «грибной опрос». */
export const SERIES = 0
const SERIES_NAME = 'series'

export interface Opposite {
  /** Of the stem it stands for, the first of those of one word that say the same. */
  hash: number
  group: number
}

/**
 * What words and phrases stand for.
 * @param files `oppositeFiles`
 * @throws DataError
 */
export function readOpposites(files: readonly DataFile[]): PhraseMeanings<Opposite> {
  return readData(files, (sections, report) => {
    const groups = readGroups(sections, report)
    const opposites = new PhraseMeanings<Opposite>()
    const seen = new Map<string, string>()
    for (const [group, { lines }] of groups.entries()) {
      for (const line of joinIndented(lines)) {
        const read = readPhraseLine(line, seen, report)
        const hash = hashOfLine(read, line, report)
        for (const words of read.phrases) opposites.add(words, { hash, group })
      }
    }
    return opposites
  })
}

/** In their order, by which word prints know them. */
function readGroups([before, ...groups]: readonly DataSection[], report: Report): readonly DataSection[] {
  const early = before?.lines[0]
  if (early) report(early.at, 'stands before the first [group]')
  else if (before && groups.length === 0) report(before.at, `no group [${SERIES_NAME}]`)
  checkDistinct(
    groups.map(({ at, name }) => ({ at, text: `[${name}]` })),
    report,
  )
  for (const [group, { at, name, lines }] of groups.entries()) {
    if (group === SERIES && name !== SERIES_NAME) report(at, `the first group is [${SERIES_NAME}], not [${name}]`)
    if (group === OPPOSITE_GROUPS) report(at, `more than ${OPPOSITE_GROUPS} groups`)
    if (joinIndented(lines).length < 2) report(at, `[${name}] has no opposites`)
  }
  return groups
}
